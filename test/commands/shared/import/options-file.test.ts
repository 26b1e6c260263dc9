import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeOf } from '../../../import/product-store.ts';
import { asText, ownDirectory } from '../../../support/run.ts';
import { type SeenRequest, serveSandbox, serveStore } from '../../../support/store.ts';

const list = 'Nr;Titel;Prijs;Voorraad;Merk\nA-1;Mok;12,10;3;Acme\nA-2;Thee;1.210,00;4;Acme\n';
const typed = [
  ...['--map', 'sku=Nr', '--map', 'name=Titel', '--map', 'price=Prijs', '--set', 'taxRate=21'],
  ...['--vat-included', '21', '--decimal', ',', '--delimiter', ';'],
];

const sent = (seen: readonly SeenRequest[]) =>
  seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));

/** A store, and a directory with these files; a command runs there. */
async function importing(files: Readonly<Record<string, string>>) {
  const { run, seen } = await serveStore(storeOf());
  const directory = ownDirectory({ 'list.csv': list, ...files });
  const inDirectory = async (words: string, more: readonly string[] = []) => {
    const { code, out, err } = await run([...words.split(' '), ...more], { directory });
    return { code, out, err: asText(err) };
  };
  const text = (name: string): Promise<string> => readFile(join(directory, name), 'utf8');
  return { run: inDirectory, seen, text };
}

const optionsOf = (options: object): string =>
  JSON.stringify({ format: 'shop-cli import options', version: 1, noun: 'products', ...options });

/** What is said of a file of options. */
async function refused(text: string, words = 'products import list.csv --dry-run --options brand.json') {
  const { run } = await importing({ 'brand.json': text });
  const { code, err } = await run(words);
  expect(code).toBe(2);
  return err;
}

describe('--save-options', () => {
  test('writes that prices are of one, and the file says it', async () => {
    const { run, text } = await importing({ 'list.csv': 'sku;name;price;PE\nA-1;Mok;12,10;100\n' });
    const { code } = await run('products import list.csv --dry-run --map priceUnit=none --save-options brand.json');
    expect(JSON.parse(await text('brand.json')).map).toMatchObject({ priceUnit: 'none' });
    expect([code, (await run('products import list.csv --dry-run --options brand.json')).code]).toEqual([0, 0]);
  });

  test('writes what says how the file is read, a line for each column, and nothing of the store or the run', async () => {
    const { run, text } = await importing({});
    const run2 = '--dry-run --rate 5 --expect-rows 2 --save-options brand.json';
    const { code, err } = await run(`products import list.csv ${run2}`, typed);
    expect([code, err]).toEqual([0, expect.stringContaining('Wrote the options to brand.json.')]);
    expect(await text('brand.json')).toMatchInlineSnapshot(`
      "{
        "format": "shop-cli import options",
        "version": 1,
        "noun": "products",
        "delimiter": ";",
        "decimal": ",",
        "vatIncluded": 21,
        "map": {
          "sku": "Nr",
          "name": "Titel",
          "quantity": "Voorraad",
          "price": "Prijs"
        },
        "set": {
          "taxRate": 21
        }
      }
      "
    `);
  });

  test('writes every column that is read, so that one that is renamed later is refused, not replaced', async () => {
    const lists = {
      'may.csv': 'sku,Name,Price,Old price,Stock\nA,x,10,15,3\n',
      'june.csv': 'sku,Name,Net price,Old price,Stock\nA,x,10,15,3\n',
    };
    const { run, text } = await importing(lists);
    await run('products import may.csv --dry-run --save-options brand.json');
    expect(JSON.parse(await text('brand.json')).map).toEqual({
      sku: 'sku',
      name: 'Name',
      quantity: 'Stock',
      price: 'Price',
    });
    const { code, err } = await run('products import june.csv --dry-run --options brand.json');
    expect([code, err]).toEqual([2, expect.stringContaining('"price": "Price": the file has no such column.')]);
    expect(err).toContain('Not in brand.json: "Net price", "Old price".');
  });

  test('keeps the way in which a file is read: other phones where one is blank, a column that is set, two alike', async () => {
    const { run } = await serveSandbox({ empty: true });
    const people = 'firstName,lastName,emailAddress,Phone,Mobile,Note,Note\nJo,Berg,jo@example.com,,06-1,a,b\n';
    const directory = ownDirectory({ 'list.csv': people });
    const words = 'customers import list.csv --dry-run -o ndjson';
    const first = await run(`${words} --save-options brand.json`, { directory });
    const second = await run(`${words} --options brand.json`, { directory });
    expect([first.out, second.out]).toEqual([expect.stringContaining('06-1'), first.out]);
  });

  test('keeps the texts of an export of our own: the mark before a formula is taken off with saved options, too', async () => {
    const { run } = await importing({ 'list.csv': "sku,name\nA,'=1+1\n" });
    await run('products import list.csv --dry-run --save-options brand.json');
    const { out } = await run('products import list.csv --dry-run -o ndjson --options brand.json');
    expect(JSON.parse(out).name).toEqual('=1+1');
  });

  test('writes every option that says how a file is read, and reads it again', async () => {
    const { run, text } = await importing({});
    const all = ['--encoding', 'latin1', '--header-row', '1', '--preset', 'none', '--strict-columns'];
    const words = [...typed, ...all, '--map', 'quantity=Voorraad', '--map', 'model=Merk', '--generate-sku'];
    await run('products import list.csv --dry-run --save-options brand.json', words);
    const { code, err } = await run(
      'products import list.csv --dry-run -q --options brand.json --save-options again.json',
    );
    const [first, second] = [await text('brand.json'), await text('again.json')];
    const names = 'delimiter encoding headerRow decimal preset vatIncluded strictColumns generateSku map set';
    expect([code, err, Object.keys(JSON.parse(first)).slice(3).join(' '), second]).toEqual([0, '', names, first]);
  });

  test('writes no file where the header cannot be read', async () => {
    const { run, text } = await importing({});
    await run('products import list.csv --dry-run --map price=Price --save-options brand.json');
    await expect(text('brand.json')).rejects.toThrow('ENOENT');
  });

  test('writes the file where rows are invalid: the next list may have none', async () => {
    const { run, text } = await importing({ 'list.csv': 'sku,name,Prijs\nA,x,abc\n' });
    const { code } = await run('products import list.csv --map price=Prijs --save-options brand.json');
    expect([code, await text('brand.json')]).toEqual([2, expect.stringContaining('"price": "Prijs"')]);
  });

  test('does not overwrite the imported file, nor another output the file of --options', async () => {
    const { run, text } = await importing({ 'brand.json': optionsOf({}) });
    const over = await run('products import list.csv --save-options list.csv');
    const other = await run('products import list.csv --options brand.json --report brand.json');
    expect([over.err, other.err, await text('list.csv')]).toEqual([
      expect.stringContaining('--save-options would overwrite the imported file.'),
      expect.stringContaining('--report would overwrite the file of --options.'),
      list,
    ]);
  });
});

describe('--options', () => {
  test('sends what the same typed options send', async () => {
    const [first, second] = [await importing({}), await importing({})];
    await first.run('products import list.csv --save-options brand.json', typed);
    const saved = await first.text('brand.json');
    const third = await importing({ 'brand.json': saved });
    await second.run('products import list.csv', typed);
    const { code } = await third.run('products import list.csv --options brand.json');
    expect([code, sent(third.seen)]).toEqual([0, sent(second.seen)]);
    expect(sent(third.seen)).toMatchObject([
      { sku: 'A-1', price: 10 },
      { sku: 'A-2', price: 1000 },
    ]);
  });

  test('gives way to an option beside it, field by field', async () => {
    const { run, seen } = await importing({
      'brand.json': optionsOf({
        map: { sku: 'Nr', name: 'Titel', price: 'Voorraad' },
        set: { quantity: 9, model: 'M' },
      }),
    });
    const words = 'products import list.csv --options brand.json --map price=Prijs --map quantity=Voorraad';
    await run(words, ['--decimal', ',', '--set', 'MODEL=N']);
    expect(sent(seen)[0]).toMatchObject({ sku: 'A-1', price: 12.1, quantity: '3', model: 'N' });
  });

  test('is in a plan as if it had been typed, so that the plan needs no such file', async () => {
    const { run, text } = await importing({ 'brand.json': optionsOf({ map: { sku: 'Nr', name: 'Titel' } }) });
    await run('products import list.csv --options brand.json --map price=none --save-plan import.plan');
    const [line = ''] = (await text('import.plan')).split('\n');
    expect(JSON.parse(line).options).toEqual({ map: ['sku=Nr', 'name=Titel', 'price=none'] });
  });

  test('is taken by products diff, which writes it too', async () => {
    const { run, text } = await importing({ 'brand.json': optionsOf({ map: { sku: 'Nr', name: 'Titel' } }) });
    const { err } = await run('products diff list.csv --options brand.json --map price=none --save-options next.json');
    expect([err, JSON.parse(await text('next.json')).map]).toEqual([
      expect.stringContaining('Nr → sku, Titel → name'),
      { sku: 'Nr', name: 'Titel', quantity: 'Voorraad', price: 'none' },
    ]);
  });

  test('is taken and written by imports of people', async () => {
    const { run } = await serveSandbox({ empty: true });
    const directory = ownDirectory({ 'list.csv': 'Voor,Achter,Post\nJo,Berg,jo@example.com\n' });
    const map = '--map firstName=Voor --map lastName=Achter --map emailAddress=Post';
    await run(`customers import list.csv --dry-run ${map} --save-options brand.json`, { directory });
    const { code, err } = await run('customers import list.csv --dry-run --options brand.json', { directory });
    expect([code, asText(err)]).toEqual([0, expect.stringContaining('Post → emailAddress')]);
  });

  test('names a mapped heading that the file lacks, and what is new beside it', async () => {
    const { run } = await importing({
      'brand.json': optionsOf({ map: { sku: 'Nr', name: 'Titel', price: 'Verkoop' } }),
    });
    const { code, err } = await run('products import list.csv --dry-run --options brand.json');
    expect([code, err]).toEqual([2, expect.stringContaining('Error: list.csv: brand.json, "map": "price": "Verkoop"')]);
    expect(err.slice(err.indexOf('Error:'))).toMatchInlineSnapshot(`
      "Error: list.csv: brand.json, "map": "price": "Verkoop": the file has no such column.
      Not in brand.json: "Prijs", "Voorraad", "Merk". Correct brand.json, or pass --map price="<heading>".
      "
    `);
  });

  test('names several mapped headings that the file lacks at once, and what is new once, read or not', async () => {
    const map = { emailAddress: 'E-mail', firstName: 'Voornaam', lastName: 'Achternaam', phoneNumber: 'Telefoon' };
    const directory = ownDirectory({
      'brand.json': optionsOf({ noun: 'customers', map }),
      'people.csv': 'Klantnr;E-mail;Naam;Tel.\n1;jan@shop.test;Jan Vos;06\n',
    });
    const { run } = await serveSandbox({ empty: true });
    const { err } = await run('customers import people.csv --dry-run --options brand.json', { directory });
    expect(err).toMatchInlineSnapshot(`
      "Error: people.csv: brand.json, "map": "firstName": "Voornaam", "lastName": "Achternaam", "phoneNumber": "Telefoon": the file has no such columns.
      Not in brand.json: "Klantnr", "Naam", "Tel.". Correct brand.json, or pass --map firstName="<heading>" --map lastName="<heading>" --map phoneNumber="<heading>".
      "
    `);
  });

  test('in a script, numbers that can be read in two ways name the line of the file that answers it', async () => {
    const { run } = await importing({
      'list.csv': 'sku;name;price\nA;x;1,800\n',
      'brand.json': optionsOf({}),
    });
    const { code, err } = await run('products import list.csv --dry-run --options brand.json');
    expect([code, err]).toEqual([2, expect.stringContaining('In brand.json: "decimal": "," or "decimal": "."\n')]);
  });

  test('in a script, what the file leaves open names the option, and the line that would answer it', async () => {
    const { run } = await importing({
      'list.csv': 'sku;name;Onze prijzen\nA;x;1\n',
      'brand.json': optionsOf({}),
    });
    const { code, err } = await run('products import list.csv --options brand.json');
    expect([code, err]).toEqual([2, expect.stringContaining('Error: list.csv')]);
    expect(err.slice(err.indexOf('Error:'))).toMatchInlineSnapshot(`
      "Error: list.csv: No column is read as the price, but "Onze prijzen" may be the price.
      To read it: --map price="Onze prijzen". To import without: --map price=none
      Or in brand.json: "map": {"price": "Onze prijzen"}
      "
    `);
  });

  test('says what an option in the file must be, all of it at once', async () => {
    const text = optionsOf({ headerRow: [1], vatincluded: 21, map: ['price=Prijs'], strictColumns: 'yes' });
    expect(await refused(text)).toMatchInlineSnapshot(`
      "Error: brand.json: headerRow must be a text or a number.
      brand.json: strictColumns must be true or false.
      brand.json: map must be fields and their columns, such as {"price": "Regular price"}.
      brand.json: "vatincluded" is not an option that a file can have. Did you mean "vatIncluded"?
      Options of such a file: delimiter, encoding, sheet, headerRow, decimal, preset, vatIncluded, require, map, set, strictColumns, generateSku.
      "
    `);
    expect(await refused(optionsOf({ encoding: 'utf-9', decimal: '·' }))).toMatchInlineSnapshot(`
      "Error: brand.json: Invalid encoding "utf-9". Example: utf-8, windows-1252, windows-1250, windows-1251, iso-8859-15, macintosh, 850, 437
      brand.json: decimal "·" must be ".", "," or mixed.
      "
    `);
    expect(await refused(optionsOf({ map: { prise: 'Prijs' } }))).toMatchInlineSnapshot(`
      "Error: brand.json: Invalid map "prise=Prijs": unknown field.
      Fields: model, sku, ean, name, quantity, categoryId, price, purchasePrice, status, taxRate, image, imageAlt, priceUnit.
      "
    `);
  });

  test('says what another file is', async () => {
    const products = await importing({});
    await products.run('products import list.csv --save-plan brand.json', typed);
    expect(await refused(await products.text('brand.json'))).toMatchInlineSnapshot(`
      "Error: brand.json is an import plan, not a file of options.
      To apply it: shop-cli imports apply brand.json
      "
    `);
    await products.run('products import list.csv --results brand.json --report report.json', typed);
    expect(await refused(await products.text('brand.json'))).toMatchInlineSnapshot(`
      "Error: brand.json is the results of an import, not a file of options.
      To write such a file: shop-cli products import <file> --save-options <options.json>
      "
    `);
    expect(await refused(await products.text('report.json'))).toMatchInlineSnapshot(`
      "Error: brand.json is the report of an import, not a file of options.
      To write such a file: shop-cli products import <file> --save-options <options.json>
      "
    `);
    expect(await refused(list)).toMatchInlineSnapshot(`
      "Error: brand.json is not valid JSON: Unexpected token 'N'.
      To write such a file: shop-cli products import <file> --save-options <options.json>
      "
    `);
    expect(await refused('{"map": {}}')).toMatchInlineSnapshot(`
      "Error: brand.json: format must be "shop-cli import options".
      brand.json: version must be 1: this version of shop-cli reads no other.
      brand.json: noun must be what the rows are, such as "products".
      To write such a file: shop-cli products import <file> --save-options <options.json>
      "
    `);
    expect(await refused(optionsOf({ noun: 'customers' }))).toMatchInlineSnapshot(`
      "Error: brand.json is for customers, not for products.
      Name a file of options for products.
      "
    `);
    expect(await refused(optionsOf({ version: 2 }))).toMatchInlineSnapshot(`
      "Error: brand.json: version must be 1: this version of shop-cli reads no other.
      To write such a file: shop-cli products import <file> --save-options <options.json>
      "
    `);
  });
});
