import { describe, expect, test } from 'vitest';
import { leafPaths } from '../../src/output/paths.ts';
import { address } from '../../src/resources/addresses.ts';
import { basket, basketLine } from '../../src/resources/baskets.ts';
import { customer } from '../../src/resources/customers.ts';
import { order } from '../../src/resources/orders.ts';
import { product } from '../../src/resources/products.ts';
import { runAt, runInSandbox } from '../support/store.ts';

const basketKey = '42212126-9CF9-49D8-8E52-5B2858894145';

const ofCreations =
  'discounts.name isPhysical isDigital isQuotation freeAbove freeAboveOrderValue availableFrom availableTo';

/** Of guesses: the API documents no fields of orders. */
const unusual = 'couponValid valuePerRate paymentCommissionTitle';

/** What the records of a read of the sandbox have none of: the answer to a creation alone has it, or a store may. */
test.each([
  ['products get 206', product, ofCreations],
  ['products list --all', product, ofCreations],
  ['customers get 101', customer, ''],
  ['addresses get 301 --customer 101', address, ''],
  [`baskets get ${basketKey}`, basket, ''],
  [`baskets items list ${basketKey}`, basketLine, ''],
  ['orders get 1001', order, unusual],
])('every field that --fields takes has a value, or is named as absent: %s', async (line, { fields }, absent) => {
  const paths = leafPaths(fields).filter((path) => !isOfPerson(path));
  const { code, out, err } = await runInSandbox(`${line} --fields ${paths.join(',')} --json`);
  const [first] = [JSON.parse(out)].flat();
  const [, names = ''] = /^Warning: no result has the fields? (.*) \(--fields\)\.$/m.exec(err) ?? [];
  const named = names.split(', ').map((name) => name.replaceAll('"', ''));
  expect([code, named.join(' ')]).toEqual([0, absent]);
  expect(paths.filter((path) => !named.includes(path) && !has(first, path))).toEqual([]);
});

/** An order of the sandbox names its customer in a few fields, and `--full` alone who that is now. */
const isOfPerson = (path: string): boolean => /^(?:customer|currentCustomer)\./.test(path);

const has = (record: unknown, path: string): boolean =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], record) !==
  undefined;

/** Those that are no other fields of the same name: the name of a product is not that of its category. */
const otherNames = ['category.name', 'manufacturer.name', 'discounts.name'];

test('a field that stands beside a group that has it too is one value', () => {
  const { fields, elsewhere } = product;
  const alike = leafPaths(fields).filter(
    (path) => Object.hasOwn(fields, path.replace(/^.*\./, '')) && path.includes('.'),
  );
  expect(alike.filter((path) => !elsewhere.has(path))).toEqual(otherNames);
});

describe('a field of a product that one of its two shapes has in a group is found in both', () => {
  test.each([
    ['csv', 'purchasePrice\n38.2000\n'],
    ['json', '{\n  "purchasePrice": "38.2000"\n}\n'],
  ])('in the shape of a list, as %s', async (format, out) => {
    expect((await runInSandbox(`products get 206 --fields purchasePrice -o ${format}`)).out).toBe(out);
  });

  test.each([
    ['json', '{\n  "prices": {\n    "purchasePrice": 3.50\n  }\n}\n'],
    ['csv', 'prices.purchasePrice\n3.50\n'],
  ])('in the flat shape, as %s, with numbers as they are written', async (format, out) => {
    const flat = '{"uprid":"7","productId":7,"name":"Mug","purchasePrice":3.50}';
    const answer = await runAt(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(flat),
      `products get 7 --fields prices.purchasePrice -o ${format}`,
    );
    expect(answer).toMatchObject({ code: 0, out, err: '' });
  });

  test('of a list and its envelope', async () => {
    const { out } = await runInSandbox('products list --limit 1 --envelope --fields basePrice --json');
    expect(JSON.parse(out).data).toEqual([{ basePrice: expect.stringMatching(/^\d/) }]);
  });
});

test('an order is found by the name that its ID has not there', async () => {
  expect((await runInSandbox('orders get 1001 --fields id,customer.customerId -o csv')).out).toBe(
    'id,customer.customerId\n1001,104\n',
  );
});
