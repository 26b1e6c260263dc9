import { describe, expect, test } from 'vitest';
import { json, serveStore } from '../support/store.ts';
import { type Answer, catalogue, isPost, type Product, storeOf } from './product-store.ts';

// 202: the store has accepted a product, and may create it later, or never (RFC 9110, 15.3.3).

const bodies: readonly (readonly [string, Omit<Answer, 'status'>])[] = [
  ['the product', {}],
  ['the ID of a job', { body: () => ({ id: 'job-77', status: 'accepted' }) }],
  ['the address of a job', { body: () => undefined, headers: { location: '/api/v2/jobs/77' } }],
  ['that it is pending', { body: () => ({ status: 'pending' }) }],
];

/** What an import of one row says, how often it sends it, and how many products the store has then. */
async function imported(answer: Omit<Answer, 'status'>) {
  const products: Product[] = [];
  const store = await serveStore(storeOf(products, () => ({ status: 202, ...answer })));
  const { code, out } = await store.run('products import - --json', { stdin: catalogue(1) });
  const { created, uncertain } = JSON.parse(out);
  return { code, created, uncertain, sent: store.seen.filter(isPost).length, has: products.length };
}

describe.each(bodies)('a product that is accepted with 202 and %s', (what, answer) => {
  test('is created once the store shows it', async () => {
    expect(await imported({ ...answer, creates: true })).toEqual({
      code: 0,
      created: 1,
      uncertain: 0,
      sent: 1,
      has: 1,
    });
  });

  test('is uncertain if the store never shows it', async () => {
    const sent = what === 'that it is pending' ? 2 : 1;
    expect(await imported({ ...answer, creates: false })).toEqual({ code: 7, created: 0, uncertain: 1, sent, has: 0 });
  });
});

/** The same for customers, whom no list of a store counts: it answers with the whole record. */
async function customersImported(creates: boolean) {
  const customers = new Map<string, object>();
  let lastId = 100;
  const store = await serveStore(({ method, path, body }, response) => {
    if (method === 'POST') {
      const customerId = String(++lastId);
      const record = { customerId, ...JSON.parse(body) };
      if (creates) customers.set(customerId, record);
      return json(response, 202, record);
    }
    const found = customers.get(path.split('/').at(-1) ?? '');
    return json(response, found ? 200 : 404, found ?? { error: { message: 'Not found.' } });
  });
  const stdin = 'email,voornaam,achternaam\nann@shop.test,Ann,Claes\nbob@shop.test,Bob,Claes\n';
  const { code, out } = await store.run('customers import - --json', { stdin });
  const { created, uncertain } = JSON.parse(out);
  return { code, created, uncertain, sent: store.seen.filter(isPost).length, has: customers.size };
}

test('a customer who is accepted with 202 and the whole record is created once the store shows it', async () => {
  expect(await customersImported(true)).toEqual({ code: 0, created: 2, uncertain: 0, sent: 2, has: 2 });
});

test('a customer who is accepted with 202 and the whole record is uncertain if the store never shows it', async () => {
  expect(await customersImported(false)).toEqual({ code: 7, created: 0, uncertain: 2, sent: 2, has: 0 });
});
