import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeOf } from '../import/product-store.ts';
import { answers, hangsUp } from '../support/replies.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { type Behaviour, json, namedStore, runAt, serveSandbox, serveStore } from '../support/store.ts';

/** A store that creates everything but the product with this SKU, which it answers otherwise. */
function growingBut(sku: string, otherwise: Behaviour): Behaviour {
  const answer = storeOf();
  return (request, response, count) => {
    const isThat = request.method === 'POST' && JSON.parse(request.body).sku === sku;
    (isThat ? otherwise : answer)(request, response, count);
  };
}

describe('products import', () => {
  test('reads, checks, sends and reports', async () => {
    const { run } = await serveSandbox({ empty: true });
    const outcome = await run('products import test/support/catalogue.csv', { directory: process.cwd() });
    expect(outcome).toMatchInlineSnapshot(`
      {
        "closing": "✓ Created 69 products",
        "code": 0,
        "err": "test/support/catalogue.csv: utf-8, commas, decimal point
      Columns: sku, ean, name, model, price, purchasePrice, quantity, taxRate, status
      Warning: 1 row has no price, or a price of 0: line 74.
      69 rows checked: none invalid, 1 warning.
      Sending 69 rows to shop.test, up to 16 at a time.
      Details: shop-cli imports show 1
      ",
        "out": "Rows in file  69
      Created       69
      ",
      }
    `);
    const { out } = await run('products list --all --json');
    expect(JSON.parse(out)).toHaveLength(69);
  });

  test('every price, name and code comes back unchanged', async () => {
    const csv =
      'Artikelnummer;Naam;Prijs;EAN;Voorraad\r\n007;"iPod ""Nano"", it’s\r\nnew";1.234,50;2000004001377;5\r\n1E5;Größe;0,05;;\r\n';
    const { run } = await serveSandbox({ empty: true });
    expect((await run('products import -', { stdin: csv })).code).toBe(0);
    const { out } = await run('products list --all --json');
    expect(JSON.parse(out)).toMatchObject([
      { sku: '007', name: 'iPod "Nano", it’s\r\nnew', price: '1234.5000', ean: '2000004001377', quantity: 5 },
      { sku: '1E5', name: 'Größe', price: '0.0500', ean: '', quantity: 0 },
    ]);
  });

  test.each([
    ['a header alone', 'sku,name\n', 'The file has a header but no rows.'],
    ['a price of abc', 'sku,name,price\nA,x,abc\n', 'line 2, price "abc": must be an amount'],
    ['an SKU twice, one row invalid', 'sku,name\nA,x\nA,\n', 'line 3, sku "A": duplicate SKU, also on line 2'],
    ['a second line of names', 'sku,name\nArtikelnummer,Bezeichnung\nA,x\n', 'Line 2 is a second header: "Artik'],
    ['the header once more', 'sku,name\nA,x\nsku,name\nB,y\n', 'line 3: repeats the header: remove it'],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('sku,name\nA,é\nB,'), Buffer.from([0xe9, 0x0a])]),
      'Line 3 has bytes that are not UTF-8',
    ],
  ])('%s is exit code 2, and nothing is sent', async (_, stdin, message) => {
    const { run, seen } = await serveStore(storeOf());
    expect(await run('products import -', { stdin })).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(seen).toEqual([]);
  });

  test.each([
    ['a missing file', ['missing.csv'], 'Cannot read missing.csv: no such file or directory.'],
    ['an unknown field', ['-', '--map', 'colour=Kleur'], 'Invalid --map "colour=Kleur": unknown field.'],
    ['a field set twice', ['-', '--set', 'status=1', '--set', 'STATUS=0'], 'Use --set only once for status.'],
    ['an invalid constant', ['-', '--set', 'price=cheap'], 'price'],
    ['a missing column', ['-', '--map', 'name=Titel'], 'Titel'],
    ['a concurrency of 0', ['-', '--concurrency', '0'], '--concurrency "0" must be a whole number from 1 to 64'],
    ['an invalid delimiter', ['-', '--delimiter', 'x'], '--delimiter "x" must be one of'],
    ['an unknown preset', ['-', '--preset', 'amazon'], '--preset "amazon" must be one of shopify, woocommerce, '],
    ['a VAT rate of 101', ['-', '--vat-included', '101'], '--vat-included "101" must be a percentage from 0 to 100'],
    ['many rows', ['-', '--expect-rows', 'many'], '--expect-rows "many" must be a whole number, 0 or more'],
    ['a timetable', ['-', '--rate', '08:00 2/s'], '--rate "08:00 2/s" must be requests per second, from 1 to 10000'],
  ])('%s is exit code 2, and nothing is printed', async (_, argv, message) => {
    const { run, seen } = await serveStore(storeOf());
    const { code, out, err } = await run(['products', 'import', ...argv], { stdin: 'sku,name\nA,x\n' });
    expect([code, out, err, seen]).toEqual([2, '', expect.stringContaining(message), []]);
  });

  test('every fault is in the JSON report, with line and column', async () => {
    const { code, out } = await shopCli('--store sandbox products import - --json', {
      stdin: 'sku,name,price\nA,x,abc\n,y,1\n',
    });
    expect([code, JSON.parse(out)]).toMatchObject([
      2,
      {
        ...{ rows: 2, invalid: 2, stopped: '2 of 2 rows are invalid.' },
        problems: [
          { line: 2, key: 'A', outcome: 'invalid', field: 'price', value: 'abc', message: /^must be an amount/ },
          { line: 3, key: null, outcome: 'invalid', field: null, value: null, message: /^no SKU or EAN/ },
        ].map(({ message, ...problem }) => ({ ...problem, message: expect.stringMatching(message) })),
      },
    ]);
  });

  test('without a store nothing is even read', async () => {
    expect(await shopCli('products import missing.csv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('No store selected.'),
    });
  });

  test.each([
    ['a refused token', 401, '{"error":{"message":"no"}}', 4],
    ['HTML', 200, '<html>', 5],
    ['another API', 200, '{}', 5],
  ])('a store that answers with %s is reported before anything is sent', async (_, status, body, code) => {
    const { run, seen } = await serveStore((__, response) => json(response, status, body));
    const outcome = await run('products import - --retries 0', { stdin: 'sku,name\nA,x\n' });
    expect({ code: outcome.code, methods: seen.map(({ method }) => method) }).toEqual({ code, methods: ['GET'] });
  });

  test('rejected rows are written unchanged to a file, which can be fixed and imported; the rest is created', async () => {
    const refuses = answers(422, { error: { message: 'no "B"', field: 'sku' } });
    const directory = ownDirectory({ 'in.csv': 'sku;name\r\nA;x\r\nB;"y ""2""\nz"\r\nC;q\r\n' });
    const { run } = await serveStore(growingBut('B', refuses));
    const { code, err } = await run('products import in.csv --rejected out.csv --concurrency 1', { directory });
    const rejected = namedStore(await readFile(join(directory, 'out.csv'), 'utf8'));
    expect([code, err.split('\n').slice(-5, -1).join('\n'), rejected]).toEqual([
      7,
      'Rejected rows are in out.csv: fix them there, then import that file.\n' +
        'Details: shop-cli imports show 1\n' +
        '2 rows have no price, or a price of 0. Customers can order what was created from them for 0.00: set the prices in the back office.\n' +
        'Created 2 products on shop.test. 1 row needs attention.',
      'sku;name;error_line;error_field;error_message\n' +
        'B;"y ""2""\nz";3;sku;"The store shop.test refused the request (422): no ""B"""\n',
    ]);
  });

  test('a lost answer is looked up; a row that is never there is sent five times at most, and then uncertain', async () => {
    const { run, seen } = await serveStore(growingBut('B', hangsUp));
    const { code, out } = await run('products import - --json', { stdin: 'sku,name\nA,x\nB,y\nC,z\n' });
    expect([code, JSON.parse(out)]).toMatchObject([7, { created: 2, uncertain: 1, problems: [{ line: 3 }] }]);
    const keys = seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).sku);
    expect(keys.sort().join('')).toBe('ABBBBBC');
  });

  test('what a store echoes of the token is in no output, nor in the rejected file', async () => {
    const echo = `token=${canary} ${canary} ${encodeURIComponent(canary)}`;
    const store = growingBut('A', answers(422, { error: { message: echo, field: canary } }));
    const directory = ownDirectory();
    const line = 'products import - --rejected out.csv --json -v';
    const { out, err } = await runAt(store, line, { directory, stdin: 'sku,name\nA,x\n' });
    const rejected = await readFile(join(directory, 'out.csv'), 'utf8');
    expect(rejected).toContain('token=***');
    expect(`${out}${err}${rejected}`).not.toContain('canary');
  });

  test('Ctrl-C while the file is read sends nothing', async () => {
    const interrupted = AbortSignal.abort('SIGINT');
    const { run, seen } = await serveStore(storeOf());
    const { code } = await run('products import -', { stdin: 'sku,name\nA,x\n', interrupted });
    expect([code, seen]).toEqual([130, []]);
  });

  test('names of the file are escaped wherever they are shown', async () => {
    const { err } = await shopCli('--store sandbox products import -', {
      stdin: 'sku,na\u001b]0;owned\u0007me,price\nA,\u001b[31mx,\u202eabc\n',
    });
    expect([...err].filter((character) => character < ' ' && character !== '\n')).toEqual([]);
    expect(err).not.toContain('\u202e');
  });
});
