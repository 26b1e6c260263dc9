import { expect, test } from 'vitest';
import { waitingLine } from '../../src/cli/waiting-line.ts';
import type { Context } from '../../src/context.ts';

/** A terminal whose clock is set by hand, and what its status line says. */
function terminal(isTerminal = true) {
  const lines: string[] = [];
  let [now, tick] = [0, (): void => undefined];
  const context = {
    env: {},
    stderr: {
      isTerminal,
      columns: 80,
      status: async (line: string) => void lines.push(line),
      write: async (line: string) => void lines.push(line),
    },
    clock: { elapsed: () => now },
    every: (_: number, call: () => void) => {
      tick = call;
      return () => undefined;
    },
  } as unknown as Context;
  const at = (milliseconds: number): string | undefined => {
    now = milliseconds;
    tick();
    return lines.at(-1);
  };
  return { line: waitingLine(context), at, lines };
}

test('after half a second without an answer the line says what is waited for, then how long and which attempt', () => {
  const { line, at } = terminal();
  const waiting = line.on('shop.example')();
  expect(at(400)).toBeUndefined();
  expect(at(600)).toBe('Waiting for shop.example …');
  waiting.attempt(2);
  expect(at(3100)).toBe('Waiting for shop.example … 3 s, attempt 2');
  waiting.end();
  expect(at(3200)).toBe('');
});

test('the line says why the attempt before failed', () => {
  const { line, at } = terminal();
  line.on('shop.example')().attempt(2, 'status 503');
  expect(at(1000)).toBe('Waiting for shop.example … 1 s, attempt 2: status 503');
});

test('a log gets a line after five seconds, and then one a minute', () => {
  const { line, at, lines } = terminal(false);
  const waiting = line.on('shop.example')();
  expect(at(4900)).toBeUndefined();
  waiting.attempt(3, 'status 429');
  for (const now of [5000, 5250, 64_000, 65_000]) at(now);
  expect(lines).toEqual([
    'Waiting for shop.example … 5 s, attempt 3: status 429\n',
    'Waiting for shop.example … 65 s, attempt 3: status 429\n',
  ]);
});

test('no line with a progress bar', () => {
  const shown = terminal();
  const show = shown.line.hide();
  shown.line.on('shop.example')();
  expect(shown.at(5000)).toBeUndefined();
  show();
  expect(shown.at(5100)).toBe('Waiting for shop.example … 5 s');
});
