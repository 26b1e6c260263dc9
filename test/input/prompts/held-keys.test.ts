import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { HeldKeys, Keyboard, withoutEcho } from '../../../src/input/prompts/keyboard.ts';

/** A terminal, and whether it shows what is typed. */
function openTty() {
  const echoes: boolean[] = [];
  const setRawMode = (isRaw: boolean): void => void echoes.push(!isRaw);
  return { tty: Object.assign(new PassThrough(), { setRawMode }), echoes };
}

/** What a question gets. */
async function keysOf(keyboard: Keyboard, wanted: number): Promise<string> {
  let keys = '';
  keyboard.begin();
  for await (const chunk of keyboard) {
    keys += String(chunk);
    if (keys.length >= wanted) break;
  }
  return keys;
}

test('what is typed between two questions is not shown, and is for the next one', async () => {
  const { tty, echoes } = openTty();
  const showAgain = withoutEcho(tty);
  const first = new Keyboard(tty);
  tty.write('one\r');
  expect(await keysOf(first, 4)).toBe('one\r');
  first.setRawMode(false);
  first.release();
  const held = new HeldKeys(tty);
  tty.write('two');
  await new Promise(setImmediate);
  tty.write('\r');
  await new Promise(setImmediate);
  held.release();
  expect(await keysOf(new Keyboard(tty), 4)).toBe('two\r');
  expect(echoes).toEqual([false]);
  showAgain();
  expect(echoes).toEqual([false, true]);
});

test('Ctrl-C between two questions is known at once', async () => {
  const { tty } = openTty();
  const held = new HeldKeys(tty);
  tty.write('abc\x03');
  await held.interrupted;
  held.release();
  expect(tty.isPaused()).toBe(true);
});

test('what comes with the Enter of a secret is for the next question', async () => {
  const { tty } = openTty();
  withoutEcho(tty);
  const first = new Keyboard(tty);
  first.on('data', (keys: Buffer) => {
    if (String(keys) === '\r') first.release();
  });
  first.begin();
  tty.write('one\rtwo\r');
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect(await keysOf(new Keyboard(tty), 4)).toBe('two\r');
});
