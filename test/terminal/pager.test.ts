import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { type SeenRequest, serveStore } from '../support/store.ts';
import { openTerminal } from '../support/terminal.ts';
import { type AskingOptions, atTerminal, expectLeft } from './asking.ts';

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
  ['no pager where that of PAGER is missing', list, { PAGER: 'no-such-pager' }, plain],
  ['no pager for CSV', [...list, '-o', 'csv'], { PAGER: marking }, /^uprid,/m],
  ['no pager for a card', ['products', 'get', '200'], { PAGER: marking }, plain],
])('a list is shown by %s: shop-cli %j', async (_, argv, env, expected) => {
  const { terminal } = await atTerminal(argv, { env });
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(expected);
});
