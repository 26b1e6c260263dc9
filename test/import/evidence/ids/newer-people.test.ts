import { expect, test } from 'vitest';
import { customers } from '../../../../src/client/endpoints/imported-customers.ts';
import { IdMarks } from '../../../../src/import/evidence/ids/id-marks.ts';
import { newerPeople } from '../../../../src/import/evidence/ids/newer-people.ts';
import { keysOf, keyText, withHashedKeys } from '../../../../src/import/map/rows/key.ts';

const noun = withHashedKeys(customers, Buffer.from('secret'));
const personAt = (id: number) => ({ customerId: String(id), emailAddress: `p${id}@shop.test` });

/** Which people of the file are found in a store whose customers have these IDs, and how many IDs are read. */
async function foundIn(ids: readonly number[], ofFile: readonly number[], marks = new IdMarks(100)) {
  const keys = new Set(ofFile.flatMap((id) => keysOf(noun, personAt(id)).map(keyText)));
  let reads = 0;
  const { found } = await newerPeople({
    noun,
    marks,
    async read(id) {
      reads++;
      return ids.includes(id) ? { kind: 'record', id: String(id), record: personAt(id) } : { kind: 'missing' };
    },
    isOfFile: (key) => keys.has(keyText(key)),
  });
  return { found: [...found.values()].map(Number), reads };
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

test.each([
  ['nobody is newer', [100], [], { found: [], reads: 3 }],
  ['one ID is missing', [102, 104], [102, 104], { found: [102, 104], reads: 20 }],
  ['only others are newer', from(101, 500), [600], { found: [], reads: 10 }],
  ['many of the file are newer', from(101, 25), from(101, 25), { found: from(101, 25), reads: 40 }],
])('where %s, few IDs are read', async (_, ids, ofFile, result) => {
  expect(await foundIn(ids, ofFile)).toEqual(result);
});

test.each([
  ['nothing is known', new IdMarks(undefined)],
  ['IDs do not rise', new IdMarks(100, 'its IDs do not rise')],
])('where %s, none is', async (_, marks) => {
  expect((await foundIn([101], [101], marks)).reads).toBe(0);
});
