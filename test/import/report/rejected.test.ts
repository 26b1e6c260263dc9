import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { type Behaviour, json, namedStore, serveSandbox } from '../../support/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { bookOf, sheetOf } from '../file/books.ts';
import { serveShop, storeOf } from '../product-store.ts';

const file = 'sku,name\nA,x\n';

/** The row in --rejected and that in --results, where a store names a field. */
const rejectedFor = async (field: string): Promise<string> => {
  const { run, read } = await serveShop(
    file,
    storeOf([], () => ({ status: 422, body: () => ({ error: { message: field, field } }) })),
  );
  await run('--rejected out.csv --results all.csv');
  return `${(await read('out.csv')).split('\n')[1]}\n${(await read('all.csv')).split('\n')[1]}`;
};

test('what a store says is escaped in --rejected and --results, and takes one line', async () => {
  const [rejected, result] = (await rejectedFor('\u001b[31m\u202e\r\nprice')).split('\n');
  expect(rejected).toContain(String.raw`A,x,2,\u{1b}[31m\u{202e}\r\nprice,`);
  expect([rejected, result]).toEqual(
    Array(2).fill(expect.stringMatching(/\(422\): \\u\{1b\}\[31m\\u\{202e\}.*price"?(?:,said,\S+)?$/)),
  );
});

test.each([
  ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
  ['a;=1+2', "a;'=1+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
])('a formula that a store names as the field, %s, is guarded in --rejected', async (field, cell) => {
  expect(await rejectedFor(field)).toContain(`A,x,2,${cell},`);
});

test('an ID that a store gives is escaped in --results', async () => {
  const sent: object[] = [];
  const store: Behaviour = ({ method, body }, response) => {
    if (method !== 'POST') return json(response, 200, { numRows: sent.length, data: sent });
    sent.push({ ...(JSON.parse(body) as object), productId: '7\u001b[31m' });
    return json(response, 201, sent[0]);
  };
  const { run, read } = await serveShop(file, store);
  await run('--results out.csv');
  expect(await read('out.csv')).toContain(String.raw`A,created,7\u{1b}[31m,`);
});

test('a row with several problems has all of them in --rejected and in --results', async () => {
  const rows = 'A,x,abc,many\nB,,1,1\nD,x,1,-\nD,y,1,1\nC,z,1,1\n';
  const { run, read } = await serveShop(`sku,name,price,quantity\n${rows}`, storeOf());
  await run('--skip-invalid --rejected bad.csv --results all.csv');
  expect(namedStore(`${await read('bad.csv')}\n${await read('all.csv')}`)).toMatchInlineSnapshot(`
    "sku,name,price,quantity,error_line,error_field,error_message
    A,x,abc,many,2,price; quantity,"price: must be an amount, such as 12.50; quantity: must be a whole number, such as 12"
    B,,1,1,3,,no name: add one
    D,x,1,-,4,quantity; sku,"quantity: must be a whole number, such as 12; sku: duplicate SKU, also on line 5"
    D,y,1,1,5,sku,"duplicate SKU, also on line 4"

    line,key,outcome,productId,message,evidence,store
    2,A,invalid,,"price: must be an amount, such as 12.50; quantity: must be a whole number, such as 12",none,shop.test
    3,B,invalid,,no name: add one,none,shop.test
    4,D,invalid,,"quantity: must be a whole number, such as 12; sku: duplicate SKU, also on line 5",none,shop.test
    5,D,invalid,,"sku: duplicate SKU, also on line 4",none,shop.test
    6,C,created,1,,answered,shop.test
    "
  `);
});

describe('The columns of --rejected keep their places', () => {
  const skip = '--skip-invalid --rejected bad.csv';

  test('a short row is filled up, and what a long one has too much is behind the message', async () => {
    const rows = 'A;"x"\nB;y;1,50;3;extra;"a;b"\n"C";z;abc;4\nD;ok;1,00;5\n';
    const { run, read } = await serveShop(`sku;name;price;quantity\n${rows}`, storeOf());
    await run(skip);
    expect((await read('bad.csv')).split('\n')).toEqual([
      'sku;name;price;quantity;error_line;error_field;error_message',
      expect.stringMatching(/^A;"x";;;2;;2 cells, but the header has 4: a cell or a delimiter is missing\. /),
      'B;y;1,50;3;3;;6 cells, but the header has 4: put cells that contain the delimiter in quotes;extra;"a;b"',
      expect.stringMatching(/^"C";z;abc;4;4;/),
      '',
    ]);
  });

  test('the line number of a short row is no stock when the file is imported as it is', async () => {
    const { run } = await serveSandbox({ empty: true });
    const directory = ownDirectory({ 'a.csv': 'sku,name,price,quantity\nA,x,1\n' });
    expect(await run(`products import a.csv ${skip}`, { directory })).toMatchObject({ code: 2 });
    await run('products import bad.csv', { directory });
    const { out } = await run('products list --all --json --fields sku,quantity');
    expect(JSON.parse(out)).toEqual([{ sku: 'A', quantity: 0 }]);
  });
});

describe('A rejected file is read with the options of the file that its rows are from:', () => {
  const options = (more: object): string =>
    JSON.stringify({
      ...{ format: 'shop-cli import options', version: 1, noun: 'products', headerRow: 3, decimal: ',' },
      ...{ map: { sku: 'Nr', name: 'Titel', price: 'VK' }, ...more },
    });
  const text = 'Preisliste;;\nStand November;;\nNr;Titel;VK\nA;Öl;1,50\nB;Mühle;abc\n';
  const price = (number: string) => ({ xml: `<v>${number}</v>` });
  const book = bookOf(sheetOf('Cover'), {
    others: { Liste: [['Preisliste'], [], ['Nr', 'Titel', 'VK'], ['A', 'Öl', '1,50'], ['B', '', price('1.255')]] },
  });

  test.each([
    ['list.csv', 'bad.csv', { delimiter: ';', encoding: 'windows-1252' }, 'abc', []],
    ['list.csv', 'bad.xlsx', { delimiter: ';', encoding: 'windows-1252' }, 'abc', []],
    ['list.xlsx', 'bad.csv', { sheet: 'Liste' }, undefined, [1.255]],
    ['list.xlsx', 'bad.xlsx', { sheet: 'Liste' }, undefined, [1.255]],
  ])('%s rejected into %s', async (list, rejected, more, value, prices) => {
    const directory = ownDirectory({
      ...{ 'list.csv': Buffer.from(text, 'latin1'), 'list.xlsx': await book, 'o.json': options(more) },
    });
    await shopCli(`products import ${list} --dry-run --skip-invalid --options o.json --rejected ${rejected}`, {
      directory,
    });
    const again = await shopCli(`products import ${rejected} --dry-run --json --options o.json`, { directory });
    expect(again.err).not.toContain('no such column');
    expect(JSON.parse(again.out)).toMatchObject({
      rows: 1,
      faults: [value ? { column: 'VK', value } : { message: 'no name: add one' }],
    });
    const named = await shopCli(
      `products import ${rejected} --dry-run --json --options o.json --set name=x --map name=none`,
      { directory },
    );
    expect(JSON.parse(named.out).sample.map((row: { price: number }) => row.price)).toEqual(prices);
  });
});

describe('The ending of a file is its format:', () => {
  const catalogue = 'sku,name,price\n007,x,1\n008,,2\n009,=1+2,abc\n';

  test.runIf(isThorough)('--rejected bad.xlsx is a workbook, which can be corrected and imported', async () => {
    for (const [name, content] of [
      ['a.csv', catalogue],
      ['a.xlsx', await bookOf(sheetOf('sku,name,price', '007,x,1', '008,,2', '009,=1+2,abc'))],
    ] as const) {
      const { run } = await serveSandbox({ empty: true });
      const directory = ownDirectory({ [name]: content });
      await run(`products import ${name} --skip-invalid --rejected bad.xlsx`, { directory });
      const { out } = await run('products import bad.xlsx --dry-run --json', { directory });
      expect(JSON.parse(out).faults).toMatchObject([
        { line: 2, message: 'no name: add one' },
        { line: 3, column: 'price', value: 'abc' },
      ]);
      const corrected = await run('products import bad.xlsx --set price=1 --skip-invalid', { directory });
      const { out: skus } = await run('products list --all --json --fields sku,name');
      expect([corrected.code, JSON.parse(skus)]).toEqual([
        7,
        [
          { sku: '007', name: 'x' },
          { sku: '009', name: '=1+2' },
        ],
      ]);
    }
  });

  test.runIf(isThorough)('--results is CSV, JSON, NDJSON, YAML or a workbook', async () => {
    const { run } = await serveSandbox({ empty: true });
    const directory = ownDirectory({ 'a.csv': catalogue });
    const read = (name: string): Promise<string> => readFile(join(directory, name), 'utf8');
    const written = async (name: string): Promise<string> => {
      await run(`products import a.csv --skip-invalid --restart --results ${name}`, { directory });
      return await read(name);
    };
    await written('r');
    expect(JSON.parse(await written('r.json'))).toMatchObject([{ line: 2, key: '007' }, { line: 3 }, { line: 4 }]);
    expect((await written('r.ndjson')).split('\n').map((line) => line.slice(0, 8))).toEqual([
      ...Array(3).fill('{"line":'),
      '',
    ]);
    expect(await written('r.yaml')).toContain('key: "007"');
    expect(await written('R.CSV')).toMatch(/^line,key,outcome/);
    expect((await written('r.xlsx')).startsWith('PK')).toBe(true);
    const { out } = await run(
      'products import r.xlsx --dry-run --json --map sku=key --map name=outcome --map quantity=line',
      { directory },
    );
    expect(JSON.parse(out).rows).toBe(3);
  });

  test.each([
    ['--rejected bad.json', '.json'],
    ['--rejected bad.pdf', '.pdf'],
    ['--results out.doc', '.doc'],
  ])('%s is refused before anything is sent', async (option, ending) => {
    const { run, seen } = await serveShop(catalogue, storeOf());
    const { code, err } = await run(`--skip-invalid ${option}`);
    expect([code, seen.filter(({ method }) => method === 'POST')]).toEqual([2, []]);
    expect(err).toContain(`Cannot write a ${ending} file`);
  });

  test.each(['bad', '/dev/null'])('--rejected %s has none: it is as the file is', async (path) => {
    const { run } = await serveShop(catalogue, storeOf());
    expect(await run(`--skip-invalid --rejected ${path}`)).toMatchObject({ code: 7 });
  });
});
