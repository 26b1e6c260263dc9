/** What a trace shows of one key that was sent. */
interface Sent {
  readonly key: string;
  /** Whether the journal had it on disk before. */
  readonly announced: boolean;
}

/** `1234 fsync(31</x/j.db-wal>) = 0`, or the two halves of a call that another thread came in between. */
const call = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\(\d+<([^>]*)>)(.*)$/;

/**
 * Every key that left in a POST, with whether its intent was durable then: written into the journal's log, and that log synced, with success, after the
 * write and before the POST began.
 * @param trace of `strace -f -y` with everything that writes and syncs, of a program that sends every key once
 * @param log the path of the journal's write-ahead log
 */
export function sentKeys(trace: string, keys: readonly string[], log: string): readonly Sent[] {
  const [written, durable] = [new Set<string>(), new Set<string>()];
  const syncing = new Map<string, ReadonlySet<string>>();
  const sent: Sent[] = [];
  for (const line of trace.split('\n')) {
    const [, thread = '', resumed, begun, path, rest = ''] = call.exec(line) ?? [];
    if (isSync(begun) && path === log) syncing.set(thread, new Set(written));
    if ((isSync(begun) && path === log) || isSync(resumed)) {
      // What was written while the sync went on may have missed it.
      if (rest.endsWith('= 0')) for (const key of syncing.get(thread) ?? []) durable.add(key);
    } else if (begun && path === log) {
      for (const key of keys) if (rest.includes(key)) written.add(key);
    } else if (begun && rest.includes('POST /')) {
      for (const key of keys) if (rest.includes(key)) sent.push({ key, announced: durable.has(key) });
    }
  }
  return sent;
}

const isSync = (name: string | undefined): boolean => name === 'fsync' || name === 'fdatasync';
