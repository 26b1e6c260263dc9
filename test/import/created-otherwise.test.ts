import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { type Behaviour, serveStore } from '../support/store.ts';

/** A store that creates products otherwise than asked. @param answered what it answers of a product, if not what it keeps */
function creatingWith(
  change: (sent: Record<string, unknown>) => object,
  answered: (record: Record<string, unknown>, sent: object) => object = (record) => record,
): Behaviour {
  const created: object[] = [];
  return (request, response, count) => {
    const { method, body, query } = request;
    if (method === 'POST') {
      const sent = JSON.parse(body);
      const record = { productId: created.length + 1, uprid: `${created.length + 1}`, ...sent, ...change(sent) };
      created.push(record);
      return answers(200, answered(record, sent))(request, response, count);
    }
    const key = query.get('filter[search]')?.replace(/^\w+:/, '');
    const found = created.filter((record) => key === undefined || (record as { sku?: string }).sku === key);
    return answers(200, { numRows: found.length, data: found })(request, response, count);
  };
}

const csv = 'sku,name,price,quantity,status,taxRate\nA,Lamp,9.95,15,1,21\nB,Chair,5,0,0,9\n';

test.each([
  ['price', () => ({ price: '0.0000', basePrice: '0.0000' })],
  ['quantity', () => ({ quantity: '1' })],
  ['status', ({ status }: Record<string, unknown>) => ({ status: 1 - Number(status) })],
  ['taxRate', () => ({ taxRate: '0.0000', taxRateVal: '0.0000' })],
  ['name', () => ({ name: 'Table' })],
])('an import of which the store did not keep the %s is not complete, and names the rows', async (field, change) => {
  const directory = ownDirectory();
  const { run } = await serveStore(creatingWith(change));
  const files = '--results results.csv --report-html page.html --report-junit junit.xml';
  const { code, out } = await run(`products import - --json ${files}`, { stdin: csv, directory });
  const report = JSON.parse(out);
  const problem = { line: 2, key: 'A', outcome: 'created', field, message: expect.stringContaining(field) };
  expect([code, report.created, report.notKept, report.problems]).toEqual([
    7,
    2,
    2,
    [expect.objectContaining(problem), expect.objectContaining({ ...problem, line: 3, key: 'B' })],
  ]);
  for (const name of ['results.csv', 'page.html', 'junit.xml'])
    expect([name, await readFile(join(directory, name), 'utf8')]).toEqual([
      name,
      expect.stringContaining(`the store did not keep ${field} as sent`),
    ]);
});

test.each([
  [
    'more decimals',
    ({ price }: Record<string, unknown>) => ({ price: `${price}.0000`.replace(/(\.\d+)\.0000/, '$100') }),
  ],
  ['a number as text', ({ quantity }: Record<string, unknown>) => ({ quantity: `${quantity}.0000` })],
  ['a cut name', ({ name }: Record<string, unknown>) => ({ name: String(name).slice(0, 3) })],
])('an import into a store that writes %s is complete', async (_, change) => {
  const { run } = await serveStore(creatingWith(change));
  const { code, out } = await run('products import - --json', { stdin: csv });
  expect([code, JSON.parse(out).notKept]).toEqual([0, 0]);
});

test('imports show has the rows that were created otherwise', async () => {
  const home = ownDirectory();
  const { run } = await serveStore(creatingWith(() => ({ price: '0.00' })));
  await run('products import -', { stdin: csv, home });
  const shown = JSON.parse((await run('imports show 1 --json', { home })).out);
  expect([shown.notKept, shown.problems.length]).toEqual([2, 2]);
});

test.each([
  ['its ID alone', ({ productId }: Record<string, unknown>) => ({ productId })],
  ['nothing', () => ({})],
  ['what it was sent', ({ productId }: Record<string, unknown>, sent: object) => ({ productId, ...sent })],
])('a product that the store did not keep as sent needs attention, if it answers %s', async (_, answered) => {
  const { run } = await serveStore(creatingWith(() => ({ price: '0.0000' }), answered));
  const { code, out } = await run('products import - --json --settle 1s', { stdin: 'sku,name,price\nA,Lamp,9.95\n' });
  const problem = { line: 2, key: 'A', outcome: 'created', field: 'price' };
  expect([code, JSON.parse(out)]).toMatchObject([7, { created: 1, notKept: 1, problems: [problem] }]);
});

test('a store that keeps a product otherwise than it answered is named in a warning', async () => {
  const echo = ({ productId }: Record<string, unknown>, sent: object) => ({ productId, ...sent });
  const { run } = await serveStore(creatingWith(() => ({ price: '0.0000' }), echo));
  const { err } = await run('products import -', { stdin: csv });
  expect(err).toContain('the store answered with product 1 as it was sent, but shows it with something else');
});

/** A store of one customer, kept otherwise than it answers. */
function keepingPerson(kept: object, address: object = {}): Behaviour {
  const known = new Map<string, object>();
  return (request, response, count) => {
    const { method, path, body } = request;
    const isAddress = path.endsWith('/addresses');
    if (method === 'POST') {
      const record = {
        ...JSON.parse(body),
        ...(isAddress ? { id: '301', customerId: '101', country: { isoCode2: 'NL' } } : { customerId: '101' }),
      };
      known.set(path, { ...record, ...(isAddress ? address : kept) });
      return answers(201, record)(request, response, count);
    }
    const record = known.get(path.replace(/\/\d+$/, ''));
    if (isAddress) return answers(200, record ? [record] : [])(request, response, count);
    return record ? answers(200, record)(request, response, count) : answers(404, {})(request, response, count);
  };
}

test.each([
  ['customers', { lastName: 'Jones' }, {}, 'lastName'],
  ['customers', { emailAddress: 'other@shop.test' }, {}, 'emailAddress'],
  ['addresses', {}, { firstName: 'Bob' }, 'firstName'],
])(
  '%s of which the store keeps %o and %o, but answers as it was asked, need attention',
  async (noun, kept, address, field) => {
    const { run } = await serveStore(keepingPerson(kept, address));
    const home = ownDirectory();
    const stdin =
      'email,first name,last name,street,house number,postcode,city,country\njo@shop.test,Jo,Smith,Dam,1,1012 JS,Amsterdam,NL\n';
    const before = noun === 'addresses' ? await run('customers import - --yes', { stdin, home }) : undefined;
    const { code, out } = await run(`${noun} import - --yes --json`, { stdin, home });
    expect([before?.code ?? 0, code, JSON.parse(out)]).toMatchObject([
      ...[0, 7],
      { created: 1, notKept: 1, problems: [{ outcome: 'created', field }] },
    ]);
  },
);

test('a text that a look-up shows in another language is none that the store did not keep', async () => {
  const echo = ({ productId }: Record<string, unknown>, sent: object) => ({ productId, ...sent });
  const store = creatingWith(() => ({ name: 'Lampe' }), echo);
  const { run } = await serveStore(store);
  expect((await run('products import - --language nl', { stdin: 'sku,name,price\nA,Lamp,9.95\n' })).code).toBe(0);
  expect((await run('products import -', { stdin: 'sku,name,price\nB,Lamp,9.95\n' })).code).toBe(7);
});
