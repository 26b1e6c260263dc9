import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedNumber } from '../../src/text/json.ts';

describe('a number is changed by JSON', () => {
  test.each([
    ['0.1234567890123456789', 0.12345678901234568],
    ['{"a":[9007199254740993]}', 9007199254740992],
    ['1e400', Number.POSITIVE_INFINITY],
    ['-1e-400', -0],
    ['{"7":"12345678901234567890","b\\"1e999":12345678901234567890}', 12345678901234567000],
  ])('and that is noticed in %s', (json, held) => {
    expect(changedNumber(json)?.held).toBe(held);
  });
});

describe('a number is not changed', () => {
  test.each([
    '12.50',
    '41.28099173553719',
    '-0',
    '0.000',
    '1E5',
    '1.0e-7',
    '100000000000000000000',
    '"1e400"',
    '[12,3]',
  ])('where JSON can hold it, as in %s', (json) => {
    expect(changedNumber(json)).toBeUndefined();
  });

  test('whatever JSON writes of a number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (held) => {
        expect(changedNumber(JSON.stringify({ held }))).toBeUndefined();
      }),
    );
  });
});

test('a megabyte of digits is read once', () => {
  expect(changedNumber('1'.repeat(2 ** 20))?.held).toBe(Number.POSITIVE_INFINITY);
});
