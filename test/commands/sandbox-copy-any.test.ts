import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretNames, secretWords } from '../../src/resources/record-fields.ts';
import { ownDirectory } from '../support/run.ts';
import { json, serveStore } from '../support/store.ts';
import { anyCharacter } from '../support/thorough.ts';
import { withTwin } from '../support/twin.ts';

// Whatever a store sends, and wherever earlier copies of it stopped: the copy shows the same.

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', ' a ', '0012', 'ä\u0000', '\ud800', "'; --", '%_\\'),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.integer().map(String),
);
const amount = fc.oneof(
  number,
  fc.constantFrom('12.5000', '-3', '', '1e3', '99999999999999999999.5'),
  fc.constant(null),
);

/** Any value without the name of a secret field by chance: those are taken out of every reply. */
const anyJson = fc
  .jsonValue()
  .filter((value) => !new RegExp(`${secretWords}|"(?:${secretNames})"`, 'i').test(JSON.stringify(value)));

/** A record without its IDs. Any field may be missing, and others may be there. */
const fields = fc.record(
  {
    sku: fc.oneof(text, fc.integer(), fc.constant(null)),
    ...{ ean: text, model: text, name: text, description: text, dateAdded: text },
    ...{ price: amount, purchasePrice: amount, quantity: amount, status: amount, taxRate: amount },
    category: fc.record({ id: amount, name: text, cPath: text }, { requiredKeys: [] }),
    manufacturer: fc.record({ id: amount, name: text }, { requiredKeys: [] }),
    attributes: fc.array(anyJson, { maxLength: 3 }),
    images: fc.array(text, { maxLength: 2 }),
    odd: anyJson,
  },
  { requiredKeys: [] },
);

/** IDs that differ, some with options. */
const identities = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 60 }),
    option: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  }),
  { selector: ({ id, option }) => `${id}{3}${option}`, maxLength: 40 },
);

const store = fc.record({
  identities,
  records: fc.array(fields, { minLength: 1, maxLength: 40 }),
  cap: fc.integer({ min: 1, max: 50 }),
  isCounted: fc.boolean(),
  /** How many requests of each attempt are answered, before the token is refused. */
  answered: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
});

test('a copy lists what the store lists, wherever copies before it stopped', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(store, async ({ identities, records, cap, isCounted, answered }) => {
      const all = identities.map(({ id, option }, at) => ({
        ...records[at % records.length],
        ...{ productId: id, uprid: option === undefined ? String(id) : `${id}{3}${option}`, stockId: option ?? -1 },
      }));
      let left = 0;
      const { url, variables } = await serveStore(({ path, query }, response) => {
        if (--left < 0) return json(response, 401, {});
        if (path.endsWith('/baskets')) return json(response, 200, []);
        const offset = Number(query.get('offset') ?? 0);
        const data = all.slice(offset, offset + Math.min(cap, Number(query.get('limit') ?? cap)));
        return json(response, 200, { ...(isCounted ? { numRows: all.length } : { pageNumber: 1 }), data });
      });
      const directory = ownDirectory();
      let found = '';
      const copy = () =>
        withTwin(['--copy-of', url, '--db', join(directory, 'twin.db')], { env: variables }, async ({ run }) => {
          found = (await run('products list --all -o ndjson')).out;
        });
      for (const requests of [...answered, Number.POSITIVE_INFINITY]) {
        left = requests;
        if ((await copy()).code === 0) break;
      }
      const copied = found
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      expect(copied).toEqual(JSON.parse(JSON.stringify(all)));
    }),
    { numRuns: 25 },
  );
});
