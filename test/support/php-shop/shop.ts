import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../store.ts';

/** What a shop replies, before it is written: `body` is JSON, or a text as it travels. */
export interface PhpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A text or bytes that are sent as they are. */
export class Raw {
  readonly content: string | Buffer;

  constructor(content: string | Buffer) {
    this.content = content;
  }
}

export type Row = Readonly<Record<string, unknown>>;

/** The tables of a shop. */
export interface Tables {
  products: Row[];
  baskets: Row[];
  customers: Row[];
  addresses: Row[];
  orders: Row[];
}

export const guid = '42212126-9CF9-49D8-8E52-5B2858894145';
export const otherGuid = '11112126-9CF9-49D8-8E52-5B2858894145';
export const digits = '8712345678906';

const productOf = (productId: number, sku: string, name: string): Row => ({
  uprid: String(productId),
  productId,
  sku,
  ean: '',
  name,
  price: '12.5000',
  quantity: 3,
  status: 1,
  category: { id: 1, name: 'Lamps', categoryIds: '1', cPath: '1' },
  manufacturer: { id: 4, name: 'Maker' },
  images: ['lamp.jpg'],
});
const addressOf = (id: string, customerId: string, city: string): Row => ({
  id,
  customerId,
  firstName: 'Jo',
  lastName: 'Vries',
  city,
  country: { id: '21', title: 'Belgium', isoCode2: 'BE', isoCode3: 'BEL' },
});
const lineOf = (productId: string, name: string): Row => ({
  uprid: productId,
  productId,
  name,
  quantity: '1',
  price: '12.5000',
});

/** What every shop has at first. */
export const firstTables = (): Tables => ({
  products: [
    productOf(1, 'FIRST', 'First'),
    productOf(206, 'LAMP', 'Lamp'),
    productOf(241, digits, 'Desk lamp'),
    productOf(242, 'DESK', 'Desk'),
  ],
  baskets: [
    { id: '1', basketKey: `{${otherGuid}}`, customerId: '7', orderId: '0', products: [lineOf('1', 'First')] },
    {
      id: '701',
      basketKey: `{${guid}}`,
      customerId: '101',
      orderId: '0',
      coupon: '',
      products: [lineOf('206', 'Lamp'), lineOf('242', 'Desk')],
    },
  ],
  customers: [
    { customerId: '1', emailAddress: 'an@example.com', firstName: 'An', phoneNumber: '' },
    { customerId: '101', emailAddress: 'jo@example.com', firstName: 'Jo', phoneNumber: '1' },
  ],
  addresses: [addressOf('1', '1', 'Oslo'), addressOf('301', '101', 'Gent'), addressOf('302', '101', 'Brugge')],
  orders: [
    { orderId: '1', customerId: '1', status: 'new' },
    { orderId: '1001', customerId: '101', status: 'new' },
  ],
});

/** How a shop differs from a good one in what it does, rather than in how it replies. */
export interface Traits {
  /** The ID that it makes of the text in a path; a good shop takes it as it is. */
  readonly cast?: (text: string) => string;
  /** Fields as they are stored. */
  readonly stores?: (fields: Row) => Row;
  /** It says that it changed something, and does not. */
  readonly keeps?: 'everything' | 'what is deleted';
  /** Products that match a search. */
  readonly searches?: (product: Row, search: string) => boolean;
  /** The most products on a page. */
  readonly pageCap?: number;
  readonly ignoresPaging?: true;
}

const ok = (body: unknown, status = 200): PhpReply => ({ status, headers: {}, body });
const missing = ok({ error: { message: 'Not found' } }, 404);
const idNames = { products: 'productId', baskets: 'id', customers: 'customerId', addresses: 'id', orders: 'orderId' };

/** Answers a request as a good shop does, with its tables and these traits. */
export function answerOf(tables: Tables, request: SeenRequest, traits: Traits): PhpReply {
  const [noun = '', key = '', part = '', partKey = ''] = decodeURIComponent(request.path)
    .replace('/api/v2/', '')
    .split('/');
  const cast = traits.cast ?? ((text) => text);
  if (noun === 'customers' && part === 'addresses')
    return rowsOf(
      tables,
      'addresses',
      partKey && cast(partKey),
      request,
      traits,
      (row) => row.customerId === cast(key) || key === '',
      { customerId: cast(key) },
    );
  if (noun === 'baskets' && part !== '') return lineReply(tables, cast(key), cast(part), request, traits);
  if (noun === 'products') return productReply(tables, key, request, traits);
  if (noun === 'orders' && request.method === 'POST') return orderReply(tables, request, traits);
  return noun in tables ? rowsOf(tables, noun as keyof Tables, key && cast(key), request, traits) : missing;
}

function productReply(tables: Tables, key: string, request: SeenRequest, traits: Traits): PhpReply {
  if (key !== '') {
    const id = (traits.cast ?? ((text) => text))(key);
    const found =
      tables.products.find(({ productId }) => String(productId) === id) ??
      tables.products.find(({ sku }) => sku === key);
    return found ? ok(found) : missing;
  }
  if (request.method === 'POST') return rowsOf(tables, 'products', '', request, traits);
  const search = request.query.get('filter[search]') ?? '';
  const matches = tables.products.filter((product) => (traits.searches ?? isMatch)(product, search));
  const limit = Math.min(Number(request.query.get('limit') ?? 20), traits.pageCap ?? 1000);
  const offset = Number(request.query.get('offset') ?? 0);
  return ok({
    numRows: matches.length,
    data: traits.ignoresPaging ? matches : matches.slice(offset, offset + limit),
  });
}

/** `sku:LAMP`, `ean:…` or a pattern. */
export function isMatch(product: Row, search: string): boolean {
  const [, field, code] = /^(sku|ean):(.*)$/s.exec(search) ?? [];
  if (field !== undefined) return product[field] === code;
  const words = search.replaceAll('*', '').toLowerCase();
  return String(product.name).toLowerCase().includes(words) || String(product.sku).toLowerCase().includes(words);
}

function rowsOf(
  tables: Tables,
  name: keyof Tables,
  id: string,
  request: SeenRequest,
  { stores = (fields) => fields, keeps }: Traits,
  isOwn: (row: Row) => boolean = () => true,
  own: Row = {},
): PhpReply {
  const rows = tables[name];
  const idName = idNames[name];
  if (request.method === 'POST') {
    const next = 900 + rows.length;
    const key = name === 'baskets' ? { basketKey: `{${guid.replace('4221', '9999')}}`, orderId: '0' } : {};
    const typed = name === 'products' ? { productId: next, uprid: String(next) } : { [idName]: String(next) };
    const sent = stores(JSON.parse(request.body));
    const country = 'country' in sent ? { country: { id: '21', isoCode2: sent.country } } : {};
    const row = { ...sent, ...country, ...own, ...typed, ...key };
    if (keeps !== 'everything') rows.push(row);
    return ok(row);
  }
  if (id === '') return ok(name === 'addresses' ? rows.filter(isOwn) : { numRows: rows.length, data: rows });
  const at = rows.findIndex((row) => isOwn(row) && (row[idName] === id || row.basketKey === id));
  const found = rows[at];
  if (!found) return missing;
  if (request.method === 'GET') return ok(found);
  if (request.method === 'DELETE') {
    if (!keeps) rows.splice(at, 1);
    return ok('');
  }
  const changed = { ...found, ...stores(JSON.parse(request.body)) };
  if (keeps !== 'everything') rows[at] = changed;
  return ok(changed);
}

function lineReply(tables: Tables, key: string, id: string, request: SeenRequest, traits: Traits): PhpReply {
  const at = tables.baskets.findIndex(({ basketKey }) => basketKey === key);
  const basket = tables.baskets[at];
  const lines = (basket?.products ?? []) as readonly Row[];
  const line = lines.find(({ uprid }) => uprid === id);
  if (!line) return missing;
  if (request.method === 'GET') return ok(line);
  const isDeleted = request.method === 'DELETE';
  const changed = isDeleted ? [] : [{ ...line, ...(traits.stores ?? ((fields) => fields))(JSON.parse(request.body)) }];
  const isKept = traits.keeps === 'everything' || (isDeleted && traits.keeps === 'what is deleted');
  if (!isKept) tables.baskets[at] = { ...basket, products: lines.flatMap((one) => (one === line ? changed : [one])) };
  return ok(isDeleted ? '' : changed[0]);
}

function orderReply(tables: Tables, request: SeenRequest, { keeps }: Traits): PhpReply {
  const { basketKey } = JSON.parse(request.body);
  const at = tables.baskets.findIndex((basket) => basket.basketKey === basketKey);
  if (at < 0) return missing;
  const order = { orderId: '1002', basketKey, customerId: '101' };
  if (keeps === 'everything') return ok(order);
  tables.orders.push(order);
  tables.baskets[at] = { ...tables.baskets[at], orderId: '1002' };
  return ok(order);
}

/** Writes a reply. */
export function write(response: ServerResponse, { status, headers, body }: PhpReply): void {
  const content = body instanceof Raw ? body.content : body === '' ? '' : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(status === 204 ? '' : content);
}
