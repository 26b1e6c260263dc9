import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { type Behaviour, serveStore } from '../support/store.ts';

/** A store that creates products otherwise than asked. */
function creatingWith(change: (sent: Record<string, unknown>) => object): Behaviour {
  const created: object[] = [];
  return (request, response, count) => {
    const { method, body, query } = request;
    if (method === 'POST') {
      const sent = JSON.parse(body);
      const record = { productId: created.length + 1, uprid: `${created.length + 1}`, ...sent, ...change(sent) };
      created.push(record);
      return answers(200, record)(request, response, count);
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
