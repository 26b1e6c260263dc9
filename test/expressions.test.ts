import { describe, expect, test } from 'vitest';
import { slowText, unboundedExpressions } from './support/expressions.ts';

const expressions = unboundedExpressions();

test.each(expressions.map(({ file, expression }) => [`${file}: ${expression}`, expression] as const))(
  'a megabyte is read once: %s',
  (_, expression) => {
    expect(slowText(expression)).toBeUndefined();
  },
);

describe('a quadratic expression is found', () => {
  test.each([/\s*[\r\n]+\s*/g, /"(?:[^"\\]|\\.)*"/g, /^0*\.?0*$/])('%s', (expression) => {
    expect(slowText(expression)).toBeDefined();
  });
});
