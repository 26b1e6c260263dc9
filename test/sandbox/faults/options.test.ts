import { expect, test } from 'vitest';
import { parseFaults } from '../../../src/sandbox/faults/options.ts';

test('every fault of the help is read, with its share and in any order', () => {
  const text =
    'fold-keys, 5xx-before=1%,5xx-after=1%,429-after=1%,reset-before=1%,reset-after=1%,late-commit=1%,hang=0.5%,cut-body=0.5%,html-200=0.5%,' +
    'get-5xx=2%,get-reset=25%,get-hang=0%,get-html-200=73%,ignore-filter';
  expect(parseFaults(text)).toEqual({
    shares: {
      '5xx-before': 0.01,
      '5xx-after': 0.01,
      '429-after': 0.01,
      'reset-before': 0.01,
      'reset-after': 0.01,
      'late-commit': 0.01,
      hang: 0.005,
      'cut-body': 0.005,
      'html-200': 0.005,
      'get-5xx': 0.02,
      'get-reset': 0.25,
      'get-hang': 0,
      'get-html-200': 0.73,
    },
    quirks: ['fold-keys', 'ignore-filter'],
  });
});

const expected = (entry: string): string =>
  `--fault "${entry}": expected a fault with a share from 0% to 100%, such as hang=1%.`;

test.each(['', 'resets=1%', 'toString=1%', 'hang', 'hang=1', 'hang=101%', 'hang=-1%', 'hang=1%=2%', 'fold-keys=5%'])(
  'an entry that is no fault with its share is invalid: "%s"',
  (entry) => {
    expect(() => parseFaults(entry)).toThrow(
      expect.objectContaining({ kind: 'usage', field: '--fault', message: expected(entry) }),
    );
  },
);

test('a fault is listed once, and the shares of reads or creations add up to 100% at most', () => {
  expect(() => parseFaults('hang=1%,hang=2%')).toThrow('--fault lists hang more than once.');
  expect(() => parseFaults('get-5xx=60%,get-reset=50%')).toThrow(
    '--fault shares of get-5xx, get-reset, get-hang, get-html-200 add up to more than 100%.',
  );
});

test('shares that add up to exactly 100% are valid', () => {
  const text = 'hang=33.3%,cut-body=33.3%,html-200=33.4%';
  expect(Object.keys(parseFaults(text).shares)).toEqual(['hang', 'cut-body', 'html-200']);
});
