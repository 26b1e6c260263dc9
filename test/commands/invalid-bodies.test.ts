import { expect, test } from 'vitest';
import { send, sharedStore } from '../sandbox/store.ts';
import { badJson, badTexts, bodies, serveAnyStore } from '../support/bodies.ts';
import { sampled } from '../support/thorough.ts';

/** What is rejected changes nothing. */
const rejecting = sharedStore();

/** Records say 0 where there is none, so the store takes it; a discount group is ignored without the add-on. */
const zeroIsNone = ['categoryId', 'customerId', 'billingAddressId', 'deliveryAddressId'];
const checked = (name: string): boolean => name !== 'discountGroupId';

const rows = bodies.flatMap((body) =>
  Object.entries(body.fields)
    .filter(([name]) => checked(name))
    .map(
      ([name, { kind }]) =>
        [
          body.method,
          body.path,
          name,
          body,
          [
            ...badTexts[kind.name].filter((text) => text !== '0' || !zeroIsNone.includes(name)),
            ...(kind.name === 'list' ? ['x', true, {}, [1]] : badJson),
          ],
        ] as const,
    ),
);

sampled(4).each(rows)('the sandbox rejects %s %s with an invalid %s', async (method, path, name, body, values) => {
  const store = await rejecting();
  const replies = [];
  for (const value of values) {
    const { status, body: reply } = await send(store, method, path, { ...body.good, [name]: value });
    replies.push([value, status, JSON.stringify(reply.error).includes(name)]);
  }
  expect(replies).toEqual(values.map((value) => [value, 422, true]));
});

const badLines: readonly unknown[] = [
  {},
  { uprid: 'x' },
  { uprid: '200', quantity: -1 },
  { price: 1 },
  { title: 'T', price: 'x' },
  { uprid: '200', colour: 'red' },
  'x',
  null,
];
test.each(badLines)('the command and the sandbox both reject the basket line %j', async (line) => {
  const store = await rejecting();
  const { status } = await send(store, 'POST', '/baskets', { products: [{ uprid: '200' }, line] });
  const { run, seen } = await serveAnyStore();
  const fromBody = await run('baskets create --body -', {
    stdin: JSON.stringify({ products: [{ uprid: '200' }, line] }),
  });
  const fromFile = await run('baskets create --products-file -', { stdin: JSON.stringify([{ uprid: '200' }, line]) });
  expect({
    status,
    codes: [fromBody.code, fromFile.code],
    placed: [fromBody, fromFile].every(({ err }) => err.includes('products[1]')),
    requests: seen.length,
  }).toEqual({ status: 422, codes: [2, 2], placed: true, requests: 0 });
});
