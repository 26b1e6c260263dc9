import { expect, test } from 'vitest';
import { differingPart } from '../../src/text/words.ts';

test.each([
  ['24.95', '25.95', '4'],
  ['Mug', 'Mug blue', ''],
  ['Mug blue', 'Mug', ' blue'],
  ['aaa', 'aa', 'a'],
  ['same', 'same', ''],
  ['', 'new', ''],
  ['cafe\u0301', 'cafe', 'e\u0301'],
  ['a👍🏽b', 'a👍🏻b', '👍🏽'],
])('%j differs from %j in %j', (text, other, part) => {
  const { start, end } = differingPart(text, other);
  expect(text.slice(start, end)).toBe(part);
});
