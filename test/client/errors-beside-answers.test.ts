import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { address, answers, basket, customer, key } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { type Behaviour, json, runAt, serveStore } from '../support/store.ts';

// "Replies to a read" in docs/internals/promises.md: of a read, an error is no answer, whatever is beside it.

const product = { productId: 206, uprid: '206', sku: 'LAMP', name: 'Lamp' };
const gone = 'MySQL server has gone away';

/** A list of none with an error in it, in the envelopes of several frameworks. */
const errors: readonly unknown[] = [
  { numRows: '0', data: [], error: gone },
  { numRows: '0', data: [], errors: [{ message: gone }] },
  { numRows: '0', data: [], success: false, message: gone },
  { numRows: 0, data: { numRows: 0, products: [], baskets: [], error: gone } },
  { products: { data: [], error: gone }, baskets: { data: [], error: gone }, addresses: { rows: [], error: gone } },
  { numRows: 0, data: [], Error: gone },
  { numRows: 0, data: [], ok: 'false', msg: gone },
  { numRows: 0, data: [], status: 'error', message: gone },
  { numRows: 0, data: [], code: 500, message: gone },
  { numRows: 0, data: [], meta: { error: { code: 2006, message: gone } } },
  { numRows: 0, data: [], exception: `PDOException: ${gone}` },
  { numRows: 0, data: [], errorCode: 2006, errorMessage: gone },
  { numRows: 0, result: { success: '0', data: [], message: gone } },
];

const lists = [
  'products list --all',
  'products list --search lamp',
  'products export',
  'products diff catalogue.csv',
  'products get LAMP --sku',
  'products create --sku NEW --price 1',
  'products import catalogue.csv --dry-run',
  'baskets list --all',
  'baskets list --last 5',
  `baskets create --product sku=LAMP`,
  'addresses list --customer 101',
  'orders list',
  'customers find jo@example.com',
];

describe('a list with an error in it is no list', () => {
  test.each(lists.flatMap((line) => errors.map((body) => [line, body] as const)))(
    'shop-cli %s is refused the reply %j',
    async (line, body) => {
      const directory = ownDirectory();
      writeFileSync(join(directory, 'catalogue.csv'), 'sku,name,price\nA-1,Cup,1.50\n');
      const { run, seen } = await serveStore(answers(200, body));
      const { code, out, err } = await run(`${line} --retries 0`, { directory });
      expect([code, out, seen.filter(({ method }) => method !== 'GET').length]).toEqual([5, '', 0]);
      expect(err).toContain(gone);
    },
  );

  test('nor is one with records beside it', async () => {
    const { code, out, err } = await runAt(answers(200, { numRows: 1, data: [product], error: gone }), 'products list');
    expect([code, out]).toEqual([5, '']);
    expect(err).toBe(`Error: The store shop.test refused the request: ${gone}\n`);
  });
});

describe('a record with an error beside it is no record', () => {
  const bodies = [
    ['products get 206', product],
    [`baskets get ${key}`, basket],
    ['customers get 101', customer],
    ['addresses get 301 --customer 101', address],
    ['orders get 1001', { orderId: '1001', customerId: '101' }],
  ] as const;

  test.each(bodies)('of shop-cli %s', async (line, record) => {
    for (const body of [
      { ...record, error: gone },
      { data: record, errors: [gone] },
      { data: { ...record, error: gone } },
      { success: false, ...record },
    ]) {
      const { code, out } = await runAt(answers(200, body), line);
      expect([code, out, body]).toEqual([5, '', body]);
    }
  });

  test('but a field of that name in an entry of a list, or of a record under its name, is the record’s own', async () => {
    const order = { orderId: '1001', error: 'Card declined' };
    expect((await runAt(answers(200, { order }), 'orders get 1001 --json')).code).toBe(0);
    const list = { numRows: 1, data: [{ ...product, error: 'No image' }] };
    expect((await runAt(answers(200, list), 'products list --quiet')).out).toBe('206\n');
  });
});

describe('what says that there was no error is an answer', () => {
  test.each([
    ...[{ error: null }, { error: '' }, { error: false }, { error: 0 }, { error: [] }, { errors: {} }],
    ...[{ error: '0' }, { error: 'none' }, { error: { code: 0, message: '' } }, { errors: { sku: [] } }],
    ...[{ message: 'Deprecated since 7.4' }, { success: true }, { status: 'ok' }, { code: 200 }, { errorCode: 0 }],
    ...[{ warnings: ['slow'] }, { hasErrors: false }, { success: null }],
  ])('%j beside the data', async (words) => {
    const list = await runAt(answers(200, { numRows: 1, data: [product], ...words }), 'products list --quiet');
    expect([list.code, list.out]).toEqual([0, '206\n']);
    expect((await runAt(answers(200, { ...customer, ...words }), 'customers get 101')).code).toBe(0);
  });
});

describe('a write with an ID or a record beside an error is unclear, and never repeated', () => {
  const post =
    (body: unknown): Behaviour =>
    ({ method }, response) =>
      json(response, 200, method === 'GET' ? { numRows: 0, data: [] } : body);
  const person = '--first-name Jo --last-name Vries';

  test.each([
    ['products create --sku A --price 1', { ...product, sku: 'A', error: 'mail not sent' }],
    ['products create --sku A --price 1', { id: 5, error: 'mail not sent' }],
    ['products create --sku A --price 1', { data: { id: 5 }, errors: ['mail not sent'] }],
    [`customers create --email-address a@b.example ${person}`, { customerId: 5, errorMessage: 'mail not sent' }],
    [`customers create --email-address a@b.example ${person}`, { success: false, id: 5, msg: 'mail not sent' }],
    ['baskets create --customer 101', { ...basket, error: { message: 'mail not sent' } }],
  ])('shop-cli %s answered with %j', async (line, body) => {
    const { run, seen } = await serveStore(post(body));
    const { code, out, err } = await run(line);
    expect([code, out, seen.filter(({ method }) => method === 'POST').length]).toEqual([10, '', 1]);
    expect(err).toContain('mail not sent');
  });
});
