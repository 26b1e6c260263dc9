import { describe, expect, test } from 'vitest';
import { buildingFiles, slowText, unboundedExpressions } from './support/expressions.ts';

const expressions = unboundedExpressions();

test.each(expressions.map(({ file, expression }) => [`${file}: ${expression}`, expression] as const))(
  'a megabyte is read once: %s',
  (_, expression) => {
    expect(slowText(expression)).toBeUndefined();
  },
);

describe('a quadratic expression is found', () => {
  test.each([/\s*[\r\n]+\s*/g, /"(?:[^"\\]|\\.)*"/g, /^0*\.?0*$/])('whatever it looks like: %s', (expression) => {
    expect(slowText(expression)).toBeDefined();
  });
});

test('those within templates are on the list too', () => {
  const sources = expressions
    .filter(({ file }) => file === 'cli/wrong-usage.ts')
    .map(({ expression }) => expression.source);
  expect(sources).toContain('^[\\p{L}\\p{N} *._-]+$');
});

/** Expressions that are no literals, so not on the list above, and why none is slow. */
const built: Readonly<Record<string, string>> = {
  'client/reply/body.ts': 'names of fields and spaces; a megabyte of spaces in test/commands/hostile-store.test.ts',
  'import/map/numbers.ts': 'used on 64 characters at most',
  'resources/form.ts': 'the name of a field of ours',
  'text/redact.ts': 'a megabyte of each part in test/text/redact.test.ts',
};

test('every file that builds expressions is known', () => {
  expect(buildingFiles()).toEqual(Object.keys(built));
});
