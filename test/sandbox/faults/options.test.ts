import { describe, expect, test } from 'vitest';
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

describe('an invalid entry is rejected with the reason', () => {
  test.each([
    ['nothing', '', '--fault "": unknown fault.'],
    ['a comma too many', 'hang=1%,', '--fault "": unknown fault.'],
    ['an unknown fault', 'resets=1%', '--fault "resets=1%": unknown fault.'],
    ['a name that every object has', 'toString=1%', '--fault "toString=1%": unknown fault.'],
    ['no share', 'hang', '--fault "hang": the share must be from 0% to 100%, for example hang=1%.'],
    ['a share without %', 'hang=1', '--fault "hang=1": the share must be from 0% to 100%, for example hang=1%.'],
    ['more than all', 'hang=101%', '--fault "hang=101%": the share must be from 0% to 100%, for example hang=1%.'],
    ['less than none', 'hang=-1%', '--fault "hang=-1%": the share must be from 0% to 100%, for example hang=1%.'],
    ['two shares', 'hang=1%=2%', '--fault "hang=1%=2%": the share must be from 0% to 100%, for example hang=1%.'],
    ['a quirk with a share', 'fold-keys=5%', '--fault "fold-keys=5%": fold-keys takes no share.'],
    ['a fault named twice', 'hang=1%,hang=2%', '--fault lists hang more than once.'],
    ['a quirk listed twice', 'fold-keys,fold-keys', '--fault lists fold-keys more than once.'],
    [
      'reads that fail too often',
      'get-5xx=60%,get-reset=50%',
      '--fault shares of get-5xx, get-reset, get-hang, get-html-200 add up to 110%; the maximum is 100%.',
    ],
  ])('%s', (_what, text, message) => {
    expect(() => parseFaults(text)).toThrow(expect.objectContaining({ kind: 'usage', field: '--fault', message }));
  });

  test('all invalid entries are named at once', () => {
    expect(() => parseFaults('hangs=1%,fold-keys,reset=2%')).toThrow(
      '--fault "hangs=1%": unknown fault.\n--fault "reset=2%": unknown fault.',
    );
  });
});

test('shares that add up to exactly 100% are valid', () => {
  const text = 'hang=33.3%,cut-body=33.3%,html-200=33.4%';
  expect(Object.keys(parseFaults(text).shares)).toEqual(['hang', 'cut-body', 'html-200']);
});
