import { expect, test } from 'vitest';
import { newAddress } from '../../src/resources/addresses.ts';
import { newCustomer } from '../../src/resources/customers.ts';
import { importableAddresses } from '../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../src/resources/importable-customers.ts';
import { importableProducts } from '../../src/resources/importable-products.ts';
import { newProduct } from '../../src/resources/products.ts';

test.each([
  ['product', importableProducts, newProduct.names],
  // Not read from a file.
  ['customer', importableCustomers, newCustomer.names.filter((name) => name !== 'password')],
  ['address', importableAddresses, newAddress.names],
] as const)(
  'each field of a %s that is sent is its key, is compared with the store, or is known not to be',
  (_, noun, sent) => {
    const { key, compared, unread } = noun;
    const known = [...key, ...compared, ...unread];
    expect(sent.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !noun.draft.names.includes(name))).toEqual([]);
  },
);
