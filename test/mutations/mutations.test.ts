import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error The list is plain JavaScript: nothing compiles it.
import { mutate, mutations } from './mutations.mjs';

interface Mutation {
  readonly rule: string;
  readonly what: string;
  readonly file: string;
}

test.each(mutations as readonly Mutation[])('$rule: the mutation "$what" finds its place in the code', (mutation) => {
  const source = readFileSync(mutation.file, 'utf8');
  expect(mutate(source, mutation)).not.toBe(source);
});
