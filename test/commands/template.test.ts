import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newProduct } from '../../src/resources/products.ts';
import { ownDirectory, type RunOptions, shopCli } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

type Run = (line: string) => ReturnType<typeof shopCli>;

/** A directory, and a store without products. */
async function serveShop(): Promise<{ readonly run: Run; readonly directory: string }> {
  const { run } = await serveSandbox({ empty: true });
  const directory = ownDirectory();
  const options: RunOptions = { directory, env: { XDG_STATE_HOME: directory } };
  return { directory, run: (line) => run(line, options) };
}

describe('shop-cli template', () => {
  test('writes headings and two examples, and explains the columns on standard error', async () => {
    const { code, out, err } = await shopCli('template');
    expect([code, out.split('\n')[0], out.trimEnd().split('\n').length]).toEqual([0, newProduct.names.join(','), 3]);
    expect(newProduct.names.filter((name) => !err.includes(`  ${name} `))).toEqual([]);
  });

  test.each(['products.csv', 'products.xlsx'])('%s is imported as it is', async (file) => {
    const { run } = await serveShop();
    expect(await run(`template --output-file ${file}`)).toMatchObject({
      code: 0,
      err: expect.stringContaining(`Wrote the template to ${file}.\n`),
    });
    const dry = await run(`products import ${file} --dry-run`);
    expect([dry.code, dry.err]).toEqual([0, expect.stringContaining('2 rows would be sent')]);
    expect(dry.err).not.toMatch(/warning|invalid|ignored/i);
    const { code, out } = await run(`products import ${file} --json`);
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ rows: 2, created: 2, problems: [] })]);
  });

  test.each([
    ['customers', 'emailAddress,firstName,lastName,gender,phoneNumber'],
    [
      'addresses',
      'customerEmail,company,firstName,lastName,streetAddress,houseNumber,houseNumberExtension,zipcode,city,state,country',
    ],
  ])('of %s it has the columns of people, and is imported as it is', async (noun, headings) => {
    const { run } = await serveShop();
    for (const each of ['customers', 'addresses']) await run(`template ${each} --output-file ${each}.csv`);
    expect((await run(`template ${noun} --quiet`)).out.split('\n')[0]).toBe(headings);
    const results = [
      await run('customers import customers.csv --json'),
      await run('addresses import addresses.csv --json'),
    ];
    expect(results.map(({ code, out }) => [code, JSON.parse(out).created, JSON.parse(out).invalid ?? 0])).toEqual([
      [0, 2, 0],
      [0, 2, 0],
    ]);
  });

  test('of anything else there is none', async () => {
    expect(await shopCli('template orders')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Use one of products, customers, addresses.'),
    });
  });

  test('at a terminal no line of the explanation is longer than the terminal is wide', async () => {
    const { err } = await shopCli('template --output-file new.csv', { directory: ownDirectory(), terminal: 60 });
    const lines = err.split('\n');
    expect([lines.filter((line) => line.length >= 60), lines.slice(2, 4)]).toEqual([
      [],
      [
        '  model         article number: a code without leading or',
        '                trailing spaces or invisible characters;',
      ],
    ]);
  });

  test('says of each column what the import does with a row that lacks it, as the schema does', async () => {
    const [{ err }, schema] = [await shopCli('template --empty'), await shopCli('schema catalogue.csv')];
    const required = (name: string): boolean =>
      JSON.parse(schema.out).fields.find((field: { name: string }) => field.name === name).constraints?.required ===
      true;
    for (const name of newProduct.names) {
      const others = newProduct.names.filter((other) => other !== name && ['ean', 'name'].includes(other));
      const stdin = `${others.join(',')}\n${others.map((other) => (other === 'ean' ? '2000000000015' : 'x')).join(',')}\n`;
      const isOptional = (await shopCli('products import - --dry-run', { stdin })).code === 0;
      const note = err.split('\n').find((line) => line.startsWith(`  ${name} `)) ?? '';
      expect([name, /optional$/.test(note), required(name)]).toEqual([
        name,
        isOptional && name !== 'sku',
        name === 'name',
      ]);
    }
    expect(err).toMatch(/^ {2}name .*; required$/m);
    expect(JSON.parse(schema.out).description).toMatch(/^A row needs a name, and an SKU or an EAN\./);
  });

  test('--empty writes the headings alone, and a row below them is imported', async () => {
    const { run, directory } = await serveShop();
    const { out } = await run('template --empty --quiet');
    expect(out).toBe(`${newProduct.names.join(',')}\n`);
    await run('template --empty --output-file products.csv');
    const file = join(directory, 'products.csv');
    await writeFile(file, `${await readFile(file, 'utf8')},A-1,,A name,,,1.00,,,,,\n`);
    expect((await run('products import products.csv')).code).toBe(0);
  });

  test('prints nothing but CSV on standard output', async () => {
    expect(await shopCli('template --json')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('schema catalogue.csv'),
    });
  });
});
