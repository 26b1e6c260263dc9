import { expect, test } from 'vitest';
import { openShop, type Shop } from '../support/shop.ts';
import { words } from '../support/words.ts';

// A shop's day with the built program (`npm test` makes one), and the embedded store as a process of its own.
// The figures were reckoned by hand from docs/sandbox.md and the prices of the first data, all excluding VAT:
// a rain jacket 79.95 and a tyre 18.90 at 21%, a book 19.95 at 9%, a custom line 12.3456, always at 21%.

test('from a new customer to an order in dollars, and back to nothing: every amount is the one reckoned by hand, and nothing is left behind', {
  timeout: 240_000,
}, async () => {
  const shop = await openShop();
  const people = await register(shop);
  const basket = await fillBasket(shop, people);
  await deliverElsewhere(shop, people, basket);
  await changeLines(shop, basket);
  const order = await placeOrder(shop, people, basket);
  await lookAtOrder(shop, order);
  await cancelOrder(shop, order, basket);
  await clearUp(shop, people, basket);
});

interface People {
  readonly customer: string;
  readonly home: string;
  readonly abroad: string;
}

const person = ['--first-name', 'Dagmar', '--last-name', 'van der Wal'];

async function register(shop: Shop): Promise<People> {
  const account = ['customers', 'create', '--email-address', 'dagmar@example.com', ...person, '--password-stdin'];
  const created = (await shop.json(account, 'a secret of her own\n')) as Record<string, string>;
  const customer = String(created.customerId);
  expect(created).toMatchObject({ emailAddress: 'dagmar@example.com', guestAccount: '0', addressBookIds: '' });
  expect(created).not.toHaveProperty('password');

  const addAddress = (options: readonly string[]): Promise<string> =>
    shop.done(['addresses', 'create', '--customer', customer, ...person, ...options, '--quiet']);
  const dutch = '--street-address Keizersgracht --house-number 12 --city Amsterdam --country NL';
  const american = '--house-number 7 --zipcode 97201 --city Portland --state Oregon --country USA';
  const home = (await addAddress(words(dutch, '--zipcode', '1015 CS'))).trim();
  const abroad = (await addAddress(words(american, '--street-address', 'Main Street'))).trim();

  const places = 'id,city,country.isoCode2,state';
  expect(await shop.json(['addresses', 'list', '--customer', customer, '--fields', places])).toEqual([
    { id: home, city: 'Amsterdam', country: { isoCode2: 'NL' }, state: null },
    { id: abroad, city: 'Portland', country: { isoCode2: 'US' }, state: 'Oregon' },
  ]);
  const defaults = 'addressBookIds,defaultBillingAddressId,defaultDeliveryAddressId';
  expect(await shop.json(['customers', 'get', customer, '--fields', defaults])).toEqual({
    addressBookIds: `${home},${abroad}`,
    defaultBillingAddressId: home,
    defaultDeliveryAddressId: home,
  });
  return { customer, home, abroad };
}

const amounts = [
  'value,valuePerRate,tax,taxPerRate,couponValid,couponDiscount,couponTaxCalculated,shippingValue,shippingTax',
  'paymentCommission,loyaltyPoints,loyaltyPointsMax,loyaltyPointsDiscount,calculateTax',
].join(',');

const lines =
  'products.uprid,products.title,products.quantity,products.price,products.taxRate,products.value,products.tax';

/** A line as it is shown; the words are its columns. */
function line(text: string): Readonly<Record<string, string>> {
  const [uprid = '', title = '', quantity = '', price = '', taxRate = '', value = '', tax = ''] = text.split(/ +/);
  return { uprid, title: title === '-' ? '' : title, quantity, price, taxRate, value, tax };
}

async function fillBasket(shop: Shop, { customer, home, abroad }: People): Promise<string> {
  const products = '--product 206+3-12+4-7 --product 205{3}16:2 --product 235:3 --custom-product 12.3456x3:Gravur';
  const terms = `--billing-address-id ${abroad} --payment-module creditcard --coupon welkom10 --loyalty-points 1000`;
  const basket = (await shop.done(words(`baskets create --customer ${customer} ${products} ${terms} --quiet`))).trim();

  const custom = await customLine(shop, basket);
  expect(
    await shop.json(['baskets', 'get', basket, '--fields', `billingAddressId,deliveryAddressId,${lines}`]),
  ).toEqual({
    billingAddressId: abroad,
    deliveryAddressId: home,
    products: [
      line('206{3}12{4}7 -      1 79.9500 21.0000 79.9500 16.7895'), //  79.95   x 21% = 16.7895
      line('205{3}16     -      2 18.9000 21.0000 37.8000 7.9380'), //   2 x 18.90 = 37.80,     x 21% = 7.938
      line('235          -      3 19.9500 9.0000  59.8500 5.3865'), //   3 x 19.95 = 59.85,     x  9% = 5.3865
      line(`${custom}    Gravur 3 12.3456 21.0000 37.0368 7.7777`), //   3 x 12.3456 = 37.0368, x 21% = 7.777728
    ],
  });
  expect(await shop.json(['baskets', 'get', basket, '--fields', amounts])).toEqual({
    value: '214.6368', //                                    154.7868 + 59.85
    valuePerRate: { 9: '59.8500', 21: '154.7868' }, //       79.95 + 37.80 + 37.0368 = 154.7868
    tax: '37.8917', //                                       32.5052 + 5.3865
    taxPerRate: { 9: '5.3865', 21: '32.5052' }, //           154.7868 x 21% = 32.505228
    couponValid: '1',
    couponDiscount: '21.4637', //                            10% of 214.6368 = 21.46368
    couponTaxCalculated: '3.7892', //                        10% of 37.8917 = 3.78917
    shippingValue: '0.0000', //                              free: 214.6368 is 75 or more
    shippingTax: '0.0000',
    paymentCommission: '0.9500',
    loyaltyPoints: '500', //                                 1000 asked; a new account has 500
    loyaltyPointsMax: '500',
    loyaltyPointsDiscount: '5.0000', //                      500 x 0.01
    calculateTax: true,
  });
  return basket;
}

const customLine = async (shop: Shop, basket: string): Promise<string> => {
  const { products } = (await shop.json(['baskets', 'get', basket])) as {
    products: readonly { uprid: string; isCustom: boolean }[];
  };
  return products.find(({ isCustom }) => isCustom)?.uprid ?? 'no custom line';
};

/** Out of the EU and back again. */
async function deliverElsewhere(shop: Shop, { abroad }: People, basket: string): Promise<void> {
  expect(
    await shop.json(['baskets', 'update', basket, '--delivery-address-id', abroad, '--fields', amounts]),
  ).toMatchObject({
    value: '214.6368',
    tax: '0.0000', //                no VAT outside the EU, on nothing
    couponDiscount: '21.4637',
    couponTaxCalculated: '0.0000',
    shippingValue: '19.9500', //     parcel to zone 3
    shippingTax: '0.0000',
    calculateTax: false,
  });
  const back = words(`baskets update ${basket} --unset delivery-address-id --fields tax,shippingValue,calculateTax`);
  expect(await shop.json(back)).toEqual({ tax: '37.8917', shippingValue: '0.0000', calculateTax: true });
}

async function changeLines(shop: Shop, basket: string): Promise<void> {
  const custom = await customLine(shop, basket);
  const change = (uprid: string, ...options: readonly string[]): Promise<string> =>
    shop.done(['baskets', 'items', 'update', basket, uprid, ...options]);
  await change('205+3-16', '--quantity', '1');
  await change('235', '--quantity', '2');
  await change(custom, '--price', '4.9999', '--title', 'Schild');
  expect(await shop.exitCode(['baskets', 'items', 'delete', basket, '206+3-12+4-7'])).toBe(2); // without --yes nothing goes
  expect(await shop.json(['baskets', 'items', 'delete', basket, '206+3-12+4-7', '--yes'])).toEqual({
    deleted: '206{3}12{4}7',
    evidence: 'answered',
  });
}

async function placeOrder(shop: Shop, { customer, home, abroad }: People, basket: string): Promise<string> {
  const custom = await customLine(shop, basket);
  const created = await shop.done(words(`orders create --basket ${basket} --currency USD --language de --quiet`));
  const order = created.trim();
  expect(await shop.json(['baskets', 'get', basket, '--fields', 'orderId'])).toEqual({ orderId: order });

  const identity = 'orderId,customerId,currencyType,currencyValue,languageId,billingAddress.id,deliveryAddress.id';
  expect(await shop.json(['orders', 'get', order, '--fields', `${identity},${lines}`])).toEqual({
    orderId: order,
    customerId: customer,
    currencyType: 'USD',
    currencyValue: '1.0000',
    languageId: '6',
    billingAddress: { id: abroad },
    deliveryAddress: { id: home },
    products: [
      line('205{3}16  -      1 18.9000 21.0000 18.9000 3.9690'), // 18.90 x 21% = 3.969
      line('235       -      2 19.9500 9.0000  39.9000 3.5910'), // 2 x 19.95 = 39.90,    x  9% = 3.591
      line(`${custom} Schild 3 4.9999  21.0000 14.9997 3.1499`), // 3 x 4.9999 = 14.9997, x 21% = 3.149937
    ],
  });
  return order;
}

const payable =
  'value,tax,taxPerRate,couponDiscount,couponTaxCalculated,shippingValue,shippingTax,paymentCommission,loyaltyPointsDiscount,total';

async function lookAtOrder(shop: Shop, order: string): Promise<void> {
  expect(await shop.json(['orders', 'get', order, '--fields', payable])).toEqual({
    value: '73.7997', //                                  33.8997 + 39.90
    tax: '10.7099', //                                    7.1189 + 3.591
    taxPerRate: { 9: '3.5910', 21: '7.1189' }, //         18.90 + 14.9997 = 33.8997, x 21% = 7.118937
    couponDiscount: '7.3800', //                          10% of 73.7997 = 7.37997
    couponTaxCalculated: '1.0710', //                     10% of 10.7099 = 1.07099
    shippingValue: '4.9500', //                           no longer free: 73.7997 is under 75
    shippingTax: '1.0395', //                             4.95 x 21%
    paymentCommission: '0.9500',
    loyaltyPointsDiscount: '5.0000',
    // 73.7997 + 10.7099 - 7.38 - 1.071 + 4.95 + 1.0395 + 0.95 - 5.00 = 77.9981
    total: '78.0000',
  });
}

async function cancelOrder(shop: Shop, order: string, basket: string): Promise<void> {
  expect(await shop.json(['orders', 'delete', order, '--yes'])).toEqual({ deleted: order, evidence: 'answered' });
  expect(await shop.exitCode(['orders', 'get', order])).toBe(3);
  expect(await shop.json(['baskets', 'get', basket, '--fields', 'orderId'])).toEqual({ orderId: null });
}

async function clearUp(shop: Shop, { customer, home, abroad }: People, basket: string): Promise<void> {
  const ofCustomer = ['--customer', customer];
  expect(await shop.json(['baskets', 'delete', basket, '--yes'])).toEqual({ deleted: basket, evidence: 'answered' });
  for (const address of [home, abroad])
    expect(await shop.json(['addresses', 'delete', address, ...ofCustomer, '--yes'])).toEqual({
      deleted: address,
      evidence: 'answered',
    });
  expect(await shop.json(['customers', 'get', customer, '--fields', 'addressBookIds,defaultBillingAddressId'])).toEqual(
    { addressBookIds: '', defaultBillingAddressId: '0' },
  );
  expect(await shop.json(['customers', 'delete', customer, '--yes'])).toEqual({
    deleted: customer,
    evidence: 'answered',
  });

  const gone = [
    ['baskets', 'get', basket],
    ['baskets', 'items', 'get', basket, '235'],
    ['addresses', 'get', home, ...ofCustomer],
    ['addresses', 'get', abroad, ...ofCustomer],
    ['addresses', 'list', ...ofCustomer],
    ['customers', 'get', customer],
    ['customers', 'delete', customer, '--yes'],
  ];
  const codes = await Promise.all(gone.map(async (argv) => [...argv, await shop.exitCode(argv)]));
  expect(codes).toEqual(gone.map((argv) => [...argv, 3]));
}
