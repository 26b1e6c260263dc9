import type { Json } from '../resources/kinds.ts';
import type { ApiRequest } from './exchange.ts';

/** How to find out what became of a write whose answer was lost: the command that shows it, where the API has one. */
export function howToFindOut({ method, url, body }: ApiRequest): string {
  const path = decodeURIComponent(url.path.replace(/^.*\/api\/v2/, ''));
  for (const [pattern, command] of lookUps) {
    const match = pattern.exec(`${method} ${path}`);
    if (match) return command(match, body);
  }
  return 'Do not repeat it blindly: look first whether it took effect.';
}

type LookUp = (match: RegExpExecArray, body: Json | undefined) => string;

const lookUps: readonly (readonly [RegExp, LookUp])[] = [
  [
    /^POST \/products$/,
    (_, body) => look(memberOf(body, 'sku') ? `products get --sku "${memberOf(body, 'sku')}"` : 'products list --search "<name>"'),
  ],
  [/^POST \/orders$/, (_, body) => look(`baskets get ${bare(memberOf(body, 'basketKey'))} --fields orderId`)],
  [/^POST \/customers$/, () => 'The API cannot list customers: look in the back office of the shop, and do not repeat it blindly.'],
  [/^POST \/customers\/([^/]+)\/addresses$/, ([, id]) => look(`addresses list --customer ${id}`)],
  [/^POST \/baskets$/, () => look('baskets list')],
  [/^\w+ \/customers\/([^/]+)\/addresses\/([^/]+)$/, ([, id, address]) => look(`addresses get ${address} --customer ${id}`)],
  [/^\w+ \/customers\/([^/]+)$/, ([, id]) => look(`customers get ${id}`)],
  [/^\w+ \/baskets\/([^/]+)(\/.*)?$/, ([, key]) => look(`baskets get ${bare(key)}`)],
  [/^\w+ \/orders\/([^/]+)$/, ([, id]) => look(`orders get ${id}`)],
];

const look = (command: string): string => `Do not repeat it blindly. Look first: shop-cli ${command}`;

function memberOf(body: Json | undefined, name: string): string {
  const value =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Readonly<Record<string, Json>>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** A basket key as commands take it. */
const bare = (key = ''): string => key.replace(/[{}]/g, '');
