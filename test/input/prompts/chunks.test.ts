import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Prompts } from '../../../src/context.ts';
import { askPassword, askText, askWhich, askYesNo } from '../../../src/input/prompts/prompts.ts';
import { wrap } from '../../../src/output/width.ts';

const [home, left, right, end, remove] = ['\x1b[H', '\x1b[D', '\x1b[C', '\x1b[F', '\x1b[3~'];
const [ctrlA, ctrlC, ctrlE, ctrlK, ctrlU, ctrlW, backspace] = ['\x01', '\x03', '\x05', '\x0b', '\x15', '\x17', '\x7f'];
const paste = (text: string): string => `\x1b[200~${text}\x1b[201~`;

/** A terminal at which questions are asked, and what they write to it. */
function openTty() {
  const input = Object.assign(new PassThrough(), { isRaw: false, setRawMode: () => undefined });
  // Questions do not end an output of the process.
  const output = Object.assign(new PassThrough(), { columns: 80, rows: 24, isTTY: true, _isStdio: true });
  output.setEncoding('utf8');
  let written = '';
  let count = 0;
  output.on('data', (text: string) => {
    written += text;
    count++;
  });
  const prompts: Prompts = { input, output, signal: new AbortController().signal, color: false, wrap };
  const turns = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise(setImmediate);
  };
  return {
    prompts,
    /** How often something was written. */
    drawings: () => count,
    /** Waits until this was written. */
    shows: async (text: string) => await turns(() => written.includes(text)),
    /** Gives each chunk once what came before it was taken. */
    async press(...chunks: readonly (string | Buffer)[]): Promise<void> {
      for (const chunk of chunks) {
        input.write(chunk);
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      }
    },
  };
}

/** The answer to a question with this text typed in advance, once these chunks came. */
async function answerTo(initial: string, chunks: readonly (string | Buffer)[]): Promise<string> {
  const { prompts, shows, press } = openTty();
  const answer = askText(prompts, { message: 'Phone:', initial, fault: () => undefined });
  await shows(`Phone: ${initial}`);
  await press(...chunks);
  await press('\r');
  return await answer;
}

const phone = '030-555';
const [thumb, family, flag] = ['👍🏽', '👨‍👩‍👧', '🇳🇱'];

test.each<[string, string, string, string]>([
  ['Home and text', phone, `${home}+31 `, '+31 030-555'],
  ['Home and a pasted text', phone, home + paste('+31 '), '+31 030-555'],
  ['Ctrl-A and text', phone, `${ctrlA}+31 `, '+31 030-555'],
  ['Ctrl-A and a pasted text', phone, ctrlA + paste('+31 (0)'), '+31 (0)030-555'],
  ['arrows and text', phone, `${left}${left}${left}12${right}34`, '030-1253455'],
  ['Home, text, End, text', phone, `${home}ab${end}cd`, 'ab030-555cd'],
  ['Ctrl-A, text, Ctrl-E, text', phone, `${ctrlA}ab${ctrlE}cd`, 'ab030-555cd'],
  ['Delete and text', phone, `${home}${remove}${remove}xyz`, 'xyz0-555'],
  ['Ctrl-K after arrows, and text', phone, `${home}${right}${right}${ctrlK}xyz`, '03xyz'],
  ['Ctrl-W and text', 'Jo Smit', `${ctrlW}de Wit`, 'Jo de Wit'],
  ['Ctrl-W in the middle, and text', 'Jo Smit', `${left.repeat(5)}${ctrlW}Ann`, 'Ann Smit'],
  ['Ctrl-U and text', 'Jo Smit', `${ctrlU}Ann`, 'Ann'],
  ['Backspace and text', 'Jo Smit', `${backspace}${backspace}th`, 'Jo Smth'],
  ['Backspace in the middle, and text', 'Jo Smit', `${left.repeat(5)}${backspace}anna`, 'Janna Smit'],
  ['wide characters in the middle', '東京都', `${left}大阪${left}x`, '東京大x阪都'],
  ['emoji in the middle', 'ab', `${left}${thumb}${family}${flag}c`, `a${thumb}${family}${flag}cb`],
  ['pasted emoji in the middle', 'ab', left + paste(`${family}c`) + right, `a${family}cb`],
  ['text around a paste', 'ab', `${left}x${paste('1\n2')}y`, 'ax1 2yb'],
  ['a tab between words', 'ab', `${left}x\ty`, 'ax yb'],
  ['a line separator', 'ab', `${left}x\u2028y`, 'ax yb'],
  ['Meta-B and text', 'Jo Smit', '\x1bbvan ', 'Jo van Smit'],
  ['keys of a keypad and text', phone, '\x1bOHab\x1bOFcd', 'ab030-555cd'],
])('%s in one chunk are taken in order', async (_, initial, chunk, answer) => {
  expect(await answerTo(initial, [chunk])).toBe(answer);
});

test('an escape sequence and a character that are cut anywhere are one key', async () => {
  const whole = Buffer.from(`${home}é😀${right}${left}${paste('ab\ncd')}${end}x`);
  const answers = new Set<string>();
  for (let at = 1; at < whole.length; at++)
    answers.add(await answerTo('12', [Buffer.concat([whole.subarray(0, at)]), whole.subarray(at)]));
  expect([...answers]).toEqual(['é😀ab cd12x']);
});

test.each([
  ['typed', (text: string) => text],
  ['pasted', paste],
])('10 kB that are %s in the middle are taken at once', async (_, form) => {
  const text = 'a longer text '.repeat(715).trim();
  const { prompts, shows, press, drawings } = openTty();
  const answer = askText(prompts, { message: 'Notes:', initial: 'ab', fault: () => undefined });
  await shows('Notes: ab');
  await press(`${left}${form(text)}`);
  await press('\r');
  expect(await answer).toBe(`a${text}b`);
  expect(drawings()).toBeLessThan(50);
});

test('a text of 10 kB that is typed in advance is drawn once', async () => {
  const initial = 'x'.repeat(10_000);
  const { prompts, shows, press, drawings } = openTty();
  const answer = askText(prompts, { message: 'Notes:', initial, fault: () => undefined });
  await shows('xxx');
  await press(`${home}y`, '\r');
  expect(await answer).toBe(`y${initial}`);
  expect(drawings()).toBeLessThan(50);
});

test('a secret is taken in order, and shown nowhere', async () => {
  const { prompts, shows, press } = openTty();
  const answer = askPassword(prompts, 'Password:');
  await shows('Password:');
  await press(`word${home}pass${end}1`, '\r');
  await shows('Confirm password:');
  await press('pass', 'word1\r');
  expect(await answer).toBe('password1');
});

test('blanks at the ends of a pasted secret, which nobody sees, are dropped', async () => {
  const { prompts, shows, press } = openTty();
  const answer = askPassword(prompts, 'Password:');
  await shows('Password:');
  await press(paste(' secret of jo '), '\r');
  await shows('Confirm password:');
  await press('secret of jo\r');
  expect(await answer).toBe('secret of jo');
});

test('keys of a list in one chunk are taken in order', async () => {
  const { prompts, shows, press } = openTty();
  const choices = ['one', 'two', 'three', 'four'].map((value) => ({ value, label: value }));
  const answer = askWhich(prompts, 'Which?', choices);
  await shows('Which?');
  await press('\x1b[B\x1b[B\x1b[A\x1b[B\r');
  expect(await answer).toBe('three');
});

test.each(['th\r', 'three of them\r', `${'three'.padEnd(10_000, 'x')}\r`])(
  'the letters %.20j of a list in one chunk find one choice',
  async (letters) => {
    const { prompts, shows, press } = openTty();
    const choices = ['one', 'two', 'three', 'four'].map((value) => ({ value, label: value }));
    const answer = askWhich(prompts, 'Which?', choices);
    await shows('Which?');
    await press(letters);
    expect(await answer).toBe('three');
  },
);

test.each([`abc${ctrlC}def`, `abc\r${ctrlC}`, `${ctrlC}\r`, `y\ry\r${ctrlC}`])(
  'Ctrl-C within %j cancels, and nothing that came with it is an answer',
  async (chunk) => {
    const { prompts, shows, press } = openTty();
    const answer = askText(prompts, { message: 'Name:', fault: () => undefined });
    answer.catch(() => undefined);
    await shows('Name:');
    await press(chunk);
    await expect(answer).rejects.toMatchObject({ kind: 'interrupted' });
  },
);

test.each(['Jo\rSmit\r', 'Jo\r\nSmit\r\n', 'Jo\nSmit\nand more'])(
  'a line break ends an answer, and what comes with it in %j is not that of the next question',
  async (chunk) => {
    const { prompts, shows, press } = openTty();
    const first = askText(prompts, { message: 'First name:', fault: () => undefined });
    await shows('First name:');
    await press(chunk);
    expect(await first).toBe('Jo');
    const next = askText(prompts, { message: 'Last name:', fault: () => undefined });
    await shows('Last name:');
    await press('Bos\r');
    expect(await next).toBe('Bos');
  },
);

test('nor is it that of the same question, once the store has refused the answer', async () => {
  const { prompts, shows, press } = openTty();
  const fault = async (text: string): Promise<string | undefined> => {
    await new Promise(setImmediate);
    return text === '101' ? undefined : 'No such customer.';
  };
  const answer = askText(prompts, { message: 'Customer ID:', fault });
  await shows('Customer ID:');
  await press('999\r101\r');
  await shows('No such customer.');
  await press(`${ctrlU}101\r`);
  expect(await answer).toBe('101');
});

test('what is typed while an answer is checked waits for the end of that', async () => {
  const { prompts, shows, press } = openTty();
  let refuse: (fault: string | undefined) => void = () => undefined;
  const fault = (text: string) =>
    text === '1012' ? undefined : new Promise<string | undefined>((resolve) => (refuse = resolve));
  const answer = askText(prompts, { message: 'Customer ID:', fault });
  await shows('Customer ID:');
  await press('101\r', '2');
  refuse('No such customer.');
  await shows('No such customer.');
  await press('\r');
  expect(await answer).toBe('1012');
});

test('Ctrl-C while an answer is checked cancels at once', async () => {
  const { prompts, shows, press } = openTty();
  const answer = askText(prompts, { message: 'Customer ID:', fault: () => new Promise(() => undefined) });
  answer.catch(() => undefined);
  await shows('Customer ID:');
  await press('101\r', `2${ctrlC}`);
  await expect(answer).rejects.toMatchObject({ kind: 'interrupted' });
});

test('a line that is typed while an answer is checked is that of the next question', async () => {
  const { prompts, shows, press } = openTty();
  let accept: (fault: undefined) => void = () => undefined;
  const fault = () => new Promise<undefined>((resolve) => (accept = resolve));
  const first = askText(prompts, { message: 'Customer ID:', fault });
  await shows('Customer ID:');
  await press('101\r', 'Jo\r');
  accept(undefined);
  expect(await first).toBe('101');
  expect(await askText(prompts, { message: 'First name:', fault: () => undefined })).toBe('Jo');
});

test.each([
  ['in one chunk', ['Jo\ry\ry\r']],
  ['in several chunks', ['Jo\ry', '\ry\r', 'y\r']],
  ['typed ahead', ['Jo\r', 'y\r']],
])('a paste of lines %s does not answer a yes-or-no question', async (_, chunks) => {
  const { prompts, shows, press } = openTty();
  const first = askText(prompts, { message: 'Name:', fault: () => undefined });
  await shows('Name:');
  await press(...chunks);
  expect(await first).toBe('Jo');
  const answer = askYesNo(prompts, 'Delete it?');
  await shows('Delete it?');
  await press('n\r');
  expect(await answer).toBe(false);
});

test('Ctrl-C that was pressed before a yes-or-no question cancels it', async () => {
  const { prompts } = openTty();
  prompts.input.resume();
  prompts.input.pause();
  (prompts.input as PassThrough).write(`y\r${ctrlC}`);
  await expect(askYesNo(prompts, 'Delete it?')).rejects.toMatchObject({ kind: 'interrupted' });
});
