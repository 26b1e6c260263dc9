import { describe, expect, test } from 'vitest';
import { IdMarks, numberOfId } from '../../../../src/import/evidence/ids/id-marks.ts';

describe('an ID that a program can count with', () => {
  test.each([
    ['101', 101],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', undefined],
    ['007', undefined],
    ['0', undefined],
    ['-7', undefined],
    ['1e3', undefined],
    ['101.0', undefined],
    [' 101', undefined],
    ['c-101', undefined],
    ['', undefined],
  ])('%j is %s', (id, number) => expect(numberOfId(id)).toBe(number));
});

describe('IDs that a store has given', () => {
  /** IDs in the order in which they were answered, each with the highest that was known when its row was sent. */
  const marksOf = (ids: readonly (readonly [id: string, low: number | undefined])[], highest?: number): IdMarks => {
    const marks = new IdMarks(highest);
    for (const [id, low] of ids) marks.note(id, low);
    return marks;
  };

  test.each<[string, Parameters<typeof marksOf>, number | undefined, RegExp | undefined]>([
    ['none are known at first', [[]], undefined, undefined],
    ['those of earlier imports are', [[], 90], 90, undefined],
    [
      'the highest counts, whatever is answered last',
      [
        [
          ['103', undefined],
          ['102', undefined],
        ],
      ],
      103,
      undefined,
    ],
    [
      'rows that were sent side by side may be numbered in any order',
      [
        [
          ['103', 100],
          ['101', 100],
        ],
        100,
      ],
      103,
      undefined,
    ],
    ['one above the highest is as it should be', [[['101', 100]], 100], 101, undefined],
    ['the same again is not', [[['100', 100]], 100], 100, /100 came after 100/],
    ['a lower one is not', [[['99', 100]], 100], 100, /99 came after 100/],
    ['one that is lower than those of earlier imports is not', [[['7', 90]], 90], 90, /7 came after 90/],
    [
      'the first doubt stays',
      [
        [
          ['99', 100],
          ['x', 100],
          ['101', 100],
        ],
        100,
      ],
      101,
      /99 came after 100/,
    ],
    ['an ID that is no number is not', [[['a-7', undefined]]], undefined, /not numbers \("a-7"\)/],
  ])('%s', (_, given, highest, doubt) => {
    const marks = marksOf(...given);
    expect([marks.highest, marks.doubt]).toEqual([highest, doubt ? expect.stringMatching(doubt) : undefined]);
  });
});
