import { format } from 'node:util';
import type { Kind } from '../../src/resources/kind.ts';

type Row = readonly [kind: Kind<unknown>, input: unknown, value: unknown];

/** Rows whose first words can stand in the title of a test: the kind, what it gets, and what it makes of it. */
export const named = (rows: readonly Row[]) =>
  rows.map(
    ([kind, input, value]) =>
      [kind.name, input, value === undefined ? 'nothing' : format('%o', value), value, kind] as const,
  );
