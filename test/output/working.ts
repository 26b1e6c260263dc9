import type { Context } from '../../src/context.ts';
import { showProgress, type Work } from '../../src/output/progress.ts';
import { messagesOn } from '../../src/output/status-line.ts';
import { Secrets } from '../../src/text/redact.ts';
import { Emulator } from '../support/emulator.ts';

/** Work at a terminal, with a clock that the test moves. */
export function atTerminal(
  columns: number,
  isTerminal = true,
  env: Context['env'] = {},
  begun: Work = { done: 0, total: 1000 },
) {
  const emulator = new Emulator(columns, 8);
  let [now, size, written] = [0, columns, Promise.resolve()];
  const stop = new AbortController();
  const ticks = new Set<() => void>();
  const stderr = messagesOn(
    {
      isTerminal,
      get columns() {
        return size;
      },
      closed: false,
      fault: undefined,
      write: (text) => {
        written = emulator.write(text.replaceAll('\n', '\r\n'));
        return written;
      },
    },
    { env: {}, clock: { now: () => new Date(0) }, secrets: new Secrets() },
  );
  const context = {
    stderr,
    env,
    clock: { now: () => new Date(0), elapsed: () => now, sleep: async () => undefined },
    every: (_: number, tick: () => void) => {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
    interrupted: stop.signal,
  };
  const work: { -readonly [K in keyof Work]: Work[K] } = { ...begun };
  return {
    emulator,
    stderr,
    stop,
    ticks,
    work,
    display: showProgress(context, isTerminal ? 'bar' : 'lines', () => work),
    /** So many milliseconds later, in which so much was done. */
    async pass(milliseconds: number, done: number) {
      now += milliseconds;
      work.done += done;
      for (const tick of ticks) tick();
      await written;
    },
    resize(to: number) {
      size = to;
      emulator.resize(to, 8);
    },
  };
}
