import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { jo } from '../support/people.ts';
import { bin } from '../support/programs.ts';
import { answers } from '../support/replies.ts';
import { type SeenRequest, serveStore } from '../support/store.ts';
import { openTerminal } from '../support/terminal.ts';
import { type AskingOptions, atTerminal, expectLeft, openStore } from './asking.ts';

/** Lower than a list of 20 products. */
const small: AskingOptions = { columns: 80, rows: 12 };
const list = ['products', 'list'];
const footer = '20 of 62 shown';
/** What less shows below the first lines of a longer text. */
const more = /^:/m;

/** More products than the pager takes before somebody reads on. */
const pageOfMany = ({ query }: SeenRequest): unknown => {
  const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
  const data = Array.from({ length: limit }, (_, at) => ({ uprid: `${offset + at}`, name: 'a mug '.repeat(20) }));
  return { numRows: 20_000, data: data.slice(0, 20_000 - offset) };
};

/** Lists all of them at a terminal. */
async function listMany(...options: readonly string[]) {
  const { variables, seen } = await serveStore((request, response, count) =>
    answers(200, pageOfMany(request))(request, response, count),
  );
  const env = { ...variables, SHOP_PAGE_SIZE: '500', PAGER: 'less' };
  return { terminal: openTerminal([...list, '--all', ...options], { ...small, env }), requests: () => seen.length };
}

const hasLess = spawnSync('less', ['--version']).status === 0;

describe.skipIf(!hasLess)('a list longer than the screen, in less,', () => {
  test('begins at its start, and what is said of it follows after q', async () => {
    const { terminal } = await atTerminal(list, { ...small, env: { PAGER: 'less' } });
    await terminal.waitFor(more);
    expect(terminal.screen).toMatch(/^ID +SKU/);
    expect(terminal.text).not.toContain(footer);
    terminal.type('q');
    await expectLeft(terminal, 0);
    expect(terminal.text).toContain(footer);
  });

  test('ends without a word when it is left early, and the rest is not fetched', async () => {
    const { terminal, requests } = await listMany();
    await terminal.waitFor(more);
    terminal.type('q');
    await expectLeft(terminal, 0);
    expect(terminal.text.trimEnd()).toMatch(/a mug$/);
    expect(requests()).toBeLessThan(20);
  });

  test.each([
    ['whole', () => atTerminal(list, { ...small, env: { PAGER: 'less' } })],
    ['of which more comes', () => listMany()],
  ])('%s, is left by Ctrl-C, with the terminal as it was', async (_, open) => {
    const { terminal } = await open();
    await terminal.waitFor(more);
    terminal.press('ctrlC');
    await expectLeft(terminal, 130);
  });

  test('has no line of --verbose in it: those of later pages follow', async () => {
    const { terminal } = await listMany('-v');
    await terminal.waitFor(more);
    expect(terminal.text.match(/^GET/gm)).toHaveLength(1);
    terminal.type('q');
    await expectLeft(terminal, 0);
    expect(terminal.text.match(/^GET/gm)?.length).toBeGreaterThan(1);
  });
});

/** A pager that says so. */
const marking = 'sed s/^/paged:/';
const [paged, plain] = [/^paged:ID/m, /^ID/m];

test.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
  ['the pager of PAGER', list, { PAGER: marking }, paged],
  ['no pager with --no-pager', [...list, '--no-pager'], { PAGER: marking }, plain],
  ['no pager in CI', list, { PAGER: marking, CI: '1' }, plain],
  ['no pager for an agent', list, { PAGER: marking, AI_AGENT: '1' }, plain],
  ['no pager beside a log of JSON', [...list, '--log-format', 'json'], { PAGER: marking }, plain],
  ['no pager where PAGER is empty', list, { PAGER: '' }, plain],
  ['the pager of PAGER with quotes', list, { PAGER: "sed 's/I D\\|ID/paged:ID/'" }, paged],
  ['no pager for CSV', [...list, '-o', 'csv'], { PAGER: marking }, /^uprid,/m],
  ['no pager for a card', ['products', 'get', '200'], { PAGER: marking }, plain],
])('a list is shown by %s: shop-cli %j', async (_, argv, env, expected) => {
  const { terminal } = await atTerminal(argv, { env });
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(expected);
});

/** Ways in which a pager shows nothing. */
const broken: readonly (readonly [string, string])[] = [
  ['is missing', 'no-such-pager'],
  ['is a directory', '/etc'],
  ['is not executable', '/etc/passwd'],
  ['has an open quote', '"less'],
  ['is only quotes', "'' -R"],
  ['exits at once', 'false'],
  ['is killed', "sh -c 'kill -9 $$'"],
  ['is ended', "sh -c 'kill $$'"],
  ['closes its input and fails', "sh -c 'exec <&-; exit 3'"],
];

test.each(broken)('where the pager %s (%s), a list is printed', async (_, pager) => {
  const { terminal } = await atTerminal(list, { env: { PAGER: pager } });
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(plain);
  expect(terminal.text).toContain(footer);
  expect(terminal.text).not.toMatch(stack);
});

test('a list is printed where the program has no stdin', async () => {
  const program = ['/bin/sh', '-c', '"$@" <&-', 'sh', process.execPath, bin];
  const { terminal } = await atTerminal(list, { env: { PAGER: marking }, program });
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(plain);
  expect(terminal.text).not.toMatch(stack);
});

/** What Node says of an error that nobody handled. */
const stack = /node:internal|^ +at |AbortError/m;

/** A search at a terminal in a store that answers slowly, once it has found a few people. */
async function findSlowly(env: Readonly<Record<string, string>>) {
  const store = await openStore();
  for (let at = 105; at < 145; at++) {
    await store.post('customers', { ...jo, emailAddress: `jo${at}@example.com` });
    await store.post('baskets', { customerId: at });
  }
  const { variables } = await serveStore((request, response, count) => {
    const reply = fetch(`${store.url}${request.path}?${request.query}`).then(async (answer) => {
      const body: unknown = await answer.json();
      setTimeout(() => answers(answer.status, body)(request, response, count), 150);
    });
    reply.catch(() => response.socket?.destroy());
  });
  const home = ownDirectory();
  const terminal = openTerminal(['customers', 'find', jo.lastName], {
    ...{ columns: 130, rows: 60 },
    env: { HOME: home, XDG_DATA_HOME: home, ...variables, ...env },
  });
  await terminal.waitFor((screen) => (screen.match(/^Found /gm) ?? []).length > 1);
  return terminal;
}

test.each<readonly [string, string]>([['is less', 'less -FRX'], ['is none', ''], ...broken])(
  'Ctrl-C in a search where the pager %s (%s) shows who was found',
  async (_, pager) => {
    const terminal = await findSlowly({ PAGER: pager });
    const found = terminal.screen.match(/jo\d+@example\.com/g) ?? [];
    terminal.press('ctrlC');
    await expectLeft(terminal, 130);
    expect(terminal.text).not.toMatch(stack);
    expect(terminal.text).toMatch(/Searched [^.]*; older baskets/);
    const list = terminal.text.slice(terminal.text.lastIndexOf('Last order') + 1);
    for (const email of found) expect(list).toContain(email);
  },
);
