import { expect, test } from 'vitest';
import { type Behaviour, json } from '../../support/store.ts';
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
    Array(2).fill(expect.stringMatching(/\(422\): \\u\{1b\}\[31m\\u\{202e\}.*price"?$/)),
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
  expect(`${await read('bad.csv')}\n${await read('all.csv')}`).toMatchInlineSnapshot(`
      "sku,name,price,quantity,error_line,error_field,error_message
      A,x,abc,many,2,price; quantity,"price: must be an amount, such as 12.50; quantity: must be a whole number, such as 12"
      B,,1,1,3,,no name: add one
      D,x,1,-,4,quantity; sku,"quantity: must be a whole number, such as 12; sku: duplicate SKU, also on line 5"
      D,y,1,1,5,sku,"duplicate SKU, also on line 4"

      line,key,outcome,productId,message
      2,A,invalid,,"price: must be an amount, such as 12.50; quantity: must be a whole number, such as 12"
      3,B,invalid,,no name: add one
      4,D,invalid,,"quantity: must be a whole number, such as 12; sku: duplicate SKU, also on line 5"
      5,D,invalid,,"sku: duplicate SKU, also on line 4"
      6,C,created,1,
      "
    `);
});
