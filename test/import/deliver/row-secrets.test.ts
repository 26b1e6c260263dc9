import { expect, test } from 'vitest';
import { addresses } from '../../../src/client/endpoints/imported-addresses.ts';
import { withoutValuesOf } from '../../../src/import/deliver/row-secrets.ts';
import { withHashedKeys } from '../../../src/import/map/rows/key.ts';

const noun = withHashedKeys(addresses, Buffer.from('secret'));

/** What a report says of a row of an address, of which the store has said this. */
function said(message: string, values: Readonly<Record<string, string>>): string {
  const row = { record: 1, line: 2, key: { field: 'customerId', code: 'x' }, values, stated: values };
  return withoutValuesOf(row, noun, message);
}

test.each([
  ['No customer 4711 on shop.test', { customerId: '4711', lastName: 'Doe' }, 'No customer 4711 on shop.test'],
  ['No customer 4711 on shop.test', { customerId: '4711', phone: '4711' }, 'No customer *** on shop.test'],
  ['Doe of 4711 moved', { customerId: '4711', lastName: 'Doe' }, '*** of 4711 moved'],
])('the ID of a customer is shown, and nothing else of the row: %s %j', (message, values, shown) => {
  expect(said(message, values)).toBe(shown);
});
