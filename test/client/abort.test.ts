import { expect, test } from 'vitest';
import { onAbort } from '../../src/client/abort.ts';

test('what ends no longer hears of an abort, and everything else does, once', () => {
  const heard: string[] = [];
  const controller = new AbortController();
  const ends = ['first', 'second', 'third', 'last'].map((name) => onAbort(controller.signal, () => heard.push(name)));
  ends[1]?.();
  ends[3]?.();
  // Twice does no more.
  ends[1]?.();
  controller.abort();
  expect(heard.sort()).toEqual(['first', 'third']);
});

test('what ends when it hears of an abort keeps nothing else from hearing of it', () => {
  const heard: string[] = [];
  const controller = new AbortController();
  for (const name of ['first', 'second', 'third']) {
    const end = onAbort(controller.signal, () => {
      end();
      heard.push(name);
    });
  }
  controller.abort();
  expect(heard).toEqual(['first', 'second', 'third']);
});
