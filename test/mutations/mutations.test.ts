import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error The list is plain JavaScript: nothing compiles it.
import { mutations } from './mutations.mjs';

const all = mutations as readonly {
  readonly rule: string;
  readonly what: string;
  readonly file: string;
  readonly from: string;
}[];

test.each(all)('$rule: $what is still there to be taken out', ({ file, from }) => {
  expect(readFileSync(file, 'utf8').split(from).length - 1).toBe(1);
});
