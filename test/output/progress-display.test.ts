import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/context.ts';
import { progressMode } from '../../src/output/progress.ts';
import type { Emulator } from '../support/emulator.ts';
import { atTerminal } from './working.ts';

test.each<[what: string, printsRows: boolean, stdout: boolean | 'file', stderr: boolean, term: string, mode: string]>([
  ['an import at a terminal', false, true, true, 'xterm', 'bar'],
  ['an import whose report goes into a pipe', false, false, true, 'xterm', 'bar'],
  ['an import in CI', false, false, false, 'dumb', 'lines'],
  ['an import at a terminal that cannot redraw', false, true, true, 'dumb', 'lines'],
  ['an import whose messages go to a log', false, true, false, 'xterm', 'lines'],
  ['rows that are printed at the terminal', true, true, true, 'xterm', 'nothing'],
  ['rows at the terminal, messages in a log', true, true, false, 'xterm', 'nothing'],
  ['rows in a file, a person at the terminal', true, 'file', true, 'xterm', 'bar'],
  ['rows in a file, at a terminal that cannot redraw', true, 'file', true, 'dumb', 'lines'],
  ['rows in a file, without a terminal', true, 'file', false, 'xterm', 'nothing'],
  ['rows in a pipe, which may lead to the terminal', true, false, true, 'xterm', 'nothing'],
  ['rows in a pipe, without a terminal', true, false, false, 'xterm', 'nothing'],
])('progress is shown, or not, for %s', (_, printsRows, stdout, stderr, TERM, mode) => {
  const context = {
    stdout: { isTerminal: stdout === true, isFile: stdout === 'file' },
    stderr: { isTerminal: stderr },
    env: { TERM },
  };
  expect(progressMode(context as unknown as Context, { printsRows })).toBe(mode);
});

describe('the bar', () => {
  test('is not there in the first half second, and then it is', async () => {
    const { pass, emulator } = atTerminal(80);
    await pass(400, 40);
    expect(emulator.raw).toBe('');
    await pass(100, 10);
    expect(emulator.screen).toBe('  [=>         ]  50 of 1,000  100/s  10 s left');
  });

  test('is redrawn while nothing is done, and the time left grows', async () => {
    const { pass, emulator } = atTerminal(60);
    await pass(1000, 100);
    await pass(1000, 0);
    expect(emulator.screen).toBe('  [=>      ]  100 of 1,000  50/s  18 s left');
  });

  test('takes the speed from the last seconds, since skipped rows are faster than sent ones', async () => {
    const { pass, emulator } = atTerminal(80);
    await pass(1000, 500);
    for (let second = 0; second < 60; second++) await pass(1000, 2);
    expect(emulator.screen).toMatch(/620 of 1,000 {2}2\.0\/s {2}3 min 10 s left$/);
  });

  test.each([80, 40, 20, 12])('fits %i columns in one row, and leaves nothing behind', async (columns) => {
    const { pass, emulator, display } = atTerminal(columns);
    for (let at = 0; at < 20; at++) await pass(700, 50);
    expect(emulator.screen.split('\n').length).toBe(1);
    await display.end();
    expect({ text: emulator.text, cursor: emulator.cursor }).toEqual({ text: '', cursor: { column: 0, row: 0 } });
  });

  test('survives a terminal that becomes narrower and wider', async () => {
    const { pass, emulator, display, resize, stderr } = atTerminal(80);
    await stderr.write('before\n');
    for (const columns of [80, 30, 64, 20, 100, 12]) {
      resize(columns);
      await pass(200, 10);
      await pass(200, 10);
      await pass(200, 10);
    }
    await display.end();
    await stderr.write('after\n');
    expect(emulator.text).toBe('before\nafter');
  });

  test('removes what a terminal has wrapped into the next row', async () => {
    const { pass, emulator, display } = atTerminal(60);
    await pass(1000, 100);
    await emulator.write('\r\n9 s left\u001b[A\r');
    await pass(1000, 100);
    expect(emulator.screen.split('\n').length).toBe(1);
    await emulator.write('\r\n9 s left\u001b[A\r');
    await display.end();
    expect(emulator.screen).toBe('');
  });

  test('stays below the messages that are written meanwhile', async () => {
    const { pass, emulator, stderr } = atTerminal(60);
    await pass(1000, 100);
    await stderr.write('Checking 3 rows without a clear answer …\n');
    expect(emulator.screen).toBe(
      'Checking 3 rows without a clear answer …\n  [=>      ]  100 of 1,000  100/s  9 s left',
    );
  });

  test('and messages are not written while a pager has the screen', async () => {
    const { pass, emulator, stderr } = atTerminal(60);
    stderr.hold('all');
    await pass(1000, 100);
    await stderr.write('20 of 62 shown.\n');
    expect({ raw: emulator.raw, held: stderr.release() }).toEqual({ raw: '', held: ['20 of 62 shown.\n'] });
    await pass(1000, 100);
    expect(emulator.screen).toContain('200 of 1,000');
  });

  test('says what is waited for where its reason has gone, and nothing is done yet', async () => {
    const { pass, emulator, work } = atTerminal(80);
    work.note = '1,000 listed in the store';
    await pass(1000, 0);
    expect(emulator.screen).toContain('0 of 1,000  1,000 listed in the store');
    work.note = '';
    await pass(1000, 0);
    expect(emulator.screen).toContain('0 of 1,000  waiting for the first answer');
  });

  test('is gone at once when the user stops the work, and does not come back', async () => {
    const { pass, emulator, stop, display } = atTerminal(60);
    await pass(1000, 100);
    stop.abort('SIGINT');
    await pass(1000, 100);
    display.show();
    expect({ screen: emulator.screen, cursor: emulator.cursor }).toEqual({ screen: '', cursor: { column: 0, row: 0 } });
  });
});

test('a log has no line of it while texts are held for the error of a command whose result is JSON', async () => {
  const { pass, emulator, stderr } = atTerminal(60, false);
  stderr.hold();
  await stderr.write('Checking.\n');
  for (let at = 0; at < 3; at++) await pass(20_000, 100);
  expect({ raw: emulator.raw, held: stderr.release() }).toEqual({ raw: '', held: ['Checking.\n'] });
  await pass(20_000, 100);
  expect(emulator.text).toContain('400 of 1,000');
});

test.each([true, false])(
  'after the end nothing is shown of what is still under way (terminal: %s)',
  async (isTerminal) => {
    const { pass, emulator, display } = atTerminal(60, isTerminal);
    await pass(1000, 100);
    await display.end();
    await pass(20_000, 100);
    display.show();
    await pass(0, 0);
    expect(emulator.text).toBe('');
  },
);

describe('the tab of the terminal', () => {
  const env = { WT_SESSION: '1' };
  /** What was sent to it. */
  const sent = ({ raw }: Emulator): readonly string[] =>
    raw
      .split('\u001b]9;4;')
      .slice(1)
      .map((text) => text.split('\u0007')[0] ?? '');

  test('has the progress, and has none after the end', async () => {
    const { pass, emulator, display, work } = atTerminal(60, true, env);
    await pass(1000, 100);
    work.total = undefined;
    await pass(1000, 100);
    await display.end();
    expect(sent(emulator)).toEqual(['1;10', '3', '0']);
    expect(emulator.text).toBe('');
  });

  test('has none as soon as the user stops the work', async () => {
    const { pass, emulator, stop } = atTerminal(60, true, env);
    await pass(1000, 100);
    stop.abort('SIGINT');
    await pass(1000, 100);
    expect(sent(emulator)).toEqual(['1;10', '0']);
  });

  test.each([
    ['for work that is done at once', true, env, 100],
    ['in a log', false, env, 20_000],
    ['where it is not known to show progress', true, {}, 1000],
  ])('keeps its title as it is %s', async (_, isTerminal, variables, milliseconds) => {
    const { pass, emulator, display } = atTerminal(60, isTerminal, variables);
    await pass(milliseconds, 100);
    await display.end();
    expect(sent(emulator)).toEqual([]);
  });
});

test('a log gets a line every ten seconds, without anything but text', async () => {
  const { pass, emulator } = atTerminal(80, false);
  for (let second = 0; second < 25; second++) await pass(1000, 10);
  expect(emulator.raw).toBe('  100 of 1,000  10/s  1 min 30 s left\r\n  200 of 1,000  10/s  1 min 20 s left\r\n');
});
