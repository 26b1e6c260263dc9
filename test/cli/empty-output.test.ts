import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { answers } from '../support/replies.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { type Behaviour, json, runAt, serveStore } from '../support/store.ts';
import { sampleOf } from '../support/thorough.ts';

const formats = ['table', 'json', 'ndjson', 'csv', 'yaml'];

const lists = [
  'products list',
  'products list --all',
  'products list --envelope',
  'products get A B',
  'products get A',
  'baskets list',
  'baskets list --all',
  'baskets get 2F1B0C6E-0000-4000-8000-000000000701 --full',
  'addresses list --customer 101',
  'customers get 101 102',
  'api GET products',
];
const inEveryFormat = [
  ...lists.flatMap((line) => formats.map((format) => `${line} -o ${format}`)),
  'products list --all --quiet',
  'products get A B --quiet',
  'products export',
  'products import rows.csv --dry-run',
  'products import rows.csv --dry-run --json',
];

/** A directory with a file of rows, which an import needs. */
const besideRows = (): string => ownDirectory({ 'rows.csv': 'sku,name\nA-1,One\n' });

describe('Standard output stays empty, and the exit code says why, if', () => {
  test.each(sampleOf(inEveryFormat, 3))('the store refuses the token: %s', async (line) => {
    const { run } = await serveStore(answers(401, []));
    const { code, out } = await run(line, { directory: besideRows() });
    expect({ code, out }).toEqual({ code: 4, out: '' });
  });

  test.each(formats.flatMap((format) => [`products get A B -o ${format}`, `customers get 1 2 -o ${format}`]))(
    'nothing is found: %s',
    async (line) => {
      const { code, out } = await runAt(answers(404, {}), line);
      expect({ code, out }).toEqual({ code: 3, out: '' });
    },
  );

  test.each(sampleOf(inEveryFormat, 3, 1))('the store cannot be reached: %s', async (line) => {
    const env = { SHOP_URL: 'http://127.0.0.1:9', SHOP_TOKEN: canary };
    const { code, out } = await shopCli(`${line} --retries 0`, { env, directory: besideRows() });
    expect({ code, out }).toEqual({ code: 6, out: '' });
  });

  test.each(sampleOf(inEveryFormat, 3, 2))('it is interrupted before the store answers: %s', async (line) => {
    const controller = new AbortController();
    const { run } = await serveStore(() => controller.abort('SIGINT'));
    const { code, out } = await run(line, { directory: besideRows(), interrupted: controller.signal });
    expect({ isSuccess: code === 0, out }).toEqual({ isSuccess: false, out: '' });
  });

  test('the answer to api is a refusal: its body is on standard error', async () => {
    const refusal = answers(422, { error: { message: 'no', field: 'sku' } });
    const { code, out, err } = await runAt(refusal, 'api POST products -f sku=A');
    expect([code, out, err.includes('"field": "sku"')]).toEqual([5, '', true]);
  });
});

describe('A list that breaks off half-way', () => {
  /** One full page, then nothing but refusals. */
  const breaking: Behaviour = ({ path, query }, response) => {
    if (/\/(C|103)$/.test(path) || Number(query.get('offset')) > 0) return json(response, 500, {});
    if (/\/(A|101)$/.test(path)) return json(response, 200, { productId: 1, customerId: '101', sku: 'A' });
    const data = Array.from({ length: 100 }, (_, at) => ({ productId: at + 1, id: at + 1, sku: `S-${at}` }));
    json(response, 200, { numRows: 250, data });
  };
  const broken = ['products list --all', 'baskets list --all', 'products get A C', 'customers get 101 103'];
  const readers = { json: (text: string): unknown => JSON.parse(text), yaml: (text: string): unknown => parse(text) };

  test.each(broken.flatMap((line) => (['json', 'yaml'] as const).map((format) => [line, format] as const)))(
    'is no document that a reader could take for whole: %s -o %s',
    async (line, format) => {
      const { code, out } = await runAt(breaking, `${line} -o ${format} --retries 0`);
      expect([code, out.length > 10]).toEqual([6, true]);
      expect(() => readers[format](out)).toThrow();
    },
  );

  test.each(['table', 'ndjson', 'csv'])('shows what arrived as %s', async (format) => {
    const { code, out } = await runAt(breaking, `products list --all -o ${format} --retries 0`);
    expect([code, out.match(/S-\d+/g)?.length]).toEqual([6, 100]);
  });
});
