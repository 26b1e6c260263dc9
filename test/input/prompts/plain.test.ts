import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Prompts } from '../../../src/context.ts';
import { askFound, askText, askWhich, askYesNo } from '../../../src/input/prompts/prompts.ts';
import { wrap } from '../../../src/output/width.ts';

/** Asks at a terminal that only prints what it gets, and types a line whenever the question waits for it. */
async function answering<T>(ask: (prompts: Prompts) => Promise<T>, lines: readonly string[]) {
  const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
  const output = new PassThrough();
  const left = [...lines];
  let written = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    written += text;
    if (text.endsWith(' ')) input.write(`${left.shift() ?? ''}\n`);
  });
  const prompts: Prompts = { input, output, signal: new AbortController().signal, color: false, wrap, isPlain: true };
  return { answer: await ask(prompts), written };
}

const fruits = ['apple', 'pear', 'plum', 'peach'].map((label) => ({ value: label.toUpperCase(), label }));

test.each<[lines: readonly string[], answer: boolean]>([
  [[''], false],
  [['maybe', 'YES'], true],
])('a yes-or-no question takes %j as %j', async (lines, answer) => {
  expect((await answering((prompts) => askYesNo(prompts, 'Delete it?'), lines)).answer).toBe(answer);
});

test.each<[lines: readonly string[], answer: string]>([
  [[''], 'PEAR'],
  [['5', '0', 'p', 'PLU'], 'PLUM'],
  [['4'], 'PEACH'],
])('one of a few choices is picked by %j: %s', async (lines, answer) => {
  expect((await answering((prompts) => askWhich(prompts, 'Which?', fruits, 'PEAR'), lines)).answer).toBe(answer);
});

test('one of many choices is found by a text, and picked by its number in what was found', async () => {
  const find = (typed: string) => fruits.filter(({ label }) => label.includes(typed));
  const { answer, written } = await answering((prompts) => askFound(prompts, 'Which?', find), ['kiwi', 'p', 'l', '2']);
  expect(answer).toBe('PLUM');
  expect(written).toContain('> No results found.');
  expect((await answering((prompts) => askFound(prompts, 'Which?', find), ['plu'])).answer).toBe('PLUM');
});

test.each<[what: string, lines: readonly string[], answer: string]>([
  ['accepts what is there', [''], '030-1'],
  ['removes it', [' '], ''],
  ['replaces it, and asks again after a fault', ['wrong', '06-2'], '06-2'],
])('at a text typed in advance, a line %s', async (_, lines, answer) => {
  const fault = (text: string) => (text === 'wrong' ? 'Not a number.' : undefined);
  const ask = (prompts: Prompts) => askText(prompts, { message: 'Phone:', initial: '030-1', fault });
  expect((await answering(ask, lines)).answer).toBe(answer);
});

test('what would move the cursor is shown, not obeyed', async () => {
  const odd = [{ value: 1, label: 'a\u001b[2Jb', below: '\u202e1' }];
  const { written } = await answering((prompts) => askWhich(prompts, 'Which\u001b[A?', odd), ['1']);
  expect(written).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}/u);
});
