import { expect, test } from 'vitest';
import { decide } from '../../../src/import/deliver/decide.ts';
import { judge } from '../../../src/import/deliver/next.ts';
import type { ComparedRow } from '../../../src/import/march/results.ts';

const results: readonly ComparedRow['result'][] = [
  { kind: 'new' },
  { kind: 'same', recordId: '9' },
  { kind: 'new' },
  { kind: 'new' },
  { kind: 'near', code: 'a', recordId: '9', urlAbs: null },
];

const compared = results.map((result, at): ComparedRow => {
  const key = { field: 'sku', code: `S-${at + 1}` };
  return { row: { record: at + 1, line: at + 2, key, states: undefined, fingerprint: undefined }, result };
});

async function* inPages(): AsyncGenerator<readonly ComparedRow[]> {
  yield compared.slice(0, 2);
  yield compared.slice(2);
}

test('whether a row exists is asked first, then whether it may be another product, then whether it is planned', async () => {
  const decided: string[] = [];
  const asked: number[] = [];
  const questions = {
    exists: ({ result }: ComparedRow) => judge({ row: 'unsent' }, result),
    heldBack: async ({ record }: ComparedRow['row']) => {
      asked.push(record);
      return record === 3 ? 'product 9 may be the same' : undefined;
    },
    planned: new Set([1, 2, 3, 5]),
  };
  await decide(inPages(), questions, ({ row }, action) => {
    decided.push(`${row.record} ${action.do === 'finish' ? action.outcome.state : action.do}`);
  });
  expect(decided).toEqual(['1 send', '2 existing', '3 held', '4 unplanned', '5 blocked']);
  expect(asked).toEqual([1, 3, 4]);
});
