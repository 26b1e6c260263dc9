import { format } from 'node:util';
import { expect, test } from 'vitest';
import type { Kind } from '../../src/resources/kind.ts';

type Row = readonly [kind: Kind<unknown>, input: unknown, value: unknown];

/** Rows whose first words can stand in the title of a test: the kind, what it gets, and what it makes of it. */
export const named = (rows: readonly Row[]) =>
  rows.map(
    ([kind, input, value]) =>
      [kind.name, input, value === undefined ? 'nothing' : format('%o', value), value, kind] as const,
  );

type TypedRow = readonly [kind: Kind<unknown>, taken: Readonly<Record<string, unknown>>, refused: readonly string[]];

/** Tests what kinds make of typed texts, and which they refuse. */
export function testTyped(rows: readonly TypedRow[]): void {
  const titled = rows.map(
    ([kind, ...texts]) => [`${kind.name}, such as ${Object.keys(texts[0])[0]}`, kind, ...texts] as const,
  );
  test.each(titled)('a field takes what is typed as its kind, and no other text: %s', (_, kind, taken, refused) => {
    expect(Object.fromEntries(Object.keys(taken).map((text) => [text, kind.typed(text)]))).toEqual(taken);
    expect(refused.filter((text) => kind.typed(text) !== undefined)).toEqual([]);
  });
}
