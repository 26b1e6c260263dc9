import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandbox } from '../../support/store.ts';

/** The last lines of imports of these files, one after the other, with the same options. */
async function endOf(files: readonly string[], options = ''): Promise<string> {
  const { run } = await serveSandbox({ empty: true });
  let err = '';
  for (const file of files)
    err = (await run(`products import list.csv ${options}`, { directory: ownDirectory({ 'list.csv': file }) })).err;
  return err;
}

test('An import that changed no price says so at its end, with the command that lists them and how the file is read', async () => {
  const file = (price: string) => `code;sku;name;price\nx;A-1;Mug;${price}\nx;A-2;Tea;3,00\n`;
  expect(await endOf([file('1,50'), file('2,50')], '--map model=code --header-row 1 --rate 900')).toContain(
    '\nAn import never changes a product: 1 row differs from the store, in price. ' +
      'To list it: shop-cli products diff list.csv --map model=code --header-row 1\n',
  );
});

test('Products that are sold for 0.00 are said at the end, without those that are offline', async () => {
  const file = 'sku,name,price,status\nA,Mug,0,1\nB,Tea,,0\nC,Pot,2,1\n';
  expect(await endOf([file])).toContain(
    '\n1 row has no price, or a price of 0. Customers can order what was created from it for 0.00: set the price in the back office.\n',
  );
});

test('It is not said of an import that created nothing', async () => {
  const file = 'sku,name,price,status\nA,Mug,0,1\n';
  expect(await endOf([file, file])).not.toContain('for 0.00');
});

test('It counts the rows that were created, not those whose product exists', async () => {
  const file = (more: string) => `sku,name,price,status\nA,Mug,0,1\n${more}`;
  expect(await endOf([file(''), file('B,Pot,3,1\n')])).not.toContain('for 0.00');
  expect(await endOf([file(''), file('B,Pot,0,1\n')])).toContain('\n1 row has no price, or a price of 0. Customers');
});
