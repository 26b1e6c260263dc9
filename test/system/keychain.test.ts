import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Keychain, Messages } from '../../src/context.ts';
import { openKeychain } from '../../src/system/keychain.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/directory.ts';
import { canary } from '../support/run.ts';
import { serveSecrets, withoutSecretService } from '../support/secret-service.ts';

// A real gnome-keyring on a D-Bus session of its own. Needs a build.

type Env = Readonly<Record<string, string>>;

interface Options {
  readonly isAttended?: boolean;
  readonly interrupted?: AbortSignal;
  readonly program?: string;
  readonly status?: (line: string) => void;
}

function openIn(env: Env, options: Options = {}): Keychain | undefined {
  const { isAttended = false, interrupted = new AbortController().signal, status } = options;
  const program = [process.execPath, options.program ?? resolve('dist/keychain-process.cjs')] as const;
  const stderr = { status: async (line: string) => status?.(line) } as Messages;
  const secrets = new Secrets();
  secrets.add(canary);
  return openKeychain({ env, secrets, platform: 'linux', stderr, isAttended, interrupted, program });
}

const keychainIn = (env: Env, options?: Options): Keychain =>
  openIn(env, options) ?? expect.unreachable('There is no keychain.');

/** What came of reading, writing and removing, and which of them took long. */
async function attempts(keychain: Keychain): Promise<readonly string[]> {
  const ways = [() => keychain.read('shop'), () => keychain.write('shop', canary), () => keychain.remove('shop')];
  const outcomes: string[] = [];
  for (const way of ways) {
    const since = performance.now();
    const outcome = await outcomeOf(way());
    outcomes.push(`${outcome}${performance.now() - since < 8000 ? '' : ' (slow)'}`);
  }
  return outcomes;
}

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    (value) => String(value),
    (error: { kind: string; message: string; cause?: unknown }) => {
      expect(JSON.stringify([error, error.message, String(error.cause)])).not.toContain(canary);
      return `${error.kind}: ${error.message}`;
    },
  );

const locked = 'auth: Cannot use the Secret Service: it is locked.';

describe.skipIf(withoutSecretService !== '')(`a real Secret Service ${withoutSecretService}`, () => {
  test('keeps any token as it is, until it is removed', async () => {
    const { env } = await serveSecrets();
    const keychain = keychainIn(env);
    for (const token of [canary, '+/%25%zz&=?#"\'\\$(id)`', 'ünï€😀\u{10ffff}', 'a'.repeat(60_000), ' \t\n']) {
      await keychain.write('shop https://shop.example', token);
      expect(await keychain.read('shop https://shop.example')).toBe(token);
    }
    expect(await keychain.read('shop https://shop.example.evil')).toBeUndefined();
    await keychain.remove('shop https://shop.example');
    expect(await keychain.read('shop https://shop.example')).toBeUndefined();
    // There is nothing to remove: that is no fault.
    await keychain.remove('shop https://shop.example');
  });

  test('that is locked, with nobody to ask, is said to be', async () => {
    const { env, lock } = await serveSecrets();
    const keychain = keychainIn(env);
    await keychain.write('shop', 'the token before');
    lock();
    expect(await attempts(keychain)).toEqual([locked, locked, locked]);
    // Where nothing is stored, nothing has to be unlocked.
    expect(await keychain.read('another shop')).toBeUndefined();
  });

  test('that asks its user, who does not answer: a command alone gives up, one at a terminal says that it waits', async () => {
    const { env, lock } = await serveSecrets({ isPrompterSilent: true });
    await keychainIn(env).write('shop', canary);
    lock();
    const said: string[] = [];
    const interruption = new AbortController();
    const interrupted = interruption.signal;
    const attending = keychainIn(env, { isAttended: true, interrupted, status: (line) => said.push(line) });
    const attended = outcomeOf(attending.read('shop'));
    const alone = outcomeOf(keychainIn(env, { status: (line) => said.push(`alone: ${line}`) }).read('shop'));
    expect(await alone).toBe('auth: Cannot use the Secret Service: no answer within 10 s.');
    expect(said).toEqual(['Waiting for the Secret Service; it may ask you to unlock it.']);
    interruption.abort('SIGINT');
    expect(await attended).toBe('auth: Cannot use the Secret Service: it ended without an answer.');
    expect(said.slice(1)).toEqual(['']);
    expect(await processesWith('keychain-process')).toEqual([]);
  });

  test('that was killed meanwhile gives no token', async () => {
    const { env, signal } = await serveSecrets();
    const keychain = keychainIn(env);
    await keychain.write('shop', 'the token before');
    await signal('SIGKILL');
    // The bus starts another one, which nobody has unlocked.
    expect(await attempts(keychain)).toEqual([locked, locked, locked]);
  });

  test('that does not answer at all is given up', async () => {
    const { env, signal } = await serveSecrets();
    await signal('SIGSTOP');
    const [read, written] = await attempts(keychainIn(env));
    expect(read).toMatch(/^auth: Cannot use the Secret Service: .*Did not receive a reply[^)]*$/);
    expect(written).toBe('false');
  });

  test('of which a bus knows nothing is none: nothing is written, least of all to the keyring of the kernel', async () => {
    const { env } = await serveSecrets({ isEmpty: true });
    const failure = expect.stringMatching(/^auth: /);
    expect(await attempts(keychainIn(env))).toEqual([failure, 'false', failure]);
    expect(await readFile('/proc/keys', 'utf8').catch(() => '')).not.toContain('shop-cli');
  });
});

test('the helper that asks the keychain inherits no setting of shop-cli or Node, no proxy and no secret', async () => {
  const directory = ownDirectory();
  const program = join(directory, 'helper.cjs');
  const kept = join(directory, 'names.json');
  await writeFile(
    program,
    `require('node:fs').writeFileSync(${JSON.stringify(kept)}, JSON.stringify(Object.keys(process.env)));
    process.stdout.write('{"secret":"found"}');`,
  );
  const env = {
    ...{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', LANG: 'C.UTF-8' },
    ...{ SHOP_TOKEN: canary, NODE_OPTIONS: '--no-warnings', HTTPS_PROXY: 'http://jo:secret@proxy.example' },
    ...{ MY_NOTES: `the token is ${canary}` },
  };
  expect(await keychainIn(env, { program }).read('shop')).toBe('found');
  const names = JSON.parse(await readFile(kept, 'utf8')) as readonly string[];
  expect(names.filter((name) => Object.hasOwn(env, name))).toEqual(['DBUS_SESSION_BUS_ADDRESS', 'LANG']);
});

describe('without a Secret Service', () => {
  test('and without a D-Bus session there is no keychain', async () => {
    const runtime = ownDirectory();
    for (const env of [{}, { DBUS_SESSION_BUS_ADDRESS: '' }, { XDG_RUNTIME_DIR: runtime }])
      expect(openIn(env)).toBeUndefined();
    await writeFile(join(runtime, 'bus'), '');
    expect(openIn({ XDG_RUNTIME_DIR: runtime })?.name).toBe('the Secret Service');
  });

  test.each(['unix:path=/nonexistent/bus', 'nonsense', 'autolaunch:', 'tcp:host=127.0.0.1,port=1'])(
    'an address of a bus that leads nowhere is no keychain: %s',
    async (address) => {
      const env = { PATH: process.env.PATH ?? '', DBUS_SESSION_BUS_ADDRESS: address };
      const [read, written] = await attempts(keychainIn(env));
      expect([read, written]).toEqual([expect.stringMatching(/^auth: Cannot use the Secret Service: /), 'false']);
    },
  );

  test('a bus that accepts and says nothing does not hold up the command, nor the end of its process', async () => {
    const directory = ownDirectory();
    const path = join(directory, 'bus');
    const bus = createServer().listen(path);
    const turns: number[] = [];
    const ticking = setInterval(() => turns.push(1), 100);
    expect(await outcomeOf(keychainIn({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }).read('shop'))).toBe(
      'auth: Cannot use the Secret Service: no answer within 10 s.',
    );
    clearInterval(ticking);
    bus.close();
    // Everything else went on.
    expect(turns.length).toBeGreaterThan(20);
    expect(await processesWith('keychain-process')).toEqual([]);
  });

  test('without the optional package nothing is written, and a read says why', async () => {
    const program = join(ownDirectory(), 'keychain-process.cjs');
    await copyFile('dist/keychain-process.cjs', program);
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    const [read, written] = await attempts(keychainIn(env, { program }));
    expect([read, written]).toEqual([
      'auth: Cannot use the Secret Service: the optional package @napi-rs/keyring is not installed.',
      'false',
    ]);
  });

  test('a program that cannot be started is a fault of the keychain', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    const outcome = await outcomeOf(keychainIn(env, { program: '/nonexistent.cjs' }).read('shop'));
    expect(outcome).toBe('auth: Cannot use the Secret Service: it ended without an answer.');
  });
});

/** Processes of this test that are still there. */
async function processesWith(name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue;
    const [status, line] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
    );
    if (line?.includes(name) && status?.includes(`PPid:\t${process.pid}\n`)) found.push(line);
  }
  return found;
}
