import { flagOf } from '../../src/input/options.ts';
import { addressChanges, newAddress } from '../../src/resources/addresses.ts';
import { basketChanges, lineChanges, newBasket } from '../../src/resources/baskets.ts';
import { customerChanges, newCustomer } from '../../src/resources/customers.ts';
import type { DraftField, DraftFields } from '../../src/resources/draft-fields.ts';
import type { Kind } from '../../src/resources/kind.ts';
import { newOrder } from '../../src/resources/orders.ts';
import { newProduct } from '../../src/resources/products.ts';
import { dutchAddress, jo } from './people.ts';
import { answers, key } from './replies.ts';
import { type SeenRequest, type ServedStore, serveStore } from './store.ts';

export { key };

/** A body of the API, the command that sends it, and the request it becomes. */
export interface Body {
  readonly line: string;
  readonly fields: DraftFields;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  /** A valid body. */
  readonly good: Readonly<Record<string, unknown>>;
  readonly flags?: Readonly<Record<string, string>>;
}

const orderFlags = { basketKey: '--basket', currencyType: '--currency', languageId: '--language' };

const sentBy =
  (method: Body['method']) =>
  (line: string, path: string, { fields }: Pick<Body, 'fields'>, good: Body['good']): Body => ({
    line,
    fields,
    method,
    path,
    good,
  });
const posted = sentBy('POST');
const patched = sentBy('PATCH');
const [basket, addresses] = [`/baskets/{${key}}`, '/customers/101/addresses'];

export const bodies: readonly Body[] = [
  posted('products create --allow-duplicate', '/products', newProduct, { sku: 'A' }),
  posted('baskets create', '/baskets', newBasket, {}),
  patched(`baskets update ${key}`, basket, basketChanges, { coupon: 'A' }),
  patched(`baskets items update ${key} 200`, `${basket}/200`, lineChanges, { quantity: 2 }),
  posted('customers create', '/customers', newCustomer, jo),
  patched('customers update 101', '/customers/101', customerChanges, { phoneNumber: '1' }),
  posted('addresses create --customer 101', addresses, newAddress, dutchAddress),
  patched('addresses update 301 --customer 101', `${addresses}/301`, addressChanges, { city: 'Ede' }),
  { ...posted('orders create', '/orders', newOrder, { basketKey: `{${key}}` }), flags: orderFlags },
];

/** Texts that are not valid for a kind. Every kind has some, or takes any text. */
export const badTexts: Readonly<Record<Kind<unknown>['name'], readonly string[]>> = {
  text: [],
  code: [' A', 'A\u0007'],
  money: ['x', '1,50', '1e3x', '12345678901234567', '.5'],
  decimal: ['x'],
  count: ['x', '1.5', '1e99', '-x'],
  id: ['0', '-1', 'x', '1.5'],
  percent: ['5.5', '101', '-1', 'x'],
  choice: ['99', 'x'],
  flag: ['2'],
  date: ['x'],
  email: ['x', 'a@b', 'a b@example.com'],
  gender: ['x', 'male'],
  country: ['XX', 'Nederland'],
  currency: ['EU', 'E1R'],
  basketKey: ['x', '{42212126}'],
  uprid: ['x', '206{', '0'],
  url: [],
  path: [],
  list: [],
};
/** JSON that is not valid for any single field. */
export const badJson: readonly unknown[] = [true, {}, [], [1]];

/** The fields that have an option. */
export const typable = ({ fields }: Body): readonly (readonly [string, DraftField])[] =>
  Object.entries(fields).filter(([, { kind, isSecret }]) => !isSecret && kind.name !== 'list');
export const flagFor = ({ flags = {} }: Body, field: string): string => flags[field] ?? flagOf(field);

/** A store that accepts everything, and has whatever it is asked for. */
export const serveAnyStore = (): Promise<ServedStore> =>
  serveStore((request, response, count) => {
    const [, customerId = '1'] = /\/customers\/(\d+)/.exec(request.path) ?? [];
    const [id = '1'] = /[^/]+$/.exec(decodeURIComponent(request.path)) ?? [];
    const orderId = request.path.includes('/orders') ? '1' : null;
    const record = { productId: id, id, basketKey: `{${key}}`, customerId, orderId };
    answers(200, record)(request, response, count);
  });

/** The bodies of the writes; to show what changes, an update reads the record first. */
export const written = (seen: readonly SeenRequest[]): readonly string[] =>
  seen.filter(({ method }) => method !== 'GET').map(({ body }) => body);
