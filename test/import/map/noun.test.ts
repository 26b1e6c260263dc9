import { expect, test } from 'vitest';
import { importableCustomers } from '../customers.ts';
import { open, refusalOf, rowsOf } from './files.ts';

const read = async (content: string) => rowsOf(await open(content, {}, undefined, importableCustomers));

test('A file of customers is read by the headings of customers', async () => {
  const [row] = await read('E-mail;Voornaam;Achternaam\nann@shop.test;Ann;Claes\n');
  expect(row?.values).toEqual({ emailAddress: 'ann@shop.test', firstName: 'Ann', lastName: 'Claes' });
});

test('A row of customers is invalid for what a customer lacks', async () => {
  const [row] = await read('email,voornaam,achternaam\n,Ann,\n');
  expect(row?.faults.map(({ message }) => message)).toEqual(['no e-mail address: add one', 'no lastName: add one']);
});

test('A file of customers without their keys is refused in their words', async () => {
  expect(await refusalOf('wie,wat\nA,Lamp\n', {}, undefined, importableCustomers)).toContain(
    'The header has no column for emailAddress, and none for firstName, lastName.',
  );
});

test('The export of a shop says nothing about customers', async () => {
  const { description } = await open(
    'handle,title,variantsku,email,voornaam,achternaam\n,,,ann@shop.test,Ann,Claes\n',
    {},
    undefined,
    importableCustomers,
  );
  expect(description.preset).toBe(undefined);
});
