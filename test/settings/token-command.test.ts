import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyStore } from '../support/replies.ts';
import { canary, type Outcome, ownDirectory, type RunOptions, shopCli } from '../support/run.ts';
import { serveSandbox, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

// A token that stays in a password manager: real commands in a real shell.

/** A token in a file, as a password manager has it: no argument of a program may hold it. */
const besideToken = (text = `${canary}\n`): string => ownDirectory({ token: text });

/** Runs a command line with a command in the environment, beside a file `token`. */
async function withCommand(command: string, text?: string, options: RunOptions = {}): Promise<Outcome> {
  const { url } = await serveSandbox();
  const env = { SHOP_URL: url, SHOP_TOKEN_COMMAND: command, ...options.env };
  return await shopCli('products get BEL-001 --fields sku -o csv', { directory: besideToken(text), ...options, env });
}

describe('SHOP_TOKEN_COMMAND', () => {
  test.each([
    ['a line', `${canary}\n`],
    ['a line without an end', canary],
    ['a line of Windows', `${canary}\r\n`],
    ['notes below it, as pass keeps them', `${canary}\nurl: https://shop.example\nuser: an`],
    ['a byte order mark', `\ufeff${canary}\n`],
  ])('is run, and its first line is the token: %s', async (_, text) => {
    expect(await withCommand('cat token', text)).toEqual({ code: 0, out: 'sku\nBEL-001\n', err: '' });
  });

  sampled(3).each<[command: string, problem: string, options?: RunOptions]>([
    ['exit 3', 'failed: exit code 3'],
    ['cat token; exit 1', 'failed: exit code 1'],
    ['kill -9 $$', 'failed: it was ended by SIGKILL'],
    ['sleep 600', 'failed: it did not end within 0.2 s', { commandLimit: 200 }],
    ['true', 'printed nothing'],
    ['echo; cat token', 'printed an empty first line'],
    ['echo "Welcome to the vault"; cat token', 'printed no token on its first line: it contains spaces'],
    ['printf \'"%s"\' "$(cat token)"', 'printed quotes around the token'],
  ])('that does otherwise is an error that says how, and sends nothing: %s', async (command, problem, options) => {
    const { url, seen } = await serveStore(emptyStore);
    const env = { SHOP_URL: url, SHOP_TOKEN_COMMAND: command };
    const { code, out, err } = await shopCli('products list', { directory: besideToken(), env, ...(options ?? {}) });
    expect([code, out, seen]).toEqual([4, '', []]);
    expect(err).toContain(
      `Error: The command in SHOP_TOKEN_COMMAND ${problem}.\nTo see what it does, run it in a shell.`,
    );
  });

  test('is not found: the shell says so', async () => {
    const { code, err } = await withCommand('no-such-password-manager read');
    expect([code, err]).toEqual([4, expect.stringMatching(/not found[\s\S]*Error: .* failed: exit code 127\./)]);
  });

  test('runs where the shell stands: it is the word of this shell', async () => {
    expect((await withCommand('cat token', undefined, { home: ownDirectory() })).code).toBe(0);
  });

  test.each([
    [
      'a command with a token command',
      { SHOP_TOKEN_COMMAND: 'cat token' },
      'The command in SHOP_TOKEN_COMMAND was not run',
    ],
    ['a command without a token', {}, 'No token for'],
  ])('that runs shop-cli ends there: %s', async (_, inherited, message) => {
    const { url } = await serveSandbox();
    const { out } = await withCommand('test -n "$SHOP_TOKEN_COMMAND_RUNS" && cat token');
    const env = { SHOP_URL: url, SHOP_TOKEN_COMMAND_RUNS: '1', ...inherited };
    const { code, err } = await shopCli('products list', { directory: besideToken(), env });
    expect([out, code, err]).toEqual(['sku\nBEL-001\n', 4, expect.stringContaining(message)]);
    expect(err).toContain('A token command started this shop-cli');
  });

  test.each([
    ['4,096 bytes', 4096, 1, 0],
    ['more than is read of its output', 20_000, 1, 4],
    ['characters of three bytes, cut among them', 9000, 3, 4],
  ])('prints a token of %s: one that is too long is refused, not cut and sent', async (_, bytes, width, expected) => {
    const { url, seen } = await serveStore(emptyStore);
    const text = (width === 1 ? 'x' : '\u20ac').repeat(bytes / width);
    const env = { SHOP_URL: url, SHOP_TOKEN_COMMAND: 'cat token' };
    const { code, err } = await shopCli('products list', { directory: besideToken(text), env });
    expect([code, seen.length]).toEqual([expected, expected === 0 ? 1 : 0]);
    if (expected !== 0) expect(err).toContain('printed no token on its first line: longer than 4,096 bytes');
  });

  test('may say what it likes: that is shown, without what it printed and without control characters', async () => {
    const command = 'printf "unlocked \\033[31m%s\\n" "$(tail -n 1 token)" >&2; cat token';
    const { code, err } = await withCommand(command, `${canary}\nanother secret of this entry`);
    expect([code, err]).toEqual([0, 'unlocked \\u{1b}[31m***\n']);
  });

  test('gets no input, and no token of the environment', async () => {
    const command = 'cat; test -z "$SHOP_TOKEN$SHOP_TOKEN_COMMAND" && cat token';
    expect((await withCommand(command, undefined, { stdin: 'this is not for it' })).code).toBe(0);
  });

  test('is not run where SHOP_TOKEN or SHOP_TOKEN_FILE gives the token', async () => {
    expect((await withCommand('exit 1', undefined, { env: { SHOP_TOKEN: canary } })).code).toBe(0);
    expect((await withCommand('exit 1', undefined, { env: { SHOP_TOKEN_FILE: 'token' } })).code).toBe(0);
  });

  test('is not run by auth status, which names it', async () => {
    const env = { SHOP_URL: 'https://shop.example', SHOP_TOKEN_COMMAND: 'touch was-run' };
    const directory = besideToken();
    const { code, out } = await shopCli('auth status --json', { directory, env });
    expect(existsSync(join(directory, 'was-run'))).toBe(false);
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ tokenIn: 'SHOP_TOKEN_COMMAND' })]);
    expect(out).not.toContain('tokenFingerprint');
  });

  test('is named by doctor, without what it says', async () => {
    const { url } = await serveSandbox();
    const env = { SHOP_URL: url, SHOP_TOKEN_COMMAND: 'cat token # private' };
    const { out } = await shopCli('doctor', { directory: besideToken(), env });
    expect(out).toMatch(/token +from SHOP_TOKEN_COMMAND, fingerprint/);
    expect(out).not.toContain('private');
  });

  test.each(['', `SHOP_TOKEN=${canary}\n`])('in a .env is named and never run, beside %j', async (other) => {
    const { url } = await serveSandbox();
    const directory = besideToken();
    await writeFile(join(directory, '.env'), `SHOP_URL=${url}\n${other}SHOP_TOKEN_COMMAND=touch was-run; cat token\n`);
    const { code, err } = await shopCli('products get BEL-001 -q', { directory });
    expect(code).toBe(other === '' ? 4 : 0);
    expect(err).toContain('SHOP_TOKEN_COMMAND is not read from .env. Set it in the environment.');
    const { out } = await shopCli(['doctor', '--json'], { directory });
    expect([out.includes('touch'), existsSync(join(directory, 'was-run'))]).toEqual([false, false]);
  });
});

describe('auth login --token-command', () => {
  /** A home directory with a vault, and a store. */
  async function atHome() {
    const { url } = await serveSandbox();
    const home = ownDirectory({ token: `${canary}\n` });
    const run = (line: string | readonly string[], options: RunOptions = {}) =>
      shopCli(line, { home, directory: home, ...options });
    const login = (command: string, options?: RunOptions) =>
      run(['auth', 'login', 'shop', '--store', url, '--token-command', command], options);
    return { url, home, run, login };
  }

  test('tries the token, and keeps the command in place of the token', async () => {
    const { run, login } = await atHome();
    const { code, err } = await login('cat token');
    expect([code, err]).toEqual([0, expect.stringMatching(/Stored the profile shop, with its token command in \S+,/)]);
    expect((await run('products get BEL-001 -q')).code).toBe(0);
    const status = JSON.parse((await run('auth status --json')).out);
    expect(status).toMatchObject({ profile: 'shop', tokenIn: 'command', tokenFingerprint: null });
    expect((await run('doctor')).out).toMatch(/token +from the token command of the profile shop, fingerprint/);
  });

  test('runs in the home directory, wherever the shell stands', async () => {
    const { run, login } = await atHome();
    const directory = ownDirectory({ token: 'a-token-of-this-folder\n' });
    expect((await login('cat token', { directory })).code).toBe(0);
    expect((await run('products get BEL-001 -q', { directory })).code).toBe(0);
  });

  test.each(['./tok.sh', '"./tok.sh" --shop', 'A=1 bin/tok.sh'])(
    'refuses a command that would be another in each folder: %s',
    async (command) => {
      const { run, login } = await atHome();
      const { code, err } = await login(command);
      expect([code, err]).toEqual([
        2,
        expect.stringContaining('The command in --token-command begins with a relative path.'),
      ]);
      expect((await run('auth list -q')).out).toBe('');
    },
  );

  test('does not run a stored command that begins with a relative path', async () => {
    const { run, login, home } = await atHome();
    await login('cat token');
    await writeFile(join(home, 'tok.sh'), 'touch was-run; cat token', { mode: 0o700 });
    const file = join(home, '.config', 'shop-cli', 'credentials.json');
    await writeFile(file, readFileSync(file, 'utf8').replace('"cat token"', '"./tok.sh"'));
    const { code, err } = await run('products list');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('The token command of the profile shop begins with a relative path.'),
    ]);
    expect(err).toContain('shop-cli auth login shop --token-command');
    expect(existsSync(join(home, 'was-run'))).toBe(false);
  });

  test('a token that is replaced in the vault is used at once', async () => {
    const { run, login, home } = await atHome();
    await login('cat token');
    await writeFile(join(home, 'token'), 'another-token-of-somebody\n');
    const { code, err } = await run('products list');
    expect([code, err]).toEqual([4, expect.stringContaining('Check the token that the token command of the profile')]);
  });

  test.each(['exit 1', 'echo another-token-of-somebody'])(
    'stores nothing where it gives no valid token: %s',
    async (command) => {
      const { run, login } = await atHome();
      expect((await login(command)).code).toBe(4);
      expect((await run('auth list -q')).out).toBe('');
    },
  );

  test('a token takes its place, and it takes the place of a token, also of one in a keychain', async () => {
    const { run, login, url } = await atHome();
    const entries = new Map<string, string>();
    const keychain = {
      name: 'the keychain of this test',
      read: async (account: string) => entries.get(account),
      write: async (account: string, secret: string) => entries.set(account, secret).size > 0,
      remove: async (account: string) => void entries.delete(account),
    };
    const stored = async () => JSON.parse((await run('auth list --json')).out)[0].tokenIn;
    const token = (rest: string) =>
      run(`auth login shop --store ${url} --token-stdin ${rest}`, { stdin: canary, keychain });
    const places: unknown[] = [];
    for (const step of [() => token(''), () => login('cat token', { keychain }), () => token('--insecure-storage')]) {
      await step();
      places.push([await stored(), entries.size, (await run('products get BEL-001 -q', { keychain })).code]);
    }
    await login('cat token');
    places.push([await stored(), entries.size, (await run('products get BEL-001 -q')).code]);
    expect(places).toEqual([
      ['keychain', 1, 0],
      ['command', 0, 0],
      ['file', 0, 0],
      ['command', 0, 0],
    ]);
  });

  test('is forgotten by auth logout', async () => {
    const { run, login } = await atHome();
    await login('cat token');
    await run('auth logout shop --yes');
    const { code, err } = await run('products list');
    expect([code, err]).toEqual([4, expect.stringContaining('No token is stored for the profile shop')]);
  });

  test('a command goes with the address that it was stored with, and no other', async () => {
    const { run, login, home, url } = await atHome();
    const { url: foreign, seen } = await serveStore(emptyStore);
    await login('touch was-run; cat token');
    const config = join(home, '.config', 'shop-cli', 'config.json');
    await writeFile(
      config,
      JSON.stringify({ version: 1, current: 'shop', profiles: { shop: { url: foreign, token: 'command' } } }),
    );
    expect([(await run('products list')).code, seen, foreign === url]).toEqual([4, [], false]);
  });

  test.each([
    ['--token-stdin', 'Use either --token-stdin or --token-command, not both.'],
    ['--insecure-storage', 'Use either --token-command or --insecure-storage, not both.'],
  ])('is refused beside %s', async (option, message) => {
    const { code, err } = await shopCli(`auth login x --store https://shop.example --token-command true ${option}`);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
