import { existsSync } from 'node:fs';
import type { Context, Keychain } from '../context.ts';
import { CliError } from '../errors.ts';

/** Milliseconds that a keychain gets to answer. It may ask its user to unlock it. */
const patience = 60_000;

const service = 'shop-cli';

/**
 * The keychain of this system: macOS, Windows, or a Secret Service on D-Bus. Undefined without one, as in a container, and
 * without the optional package that reaches it. Never the keyring of the Linux kernel, which forgets at a restart.
 */
export async function openKeychain({
  env,
  platform,
}: Pick<Context, 'env' | 'platform'>): Promise<Keychain | undefined> {
  if (platform === 'linux' && !hasSessionBus(env)) return undefined;
  const library = await import('@napi-rs/keyring').catch(() => undefined);
  if (!library) return undefined;
  const name = names[platform] ?? 'the Secret Service';
  const entryOf = (account: string): InstanceType<typeof library.AsyncEntry> =>
    new library.AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  const described = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await work(AbortSignal.timeout(patience));
    } catch (error) {
      throw new CliError('auth', `Cannot use ${name}: ${(error as Error).message.split('\n')[0]}.`, {
        hint: 'Unlock it, or store tokens in a file: shop-cli auth login --insecure-storage',
        cause: error,
      });
    }
  };
  // What cannot be opened is as good as none: nothing is stored there yet.
  if (!(await isReachable(entryOf))) return undefined;
  return {
    name,
    read: (account) => described(async (signal) => (await entryOf(account).getPassword(signal)) ?? undefined),
    write: (account, secret) => described((signal) => entryOf(account).setPassword(secret, signal)),
    remove: (account) => described(async (signal) => void (await entryOf(account).deleteCredential(signal))),
  };
}

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'the macOS keychain',
  win32: 'the Windows Credential Manager',
};

/** Where a desktop session has its bus. */
const hasSessionBus = ({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: Context['env']): boolean =>
  Boolean(DBUS_SESSION_BUS_ADDRESS) || (XDG_RUNTIME_DIR !== undefined && existsSync(`${XDG_RUNTIME_DIR}/bus`));

function isReachable(entryOf: (account: string) => { getPassword(): Promise<string | null> }): Promise<boolean> {
  return Promise.resolve()
    .then(() => entryOf('reachable').getPassword())
    .then(
      () => true,
      () => false,
    );
}
