import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { Emulator } from '../support/emulator.ts';
import { openTerminal, type TerminalOptions } from '../support/terminal.ts';

/** The embedded store, with its data in an empty folder. */
function ownData(): TerminalOptions {
  const directory = ownDirectory();
  return { directory, env: { HOME: directory, XDG_DATA_HOME: directory, SHOP_URL: 'sandbox' } };
}

test('the emulator shows what a person would see, and how it looks', async () => {
  const emulator = new Emulator(20, 5);
  await emulator.write('\x1b[1;31mError\x1b[0m: \x1b[2mno\x1b[0m\r\nand a line that is wrapped');
  expect(emulator.screen).toBe('Error: no\nand a line that is w\nrapped');
  expect(emulator.text).toBe('Error: no\nand a line that is wrapped');
  expect(emulator.looksOf('r:')).toEqual([
    { character: 'r', isBold: true, isDim: false, color: 1 },
    { character: ':', isBold: false, isDim: false, color: undefined },
  ]);
  expect(emulator.cursor).toEqual({ column: 6, row: 2 });
  emulator.dispose();
});

test('the emulator tells what was changed of the terminal', async () => {
  const emulator = new Emulator(20, 5);
  const before = emulator.modes;
  await emulator.write('\x1b]0;stolen\x07\x1b[?25l\x1b[?2004h\x1b[?1049h\x1b[?1003h');
  expect(emulator.modes).toEqual({
    ...before,
    title: 'stolen',
    isCursorVisible: false,
    bracketedPaste: true,
    isAlternateScreen: true,
    mouse: 'any',
  });
  emulator.dispose();
});

test('an answered question restores the terminal', async () => {
  const terminal = openTerminal(['customers', 'delete', '104'], ownData());
  const before = terminal.modes;
  await terminal.answer(/Delete customer 104.*\?/, 'y');
  await terminal.waitFor(/Deleted customer 104 on the sandbox/);
  const { ttyBefore, ...left } = await terminal.ended();
  expect(left).toEqual({ code: 0, modes: before, ttyAfter: ttyBefore });
});

test('a deletion that is answered with Ctrl-C deletes nothing', async () => {
  const terminal = openTerminal(['customers', 'delete', '104'], ownData());
  const before = terminal.modes;
  await terminal.waitFor('Delete customer 104');
  terminal.press('ctrlC');
  const { ttyBefore, ...left } = await terminal.ended();
  expect(left).toEqual({ code: 130, modes: before, ttyAfter: ttyBefore });
  expect(terminal.text).not.toMatch(/Deleted customer/);
});
