import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandbox } from '../../support/store.ts';

const files = {
  'products.csv': 'sku,name,price\nA-1,Lamp,9.95\n',
  'customers.csv': 'email,firstName,lastName\njo@shop.test,Jo,Vries\n',
  'addresses.csv':
    'customerId,firstName,lastName,street,houseNumber,zipcode,city,country\n101,Jo,Vries,Dam,1,1012 JS,Gouda,NL\n',
};

test.each([
  ['products', 'line,key,outcome,productId,message,evidence,store', /^2,A-1,created,\d+,,answered,127\.0\.0\.1:\d+$/],
  [
    'customers',
    'line,key,outcome,customerId,message,evidence,store',
    /^2,jo@shop\.test,created,\d+,,answered,127\.0\.0\.1:\d+$/,
  ],
  [
    'addresses',
    'line,key,outcome,customerId,addressId,message,evidence,store',
    /^2,"101, 1012 ?JS, 1\|, Vries, Jo, ",created,101,\d+,,answered,127\.0\.0\.1:\d+$/,
  ],
])('the results of %s name the ID of what was created by its noun, and the store', async (noun, headings, row) => {
  const { run } = await serveSandbox();
  const directory = ownDirectory(files);
  const { code, err } = await run(`${noun} import ${noun}.csv --journal j.db --results r.csv`, { directory });
  expect(code, err).toBe(0);
  const [first, second] = readFileSync(join(directory, 'r.csv'), 'utf8').split('\n');
  expect([first, second]).toEqual([headings, expect.stringMatching(row)]);
});

test('a table of results heads the IDs of people with their noun', async () => {
  const { run } = await serveSandbox();
  const directory = ownDirectory(files);
  await run('customers import customers.csv --journal j.db --results r.txt', { directory });
  const [headings = ''] = readFileSync(join(directory, 'r.txt'), 'utf8').split('\n');
  expect(headings.split(/ {2,}/)).toEqual(expect.arrayContaining(['Customer']));
});

test('the column of IDs of a file of results is a list for customers delete, and that of an earlier version is refused as before', async () => {
  const { run } = await serveSandbox();
  const directory = ownDirectory(files);
  await run('customers import customers.csv --journal j.db --results r.json', { directory });
  const [{ customerId }] = JSON.parse(readFileSync(join(directory, 'r.json'), 'utf8'));
  const ids = ownDirectory({ 'ids.txt': `customerId\n${customerId}\n`, 'old.txt': `productId\n${customerId}\n` });
  const refused = await run('customers delete --from old.txt --yes', { directory: ids });
  const { code, err } = await run('customers delete --from ids.txt --yes', { directory: ids });
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('it is a list of other IDs')]);
  expect(code, err).toBe(0);
});
