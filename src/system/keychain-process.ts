import { readFileSync } from 'node:fs';

// A program of its own, which `keychain.ts` starts. The library waits inside native code, while the keychain asks its user,
// and Node does not end before that returns: no time limit and no Ctrl-C would help.

/** On standard input, as JSON: what arguments and variables hold is seen by others. */
export interface KeychainRequest {
  readonly action: 'read' | 'write' | 'remove';
  readonly service: string;
  readonly account: string;
  /** What to write. */
  readonly secret?: string;
}

/** On standard output, as JSON. */
export type KeychainAnswer =
  /** What was read; null if there is nothing. */
  | { readonly secret: string | null }
  /** Why it failed. Without a keychain there is nothing that could hold an entry. */
  | { readonly problem: string; readonly isThere: boolean };

async function answer({ action, service, account, secret = '' }: KeychainRequest): Promise<KeychainAnswer> {
  const entry = await open(service, account).catch(messageOf);
  if (typeof entry === 'string') return { problem: entry, isThere: false };
  try {
    if (action === 'read') return { secret: await entry.getPassword() };
    if (action === 'write') await entry.setPassword(secret);
    if (action === 'remove') await entry.deleteCredential();
    return { secret: null };
  } catch (error) {
    return { problem: messageOf(error), isThere: true };
  }
}

/** Never in the keyring of the Linux kernel, which forgets at a restart. */
async function open(service: string, account: string) {
  const { AsyncEntry } = await import('@napi-rs/keyring').catch(() => {
    throw new Error('the optional package @napi-rs/keyring is not installed');
  });
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
}

const messageOf = (error: unknown): string => String((error as Error).message).split('\n', 1)[0] ?? '';

async function run(): Promise<void> {
  // At once: the streams of Node take milliseconds to load.
  const request = JSON.parse(readFileSync(0, 'utf8')) as KeychainRequest;
  process.stdout.write(JSON.stringify(await answer(request)));
}

void run();
