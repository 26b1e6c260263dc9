import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { writeProfiles } from '../support/profiles.ts';
import { canary } from '../support/run.ts';
import { json, serveStore } from '../support/store.ts';
import { openTerminal } from '../support/terminal.ts';
import { answered, expectLeft, openStore, question } from './asking.ts';

/** Runs a command at a terminal of a user who has stored nothing yet. */
function atHome(argv: readonly string[], home = ownDirectory()) {
  const path = (name: string): string => join(home, '.config', 'shop-cli', name);
  const file = (name: string): string =>
    statSync(path(name), { throwIfNoEntry: false }) ? readFileSync(path(name), 'utf8') : '';
  return { terminal: openTerminal(argv, { directory: home, env: { HOME: home } }), file };
}

/** Something that one waits for, and another gives. */
function signal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

test('a store is set up by answering questions', async () => {
  const store = await openStore();
  const host = new URL(store.url).host;
  const { terminal, file } = atHome(['auth', 'login']);
  await terminal.answer(question('Store address'), 'ftp://shop.example');
  await terminal.waitFor('must begin with https://');
  terminal.press('ctrlU').type(`${host}/api/v2/products`).press('enter');
  await terminal.waitFor(`Using http://${host} (without /api/v2/products).`);
  await terminal.answer(question(`API token for http://${host}`), 'short');
  await terminal.answer(question('Invalid token: shorter than 8 characters. API token for'), store.url);
  await terminal.answer(
    question('Invalid token: it is the store URL. API token for'),
    'https://admin.shop.example/tokens',
  );
  // What was no token is no secret: the URL of the store is shown.
  await terminal.answer(question(`Invalid token: it is a URL. API token for http://${host}:`), canary);
  await terminal.waitFor(`http://${host} accepts the token: it has 62 products.`);
  expect(terminal.text.match(/✔ API token/g)).toHaveLength(1);
  await terminal.waitFor(question('Profile name: local'));
  terminal.type('two words').press('enter');
  await terminal.waitFor('Use up to 63 letters, digits, dots, dashes and underscores');
  terminal.press('ctrlU').type('staging').press('enter');
  await terminal.waitFor('❯ test store: writes need no extra confirmation');
  terminal.press('down').press('enter');
  await terminal.waitFor(answered('What is this store? production'));
  await terminal.waitFor('Stored the profile staging (production), with its token in');
  await expectLeft(terminal, 0);
  expect(terminal.text).not.toContain(canary);
  expect(JSON.parse(file('config.json'))).toMatchObject({
    current: 'staging',
    profiles: { staging: { url: store.url, production: true, readOnly: false, token: 'file' } },
  });
});

test('a token that the store refuses is asked for again, with the sentence of the store, and none is shown', async () => {
  const store = await openStore();
  const { terminal, file } = atHome(['auth', 'login', '--store', store.url]);
  const wrong = ['a-wrong-token-of-mine', 'another-wrong-token'];
  await terminal.answer(question('API token for'), wrong[0] ?? '');
  await terminal.waitFor(/^\? The store 127\.0\.0\.1:\d+ refused the token \(401\)/m);
  terminal.type(wrong[1] ?? '').press('enter');
  await terminal.waitForNext('refused the token');
  await terminal.waitForNext('refused the token');
  expect(file('config.json')).toBe('');
  terminal.type(canary).press('enter');
  await terminal.waitFor('accepts the token: it has 62 products.');
  expect(terminal.text).not.toContain('refused');
  await terminal.waitFor(question('Profile name: local'));
  terminal.press('enter');
  await terminal.waitFor('❯ test store');
  terminal.press('enter');
  await terminal.waitFor('Stored the profile local');
  await expectLeft(terminal, 0);
  expect(wrong.filter((token) => terminal.emulator.raw.includes(token))).toEqual([]);
});

test.each(['enter', 'ctrlC'] as const)(
  'what is typed while a token is tried is not shown, and %s counts',
  async (key) => {
    const [tried, answer] = [signal(), signal()];
    const { url } = await serveStore(({ query }, response) => {
      tried.give();
      if (query.get('token') === canary) return json(response, 200, { products: [], numRows: 62 });
      void answer.given.then(() => json(response, 401, { error: { message: 'no' } }));
    });
    const { terminal } = atHome(['auth', 'login', '--store', url]);
    await terminal.answer(question('API token for'), 'a-wrong-token-of-mine');
    await tried.given;
    terminal.type(canary).press(key);
    if (key === 'ctrlC') {
      await expectLeft(terminal, 130);
    } else {
      answer.give();
      await terminal.waitFor('accepts the token: it has 62 products.');
    }
    expect(terminal.emulator.raw).not.toContain(canary);
  },
);

test('Ctrl-C after a refused token stores nothing', async () => {
  const store = await openStore();
  const { terminal, file } = atHome(['auth', 'login', '--store', store.url]);
  await terminal.answer(question('API token for'), 'a-wrong-token-of-mine');
  await terminal.waitFor('refused the token');
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
  expect(file('config.json')).toBe('');
});

test('an address where nothing answers ends the login, and stores nothing', async () => {
  const { terminal, file } = atHome(['auth', 'login', '--store', '127.0.0.1:1']);
  await terminal.answer(question('API token for http://127.0.0.1:1'), 'some-token-of-mine');
  await terminal.waitFor(/Cannot connect to 127.0.0.1:1.*Nothing was stored\./);
  await expectLeft(terminal, 6);
  expect(file('config.json')).toBe('');
});

test('Ctrl-C at the question for the token stores nothing and leaves the terminal as it was', async () => {
  const store = await openStore();
  const { terminal, file } = atHome(['auth', 'login', '--store', store.url]);
  await terminal.waitFor(question('API token for'));
  terminal.type(canary).press('ctrlC');
  await terminal.waitFor('Cancelled. No changes made.');
  await expectLeft(terminal, 130);
  expect([file('config.json'), terminal.text.includes(canary)]).toEqual(['', false]);
});

test('whoever logs in again is offered only what keeps the mark; auth logout asks, and a no keeps the token', async () => {
  const [store, home] = [await openStore(), ownDirectory()];
  await writeProfiles(home, { live: { url: store.url, production: true } }, 'live');
  const marks = (file: (name: string) => string) => JSON.parse(file('config.json')).profiles.live;
  const login = atHome(['auth', 'login', 'live', '--store', store.url], home);
  await login.terminal.answer(question('API token for'), canary);
  await login.terminal.waitFor('❯ production: every write asks for the store name');
  expect(login.terminal.text).not.toMatch(/test store|read-only: every write/);
  login.terminal.press('enter');
  await login.terminal.waitFor('Stored the profile live');
  await expectLeft(login.terminal, 0);
  expect(marks(login.file)).toMatchObject({ production: true, token: 'file' });

  const { terminal, file } = atHome(['auth', 'logout', '--forget'], home);
  await terminal.answer(question('Remove the profile live, its token and its marks'), '');
  await terminal.waitFor('Cancelled. Nothing was deleted.');
  await expectLeft(terminal, 0);
  expect(marks(file)).toMatchObject({ production: true, token: 'file' });
});

test('auth switch without a name offers the profiles, with the marks of their stores', async () => {
  const [store, home] = [await openStore(), ownDirectory()];
  const profile = { url: store.url, production: true, readOnly: true };
  await writeProfiles(home, { staging: profile, production: profile }, 'staging');
  const { terminal, file } = atHome(['auth', 'switch'], home);
  await terminal.waitFor(question('Which profile?'));
  await terminal.waitFor(`staging     ${store.url}  production and read-only`);
  terminal.press('down', 'enter');
  await terminal.waitFor(`Commands now use ${store.url}`);
  expect(terminal.screen.replaceAll(/\s+/g, ' ')).toContain('(profile production, a production and read-only store).');
  await expectLeft(terminal, 0);
  expect(JSON.parse(file('config.json'))).toMatchObject({ current: 'production' });
});

test('a token command may ask at the terminal, before a login and before each command', async () => {
  const store = await openStore();
  const home = ownDirectory({ token: `${canary}\n` });
  const command = 'printf "Passphrase: " >&2; read -r answer; test "$answer" = open && cat token';
  const { terminal, file } = atHome(['auth', 'login', 'shop', '--store', store.url, '--token-command', command], home);
  await terminal.answer('Passphrase:', 'open');
  await terminal.waitFor('❯ test store: writes need no extra confirmation');
  terminal.press('enter');
  await terminal.waitFor('Stored the profile shop, with its token command in');
  await expectLeft(terminal, 0);
  expect(file('config.json') + file('credentials.json')).not.toContain(canary);
  const next = atHome(['products', 'get', 'BEL-001', '-q'], home).terminal;
  await next.answer('Passphrase:', 'wrong');
  await next.waitFor('The token command of the profile shop failed: exit code 1.');
  await expectLeft(next, 4);
});

test('Ctrl-C ends a token command that waits', async () => {
  const store = await openStore();
  const { terminal, file } = atHome([
    'auth',
    'login',
    'shop',
    '--store',
    store.url,
    '--token-command',
    'echo waiting >&2; sleep 600',
  ]);
  await terminal.waitFor('waiting');
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
  expect(file('config.json')).toBe('');
});
