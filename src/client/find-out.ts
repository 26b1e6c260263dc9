import type { Json } from '../resources/kinds.ts';
import { isObject } from '../text/objects.ts';
import type { ApiRequest } from './exchange.ts';

/** How to find out what became of a write whose answer was lost: the command that shows it, where the API has one. */
export function howToFindOut({ method, url, body }: ApiRequest): string {
  const path = pathOf(url);
  for (const [pattern, command] of lookUps) {
    const match = pattern.exec(`${method} ${path}`);
    if (match) return command(match, body);
  }
  return 'Do not repeat it blindly: look first whether it took effect.';
}

/** Where to find what this address did not lead to: the command that shows what there is, where the API has one. */
export function howToFind({ url }: Pick<ApiRequest, 'url'>): string | undefined {
  const path = pathOf(url);
  for (const [pattern, where] of places) {
    const match = pattern.exec(path);
    if (match) return where(match);
  }
  return undefined;
}

/** Where keys and ids stand that are looked for. */
export const whereToFind = {
  basket: 'shop-cli baskets list shows the keys.',
  customer: 'Baskets name their customers: shop-cli baskets list --fields basketKey,customerId',
  order: 'Baskets name their orders: shop-cli baskets list --fields basketKey,orderId',
  addressOf: (customer = '<id>') =>
    `shop-cli addresses list --customer ${customer} shows the addresses of that customer.`,
  productOf: (key = '<key>') => `shop-cli baskets get ${key} shows what is in that basket.`,
} as const;

const places: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^\/customers\/([^/]+)\/addresses\/[^/]+$/, ([, id]) => whereToFind.addressOf(id)],
  [/^\/customers\/[^/]+/, () => whereToFind.customer],
  [/^\/baskets\/([^/]+)\/[^/]+$/, ([, key]) => whereToFind.productOf(bare(key))],
  [/^\/baskets\/[^/]+$/, () => whereToFind.basket],
  [/^\/orders\/[^/]+$/, () => whereToFind.order],
];

const pathOf = (url: ApiRequest['url']): string => decodeURIComponent(url.path.replace(/^.*\/api\/v2/, ''));

type LookUp = (match: RegExpExecArray, body: Json | undefined) => string;

const lookUps: readonly (readonly [RegExp, LookUp])[] = [
  [
    /^POST \/products$/,
    (_, body) =>
      look(memberOf(body, 'sku') ? `products get --sku "${memberOf(body, 'sku')}"` : 'products list --search "<name>"'),
  ],
  [/^POST \/orders$/, (_, body) => look(`baskets get ${bare(memberOf(body, 'basketKey'))} --fields orderId`)],
  [
    /^POST \/customers$/,
    () => 'The API cannot list customers: look in the back office of the shop, and do not repeat it blindly.',
  ],
  [/^POST \/customers\/([^/]+)\/addresses$/, ([, id]) => look(`addresses list --customer ${id}`)],
  [/^POST \/baskets$/, () => look('baskets list')],
  [
    /^\w+ \/customers\/([^/]+)\/addresses\/([^/]+)$/,
    ([, id, address]) => look(`addresses get ${address} --customer ${id}`),
  ],
  [/^\w+ \/customers\/([^/]+)$/, ([, id]) => look(`customers get ${id}`)],
  [/^\w+ \/baskets\/([^/]+)(\/.*)?$/, ([, key]) => look(`baskets get ${bare(key)}`)],
  [/^\w+ \/orders\/([^/]+)$/, ([, id]) => look(`orders get ${id}`)],
];

const look = (command: string): string => `Do not repeat it blindly. Look first: shop-cli ${command}`;

function memberOf(body: Json | undefined, name: string): string {
  const value = isObject(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** A basket key as commands take it. */
const bare = (key = ''): string => key.replace(/[{}]/g, '');
