import { expect, test } from 'vitest';
import { catalogue, serveShop, storeOf } from './product-store.ts';

const feed = 'sku,name,Prijs,BTW\nA,Mug A,12.00,21\nB,Mug B,,\nC,Mug C,x,9\n';

test('--require makes a row without a value in one of its fields invalid, with its line and column', async () => {
  const { run } = await serveShop(feed, storeOf());
  const { code, posts, report } = await run('--require price,taxRate');
  const problems = report.problems.map(({ line, field, message }: Record<string, unknown>) => [line, field, message]);
  expect([code, posts, problems]).toEqual([
    2,
    0,
    [
      [3, 'Prijs', 'has no value, but --require price demands one'],
      [3, 'BTW', 'has no value, but --require taxRate demands one'],
      // A cell that cannot be read has a fault of its own.
      [4, 'Prijs', expect.stringContaining('must be')],
    ],
  ]);
});

test.each([
  ['--skip-invalid', 7, 1],
  ['--skip-invalid --set price=5', 7, 2],
  ['--map price=none --set price=5 --set taxRate=21', 0, 3],
])('such rows are skipped, and a constant is a value (%s)', async (more, code, posts) => {
  const { run } = await serveShop(feed, storeOf());
  expect(await run(`--settle 1ms --require price,taxRate ${more}`)).toMatchObject({ code, posts });
});

test.each(['', '--dry-run', '--save-plan p.plan'])(
  'a field that no column has is refused at once, with the columns that are there (%s)',
  async (more) => {
    const { run } = await serveShop(catalogue(2), storeOf());
    const { code, err, posts } = await run(`--require price ${more}`);
    const { error } = JSON.parse(err);
    expect([code, posts, error.message, error.hint]).toEqual([
      2,
      0,
      'in.csv: The header has no column for price (--require). Columns: "sku", "name".',
      expect.stringContaining('--map price="<heading>"'),
    ]);
  },
);

test('a name that is no field gets the list of fields', async () => {
  const { run } = await serveShop(catalogue(2), storeOf());
  const { error } = JSON.parse((await run('--require prise')).err);
  expect([error.message, error.hint]).toEqual([
    'Invalid --require "prise": a product has no field "prise".',
    expect.stringContaining('Fields: model, sku, ean, name'),
  ]);
});

test('a file of options keeps the fields, as a list that people may write too', async () => {
  const { run, read, write } = await serveShop('sku,name,price\nA,Mug A,12.00\n', storeOf());
  await run('--settle 1ms --require price --save-options o.json');
  expect(JSON.parse(await read('o.json')).require).toEqual(['price']);
  await write('in.csv', 'sku,name,price\nA,Mug A,\n');
  expect((await run('--options o.json')).code).toBe(2);
});

test.each([
  ['customers', 'email,voornaam,achternaam,telefoon\na@shop.test,Ann,Claes,\n', 'phoneNumber'],
  [
    'addresses',
    'email,naam,straat,postcode,plaats,land,bedrijf\na@shop.test,Ann Claes,Kerkstraat 1,1234AB,Gent,NL,\n',
    'company',
  ],
])('it is for %s too', async (noun, text, field) => {
  const { store, directory } = await serveShop(text, storeOf());
  const { code, err } = await store.run(`${noun} import in.csv --dry-run --require ${field}`, { directory });
  expect(code).toBe(2);
  expect(err).toContain(`has no value, but --require ${field} demands one`);
});
