import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { type Behaviour, json, withStore } from '../../support/store.ts';
import { storeOf } from '../product-store.ts';

const rejectingFor =
  (field: string): Behaviour =>
  ({ method }, response) =>
    method === 'POST'
      ? json(response, 422, { error: { message: field, field } })
      : json(response, 200, { numRows: 0, numReturned: 0, products: [] });

test('a field that a store names is escaped in --rejected, and takes one line', async () => {
  await withStore(rejectingFor('\u001b[31m\u202e\r\nprice'), ({ run }) =>
    inDirectory(async (directory) => {
      await run('products import - --rejected out.csv', { directory, stdin: 'sku,name\nA,x\n' });
      const [, row = ''] = (await readFile(join(directory, 'out.csv'), 'utf8')).split('\n');
      expect(row).toContain(String.raw`A,x,2,\u{1b}[31m\u{202e}\r\nprice,`);
    }),
  );
});

test('an ID that a store gives is escaped in --results', async () => {
  const sent: object[] = [];
  const store: Behaviour = ({ method, body }, response) => {
    if (method !== 'POST') return json(response, 200, { numRows: sent.length, data: sent });
    sent.push({ ...(JSON.parse(body) as object), productId: '7\u001b[31m' });
    return json(response, 201, sent[0]);
  };
  await withStore(store, ({ run }) =>
    inDirectory(async (directory) => {
      await run('products import - --results out.csv', { directory, stdin: 'sku,name\nA,x\n' });
      expect(await readFile(join(directory, 'out.csv'), 'utf8')).toContain(String.raw`A,created,7\u{1b}[31m,`);
    }),
  );
});

test.each([
  ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
  ['a;=1+2', "a;'=1+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
])('a formula that a store names as the field, %s, is guarded in --rejected', async (field, cell) => {
  await withStore(rejectingFor(field), ({ run }) =>
    inDirectory(async (directory) => {
      await run('products import - --rejected out.csv', { directory, stdin: 'sku,name\nA,x\n' });
      const [, row = ''] = (await readFile(join(directory, 'out.csv'), 'utf8')).split('\n');
      expect(row).toContain(`A,x,2,${cell},`);
    }),
  );
});

test('a row with several problems has all of them in --rejected and in --results', async () => {
  const file = 'sku,name,price,quantity\nA,x,abc,many\nB,,1,1\nD,x,1,-\nD,y,1,1\nC,z,1,1\n';
  await withStore(storeOf(), ({ run }) =>
    inDirectory(async (directory) => {
      const options = '--skip-invalid --rejected bad.csv --results all.csv';
      await run(`products import - ${options}`, { directory, stdin: file });
      const [rejected, results] = await Promise.all(
        ['bad.csv', 'all.csv'].map((name) => readFile(join(directory, name), 'utf8')),
      );
      expect(`${rejected}\n${results}`).toMatchInlineSnapshot(`
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
    }),
  );
});
