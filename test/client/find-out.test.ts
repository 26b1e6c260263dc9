import { expect, test } from 'vitest';
import type { ApiRequest } from '../../src/client/exchange.ts';
import { howToFindOut } from '../../src/client/find-out.ts';
import { RequestUrl } from '../../src/client/request-url.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

test.each([
  ['POST', ['products'], { sku: 'A 1' }, 'shop-cli products get --sku "A 1"'],
  ['POST', ['products'], { name: 'x' }, 'shop-cli products list --search "<name>"'],
  ['POST', ['orders'], { basketKey: `{${key}}` }, `shop-cli baskets get ${key} --fields orderId`],
  ['POST', ['customers'], {}, 'look in the back office'],
  ['POST', ['customers', '101', 'addresses'], {}, 'shop-cli addresses list --customer 101'],
  ['POST', ['baskets'], {}, 'shop-cli baskets list'],
  ['PATCH', ['customers', '101', 'addresses', '301'], {}, 'shop-cli addresses get 301 --customer 101'],
  ['PATCH', ['customers', '101'], {}, 'shop-cli customers get 101'],
  ['PATCH', ['baskets', `{${key}}`, '200'], {}, `shop-cli baskets get ${key}`],
  ['DELETE', ['orders', '1001'], {}, 'shop-cli orders get 1001'],
  ['POST', ['unheard-of'], {}, 'look first whether it took effect'],
] as const)('a lost %s of %j with %j: %s', (method, segments, body, expected) => {
  const request: ApiRequest = {
    method,
    url: RequestUrl.to({ origin: 'https://shop.example', path: '/nl' }, segments),
    body,
  };
  expect(howToFindOut(request)).toContain(expected);
});
