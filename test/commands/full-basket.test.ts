import { expect, test } from 'vitest';
import { resultOf } from '../../src/cli/tree.ts';
import { definition as get } from '../../src/commands/baskets/get.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

test('the page of a full basket begins with the customer, and names a country only in its address', () => {
  const of = {
    basketKey: key,
    id: '1',
    billingCountryId: '528',
    deliveryCountryId: '7',
    geoZoneId: '1',
    orderId: null,
  };
  const addresses = {
    billingAddress: { id: 301, country: { id: 528, title: 'Nederland' } },
    deliveryAddress: { error: { message: 'Not found' } },
  };
  const fullBasket = resultOf(get.result, { full: true }, []);
  expect(fullBasket?.page?.({ ...of, ...addresses })).toEqual({
    rest: { basketKey: key, orderId: null, ...addresses },
    below: { id: '1', deliveryCountryId: '7', geoZoneId: '1' },
  });
});
