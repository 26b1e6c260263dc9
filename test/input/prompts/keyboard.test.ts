import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Keyboard } from '../../../src/input/prompts/keyboard.ts';

const paste = (text: string): string => `\x1b[200~${text}\x1b[201~`;

/** What a question gets of these chunks. */
async function keysOf(chunks: readonly (string | Buffer)[]): Promise<string> {
  const keyboard = new Keyboard(new PassThrough());
  for (const chunk of chunks) keyboard.write(chunk);
  keyboard.end();
  return (await keyboard.setEncoding('utf8').toArray()).join('');
}

test.each([
  ['typed keys as they are', 'jo\x7f\x1b[A\x1b', 'jo\x7f\x1b[A\x1b'],
  ['a pasted line', paste('Jo Smit'), 'Jo Smit'],
  ['pasted lines as one', paste('\r\n Jo\r\nSmit\n\n'), 'Jo Smit'],
  ['a pasted tab as a space', paste('Jo\tSmit'), 'Jo Smit'],
  ['nothing of control characters', paste('\x1b[31mJo\x03\x04\u009b'), '[31mJo'],
  ['what is typed around a paste', `a${paste('b\n')}\t${paste('c')}d`, 'ab cd'],
  ['nothing of an empty paste', paste(''), ''],
  ['a blank at either end of a pasted text', paste(' Jo  '), ' Jo '],
  ['no blank beside a pasted line break', paste('  \nJo \n '), 'Jo'],
  ['nothing after a line break', `Jo\rSmit\r${paste('y')}`, 'Jo\r'],
  ['a start mark within a paste as text', paste('a\x1b[200~b'), 'a[200~b'],
])('a question at a terminal gets %s', async (_, typed, keys) => {
  expect(await keysOf([typed])).toBe(keys);
});

test('it makes no difference how a paste is cut into chunks', async () => {
  const typed = Buffer.from(`jo${paste('Jo\r\n\r\nSmit\x1b[31m é😀\n')}x${paste(' y ')}\r`);
  const whole = await keysOf([typed]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6 })), async (sizes) => {
      const chunks: Buffer[] = [];
      let rest = typed;
      for (const size of sizes) {
        // An escape at the end of a chunk is the Escape key.
        const length = rest[size - 1] === 0x1b ? size + 1 : size;
        chunks.push(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
      expect(await keysOf([...chunks, rest])).toBe(whole);
    }),
  );
});

test('Ctrl-C ends a paste without an end', async () => {
  expect(await keysOf(['\x1b[200~lost', '\x03', 'typed'])).toBe('lost\x03typed');
});
