import { rmSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { key } from '../support/replies.ts';
import { errorOf } from '../support/run.ts';
import { json, serveStore, type TestStore } from '../support/store.ts';
import { sheetOf } from '../support/workbook.ts';

const lines = [
  'products create --sku A --allow-duplicate',
  'api POST products -f sku=A',
  'customers update 101 --phone-number 1',
  'customers delete 101 --yes',
  `baskets update ${key} --coupon A`,
] as const;

/** A store that accepts everything, and calls this when a write arrives. */
const accepting = (onWrite: () => void = () => undefined, reply: unknown = undefined) =>
  serveStore(({ method }, response) => {
    if (method !== 'GET') onWrite();
    if (method === 'DELETE') return void response.writeHead(204).end();
    json(response, 200, reply ?? { productId: '1', customerId: '101', basketKey: `{${key}}`, orderId: '1', id: '1' });
  });

/** The directory of the result goes while the write is under way. */
async function whereDirectoryGoes(name: string): Promise<{ run: TestStore['run']; writes: () => number }> {
  const directory = ownDirectory();
  await mkdir(join(directory, 'out'));
  const { run, seen } = await accepting(() => rmSync(join(directory, 'out'), { recursive: true }));
  return {
    run: (line) => run(`${line} --output-file out/${name}`, { directory }),
    writes: () => seen.filter(({ method }) => method !== 'GET').length,
  };
}

test.each(lines)(
  '%s: a result that cannot be written after the write does not say that nothing was sent',
  async (line) => {
    for (const name of ['r.json', 'r.txt', 'r.csv', 'r.xlsx']) {
      const { run, writes } = await whereDirectoryGoes(name);
      const { code, err } = await run(`${line} --no-input`);
      expect([name, code, writes()]).toEqual([name, 1, 1]);
      expect(err).toMatch(
        /Cannot write out\/r\.\w+: no such file or directory\. The store accepted the write \(\w+ \//,
      );
      expect(err).toMatch(/before you retry: shop-cli /);
    }
  },
);

test('a full disk after a write does not say that nothing was sent, to programs neither', async () => {
  const { run, seen } = await accepting();
  const { code, err } = await run(`${lines[0]} --output-file /dev/full --json`);
  expect([code, seen.filter(({ method }) => method === 'POST').length]).toEqual([1, 1]);
  expect(errorOf(err)).toMatchObject({
    message: 'Cannot write /dev/full: disk full. The store accepted the write (POST /products).',
    hint: 'Check before you retry: shop-cli products get --sku "A"',
  });
});

test.each<[name: string, reply: unknown, cells: unknown]>([
  ['a text', '"done"', [['value'], ['done']]],
  ['a number', 5, [['value'], ['5']]],
  ['a list of both', ['a', 2], [['value'], ['a'], ['2']]],
  ['an empty list', [], [[]]],
])('%s that the store answers to a write is a table, too', async (_name, reply, cells) => {
  const directory = ownDirectory();
  const { run, seen } = await accepting(undefined, reply);
  for (const name of ['r.xlsx', 'r.csv']) {
    const { code, err } = await run(`api POST products -f sku=A --output-file ${name}`, { directory });
    expect([code, err.startsWith('Wrote') || err === '']).toEqual([0, true]);
  }
  expect(seen).toHaveLength(2);
  expect(JSON.parse(JSON.stringify(await sheetOf(join(directory, 'r.xlsx'))))).toEqual(cells);
  const csv = await readFile(join(directory, 'r.csv'), 'utf8');
  expect(csv.split('\n').filter(Boolean)).toEqual((cells as string[][]).flat());
});
