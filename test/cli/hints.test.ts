import { expect, test } from 'vitest';
import { hintFor } from '../../src/cli/hints.ts';
import { apiRequest } from '../../src/client/request.ts';
import { RequestUrl } from '../../src/client/request-url.ts';
import { writeProfiles } from '../support/profiles.ts';
import { ownDirectory, shopCli } from '../support/run.ts';

const base = { origin: 'https://shop.example', path: '/nl' };
const key = '42212126-9CF9-49D8-8E52-5B2858894145';

// Those of commands are tried in test/client/uncertain-writes.test.ts.
test.each([
  ['POST', ['products'], { name: 'x' }, 'shop-cli products list --search "<name>"'],
  ['DELETE', ['orders', '1001'], {}, 'shop-cli orders get 1001'],
  ['POST', ['unheard-of'], {}, 'Check whether it took effect'],
] as const)('a %s of %j with %j and an unknown outcome has a hint', (method, segments, body, expected) => {
  const request = apiRequest(method, RequestUrl.to(base, segments), { body });
  expect(hintFor('uncertain', request)).toContain(expected);
});

test.each([
  [['customers', '9'], 'shop-cli customers find'],
  [['customers', '9', 'addresses', '1'], 'shop-cli addresses list --customer 9'],
  [['baskets', `{${key}}`], 'shop-cli baskets list'],
  [['baskets', `{${key}}`, '200'], `shop-cli baskets get ${key}`],
  [['orders', '1'], 'shop-cli orders list --last 20'],
  [['products'], 'shop-cli products list --search'],
  [['unheard-of'], undefined],
] as const)('what is not found at %j has a hint that says how to find it', (segments, expected) => {
  const hint = hintFor('not-found', apiRequest('GET', RequestUrl.to(base, segments)));
  expect(expected === undefined ? hint : hint?.includes(expected)).toBe(expected === undefined ? undefined : true);
});

test.each([
  [['customers', '9', 'addresses'], 'shop-cli customers find'],
  [['baskets', `{${key}}`, 'products'], 'shop-cli baskets list'],
  [['orders'], 'Check the store URL'],
] as const)('a list that is not found at %j has a hint about what it is of', (segments, expected) => {
  const request = { ...apiRequest('GET', RequestUrl.to(base, segments)), isList: true };
  expect(hintFor('not-found', request)).toContain(expected);
});

test.each(['unresolved', 'refused', 'unauthorized', 'not-the-api', 'timeout'] as const)(
  'the next step after "%s" ends with the command that finds the cause',
  (problem) => {
    expect(hintFor(problem, apiRequest('GET', RequestUrl.to(base, ['products'])))).toMatch(/shop-cli doctor$/);
  },
);

test('doctor is named with the option that selects the store of the command', async () => {
  const url = 'http://127.0.0.1:1';
  const home = ownDirectory();
  await writeProfiles(home, { nl: { url }, other: { url: 'http://127.0.0.1:2' } }, 'other');
  const hintOf = async (line: string) => (await shopCli(`${line} --retries 0`, { home })).err.split('\n').at(-2);
  expect(await hintOf(`products list --store ${url}`)).toBe(`To find the cause: shop-cli doctor --store ${url}`);
  expect(await hintOf('products list --profile nl')).toBe('To find the cause: shop-cli doctor --profile nl');
  expect(await hintOf('products list')).toBe('To find the cause: shop-cli doctor');
});
