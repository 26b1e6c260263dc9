import { describe, expect, test } from 'vitest';
import { products as noun } from '../../../src/client/endpoints/products.ts';
import { CliError } from '../../../src/errors.ts';
import { compareByClient } from '../../../src/import/march/client-comparison.ts';
import { factsOfRow } from '../../../src/import/march/facts.ts';
import { StoreTest } from '../../../src/import/march/store-test.ts';
import { checkRows } from '../../../src/import/rows/check.ts';
import { connectTo } from '../../support/connection.ts';
import { virtualClock } from '../../support/run.ts';
import { type Behaviour, json, type SeenRequest, serveStore } from '../../support/store.ts';
import { open } from '../map/files.ts';

type Record = { readonly [name: string]: unknown };

const inOrder = (products: readonly Record[], { query }: SeenRequest): { numRows: number; data: readonly Record[] } => {
  const [, field, code] = /^(sku|ean):(.*)$/s.exec(query.get('filter[search]') ?? '') ?? [];
  const fold = (text: unknown) =>
    String(text ?? '')
      .normalize('NFC')
      .trim()
      .toLowerCase()
      .replace(/^0+/, '');
  const found = field ? products.filter((product) => fold(product[field]) === fold(code)) : products;
  const offset = Number(query.get('offset') ?? 0);
  return { numRows: found.length, data: found.slice(offset, offset + Number(query.get('limit') ?? 100)) };
};

/** A store that finds and lists what it has. */
const storeWith =
  (products: readonly Record[]): Behaviour =>
  (request, response) =>
    json(response, 200, inOrder(products, request));

interface Ways {
  readonly fields?: readonly string[];
  readonly storeOnly?: boolean;
  readonly pageSize?: number;
}

/** Every row in words, what only the store has, what was said, and how often the store was asked. */
async function compared(file: string, behaviour: Behaviour, { pageSize, ...ways }: Ways = {}) {
  const catalogue = await open(file);
  const checked = await checkRows(catalogue, new AbortController().signal, {
    stateRow: ({ values }) => ({ states: factsOfRow(noun, values) }),
  });
  const notices: string[] = [];
  const { url, seen } = await serveStore(behaviour);
  const connection = connectTo(url, pageSize === undefined ? {} : { pageSize });
  const context = { clock: virtualClock(), randomHex: () => 'f00', interrupted: new AbortController().signal };
  const client = {
    ...{ connection, noun, language: undefined, ...ways },
    context,
    tested: new StoreTest(context),
    notice: async (text: string) => void notices.push(text),
    progress: () => ({ show: () => undefined, end: async () => undefined }),
  };
  const read = await compareByClient(checked.keys, client);
  const { comparison } = read;
  const { refused: _, unclear, ...counts } = read.counts;
  const lines: unknown[] = [];
  for await (const batch of comparison.rows())
    lines.push(...batch.map(({ row, result: { kind, ...more } }) => ({ [`${row.line} ${kind}`]: more })));
  const gone = [...comparison.goneProducts()].flat().map(({ id, key }) => `${id} ${key?.code}`);
  const goneCount = comparison.gone;
  checked.keys.close();
  return { lines, counts, gone, goneCount, notices, requests: seen.length };
}

const many = (count: number): readonly Record[] =>
  Array.from({ length: count }, (_, at) => ({ productId: 1000 + at, sku: `OTHER-${at}`, name: `Other ${at}` }));

const mug = { productId: 1, sku: 'MUG', name: 'Mug', price: '4.5000', quantity: '3', urlAbs: 'https://shop.test/mug' };

const file =
  'sku,name,price,ean\nMUG,Mug,4.50,\nTEA,Tea,1.25,\nCUP,Cup,2,\nabc,Abc,,\nNEW,New,,\n,By EAN,3.10,0871234567891\n';

const products: readonly Record[] = [
  mug,
  { productId: 2, sku: 'TEA', name: 'Thee', price: '1.2000', urlAbs: 'https://shop.test/tea' },
  { productId: 3, sku: 'CUP', name: 'Cup', price: '2' },
  { productId: 4, sku: 'CUP', name: 'Cup', price: '2' },
  { productId: 5, sku: 'ABC', name: 'Abc' },
  { productId: 6, sku: 'GONE', name: 'Gone', ean: '123' },
  { productId: 7, sku: 'X', ean: '0871234567891', name: 'By EAN', price: 3.1 },
];

const lines = [
  { '2 same': { recordId: '1' } },
  {
    '3 differs': {
      recordId: '2',
      urlAbs: 'https://shop.test/tea',
      fields: { name: { store: 'Thee', file: 'Tea' }, price: { store: '1.20', file: '1.25' } },
    },
  },
  { '4 duplicate': { recordIds: ['3', '4'] } },
  { '5 near': { recordId: '5', urlAbs: null, code: 'ABC' } },
  { '6 new': {} },
  { '7 same': { recordId: '7' } },
];

const counts = { new: 1, same: 2, differs: 1, duplicate: 1, near: 1 };

describe('A file and a store', () => {
  test('are compared row by row from one list of the store, which also tells what only the store has', async () => {
    const outcome = await compared(file, storeWith(products), { storeOnly: true });
    expect(outcome).toEqual({ lines, counts, gone: ['6 GONE'], goneCount: 1, notices: [], requests: 9 });
  });

  test('are compared with the same result by looking rows up, where that takes fewer requests', async () => {
    const outcome = await compared(file, storeWith([...products, ...many(40)]), { pageSize: 5 });
    expect(outcome).toMatchObject({ lines, counts, gone: [], goneCount: undefined, notices: [] });
    expect(outcome.requests).toBeLessThan(20);
  });

  test('options of one product that share its key are one product, and other IDs than numbers are kept', async () => {
    const options = [
      { productId: 1, uprid: '1', stockId: 1, sku: 'MUG', name: 'Mug', price: '4.50' },
      { productId: 1, uprid: '1{1}2', stockId: 2, sku: 'MUG', name: 'Mug', price: '5.50' },
      { productId: 'p-2', sku: 'TEA', name: 'Tea' },
      { productId: 'p-3', sku: 'CUP', name: 'Cup' },
      { productId: 'p-4', sku: 'CUP', name: 'Cup' },
    ];
    const { lines: found } = await compared('sku,name,price\nMUG,Mug,4.50\nTEA,Tea,\nCUP,Cup,\n', storeWith(options));
    expect(found).toEqual([
      { '2 same': { recordId: '1' } },
      { '3 same': { recordId: 'p-2' } },
      { '4 duplicate': { recordIds: ['p-3', 'p-4'] } },
    ]);
  });
});

describe('A store that changes or counts wrongly while it is listed', () => {
  const rows = `sku,name\n${many(25)
    .map(({ sku, name }) => `${sku},${name}`)
    .join('\n')}\n`;
  const countedAs =
    (numRows: (count: number) => number): Behaviour =>
    (request, response, count) => {
      const page = inOrder(many(25), request);
      json(response, 200, request.query.has('filter[search]') ? page : { ...page, numRows: numRows(count) });
    };

  test('is listed again, and that is said', async () => {
    const changed = countedAs((count) => (count === 5 ? 26 : 25));
    const { counts: found, notices } = await compared(rows, changed, { pageSize: 10 });
    const said = expect.stringMatching(/first counted 25 records, and 26 .* Listing the products again\.$/);
    expect([found.same, notices]).toEqual([25, [said]]);
  });

  test('is asked for every row if the second list is no better', async () => {
    const changing = countedAs((count) => 25 + (count % 7));
    const { counts: found, notices, requests } = await compared(rows, changing);
    expect([found.same, notices[1]]).toEqual([25, expect.stringMatching(/Looking up every row instead\.$/)]);
    expect(requests).toBeGreaterThan(25);
  });

  test('cannot say what only the store has', async () => {
    const changing = countedAs((count) => 25 + count);
    await expect(compared(rows, changing, { storeOnly: true, pageSize: 10 })).rejects.toThrow(CliError);
  });

  test('one that repeats a page, and one that ends early, are not believed', async () => {
    const repeating: Behaviour = (request, response) => {
      const page = inOrder(many(25), request);
      const isThird = !request.query.has('filter[search]') && request.query.get('offset') === '20';
      json(response, 200, isThird ? { ...page, data: many(5) } : page);
    };
    const ending: Behaviour = (request, response) => {
      const page = inOrder(many(25), request);
      json(response, 200, request.query.get('offset') === '20' ? { ...page, data: [] } : page);
    };
    for (const behaviour of [repeating, ending]) {
      const { counts: found, notices } = await compared(rows, behaviour, { pageSize: 10 });
      expect([found.same, notices.length]).toEqual([25, 2]);
    }
  });

  test('one that refuses to look up a row is listed', async () => {
    const refusing: Behaviour = (request, response) =>
      request.query.get('filter[search]') === 'sku:TEA'
        ? json(response, 400, { error: 'invalid search' })
        : json(response, 200, inOrder([...products, ...many(40)], request));
    const outcome = await compared(file, refusing, { pageSize: 5 });
    expect(outcome).toMatchObject({ lines, counts, goneCount: 41 });
  });
});
