import { expect, test } from 'vitest';
import { CliError } from '../../../src/errors.ts';
import { comparedRows } from '../../../src/import/evidence/compared-rows.ts';
import { keyText } from '../../../src/import/map/rows/key.ts';
import type { ComparedRow, RowResult } from '../../../src/import/march/results.ts';
import { HashSet, hashOf } from '../../../src/text/hash-set.ts';

const key = { field: 'sku', code: 'A-1' };
const results = [
  { kind: 'new' },
  { kind: 'same', recordId: '9' },
  { kind: 'differs', recordId: '9', urlAbs: null, fields: { name: { store: 'Mug', file: 'Cup' } } },
  { kind: 'duplicate', recordIds: ['9', '10'] },
  { kind: 'near', code: 'a-1', recordId: '9', urlAbs: null },
  { kind: 'refused', message: 'no', error: new CliError('refused', 'no') },
] satisfies readonly RowResult[];

/** What is known of a row for each thing that the store may have, and how often it is looked up. */
async function knownOf(blocked: readonly (typeof key)[], isRecent: boolean) {
  const recent = new HashSet();
  if (isRecent) recent.add(hashOf(keyText(key)));
  const looked: string[] = [];
  const ask = comparedRows({ blocked, recent }, async ({ code }) => {
    looked.push(code);
    return { kind: 'absent' };
  });
  const known = await Promise.all(results.map((result) => ask({ row: { key }, result } as ComparedRow)));
  return { kinds: known.map(({ kind }) => kind), looked };
}

test('a row is as it was compared', async () => {
  const kinds = results.map(({ kind }) => kind);
  expect(await knownOf([], false)).toEqual({ kinds, looked: [] });
});

test('a row that no import may send is not sent, unless the store shows what it has', async () => {
  const kinds = ['blocked', 'same', 'differs', 'duplicate', 'near', 'blocked'];
  expect(await knownOf([key], true)).toEqual({ kinds, looked: [] });
});

test('a row that another import sent a moment ago is looked up when the store would show it', async () => {
  const kinds = ['absent', 'same', 'differs', 'duplicate', 'near', 'refused'];
  expect(await knownOf([], true)).toEqual({ kinds, looked: ['A-1'] });
});
