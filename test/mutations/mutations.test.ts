import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error The list is plain JavaScript: nothing compiles it.
import { mutate, mutations, readSources } from './mutations.mjs';

interface Mutation {
  readonly rule: string;
  readonly what: string;
  readonly tests: readonly string[];
}
const sources = readSources();

test.each(mutations as readonly Mutation[])('$rule: the mutation "$what" finds its place in the code', (mutation) => {
  const { source, mutated } = mutate(sources, mutation);
  expect(mutated).not.toBe(source);
});

test('Every mutation names tests that exist', () => {
  const missing = (mutations as readonly Mutation[]).filter(
    ({ tests }) => tests.length === 0 || !tests.every((path) => existsSync(path)),
  );
  expect(missing).toEqual([]);
});
