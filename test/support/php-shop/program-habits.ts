import {
  all,
  always,
  eachRecord,
  type Habit,
  idIn,
  isRow,
  json,
  onSuccess,
  reads,
  records,
  unclear,
  values,
  writes,
} from './changes.ts';
import { Raw, type Row } from './shop.ts';

/** One record of a reply, or a list of them, without the envelope. */
const listIn = (body: unknown): readonly Row[] | undefined =>
  Array.isArray(body) ? body : isRow(body) && Array.isArray(body.data) ? (body.data as readonly Row[]) : undefined;

/** What the record of a path is called: `customer`, and `customers`. */
const namesOf = (path: string): readonly [one: string, several: string] => {
  const several = /\/(addresses|orders|products|baskets|customers)(?:\/[^/]*)?$/.exec(path)?.[1] ?? 'products';
  return [several.replace(/(?<=ss)es$|s$/, ''), several];
};

const idNameOf = (path: string): string =>
  ({ customers: 'customerId', orders: 'orderId', products: 'productId' })[namesOf(path)[1]] ?? 'id';

/** Every list in a body as an object by index. */
const asObjects = (body: unknown): unknown =>
  Array.isArray(body)
    ? Object.fromEntries(body.map((one, at) => [at, asObjects(one)]))
    : isRow(body)
      ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, asObjects(value)]))
      : body;

const underscored = (body: unknown): unknown =>
  Array.isArray(body)
    ? body.map(underscored)
    : isRow(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
            underscored(value),
          ]),
        )
      : body;

const notShown = { lists: 5, gets: 5, searches: 5, skus: 5, pages: 5 } as const;
const refused = { creates: 5, updates: 5, deletes: 5, orders: 5 } as const;

/** Habits of osCommerce, OpenCart, PrestaShop, WooCommerce and Magento, and of settings of PHP. */
export const programHabits: Readonly<Record<string, Habit>> = {
  // PHP.
  'writes a fraction of zero (JSON_PRESERVE_ZERO_FRACTION)': {
    reply: onSuccess('GET POST PATCH', (body) => new Raw(json(body).replace(/(":)(\d+)(?=[,}])/g, '$1$2.0'))),
    cells: all,
  },
  'writes IDs as floats in texts': {
    reply: values((value, name) =>
      /Id$|^id$|^uprid$/.test(name) && /^\d+$/.test(String(value)) ? `${value}.0` : value,
    ),
    cells: all,
  },
  'writes lists as objects (JSON_FORCE_OBJECT)': { reply: onSuccess('GET POST PATCH', asObjects), cells: all },
  'writes prices with 17 digits (serialize_precision)': {
    reply: onSuccess(
      'GET POST PATCH',
      (body) =>
        new Raw(
          json(body).replace(/("price":)"?([\d.]+)"?/g, (_, name, price) => `${name}${Number(price).toPrecision(17)}`),
        ),
    ),
    cells: all,
  },
  'writes prices with a decimal comma (setlocale)': {
    reply: values((value, name) => (name === 'price' ? Number(value).toFixed(4).replace('.', ',') : value)),
    cells: { ...all, creates: 0 },
  },
  'encodes its JSON twice': { reply: onSuccess('GET POST PATCH', (body) => json(body)), cells: all },
  'encodes a refusal twice': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', json({ success: false, message: 'No rights' })),
    cells: refused,
  },
  'writes the callback of JSONP': {
    reply: onSuccess('GET POST PATCH', (body) => new Raw(`callback(${json(body)});`)),
    cells: { ...notShown, creates: 10, orders: 10, updates: 10 },
  },

  // WordPress and WooCommerce.
  'ends every reply with 0 (admin-ajax)': {
    reply: onSuccess('GET POST PATCH DELETE', (body) => new Raw(`${body === '' ? '' : json(body)}0`)),
    cells: { ...notShown, ...unclear },
  },
  'answers a deletion with the record that was deleted': {
    reply: (reply, { method, path }) =>
      method === 'DELETE' ? { ...reply, body: { [idNameOf(path)]: '7', status: 'publish' } } : reply,
    cells: all,
  },
  'moves a deleted record to the trash': {
    traits: { keeps: 'everything' },
    reply: (reply, { method, path }) =>
      method === 'DELETE' && reply.status === 200
        ? { ...reply, body: { [idNameOf(path)]: path.split('/').at(-1), status: 'trash' } }
        : reply,
    cells: { deletes: 10 },
  },
  'answers a missing record with 400 and a code': {
    reply: (reply) =>
      reply.status === 404
        ? { ...reply, body: { code: 'woocommerce_rest_invalid_id', message: 'Invalid ID.', data: { status: 404 } } }
        : reply,
    cells: all,
  },
  'answers a write with a critical error, status 200': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', {
      code: 'internal_server_error',
      message: 'There has been a critical error on this website.',
      data: { status: 500 },
    }),
    cells: unclear,
  },

  // PrestaShop.
  'names the record in its reply, and a list in the plural': {
    reply: (reply, { path, method }) => {
      if (reply.status >= 300 || method === 'DELETE') return reply;
      const list = listIn(reply.body);
      const [one, several] = namesOf(path);
      const empty = list?.length === 0;
      return { ...reply, body: empty ? [] : list ? { [several]: list } : { [one]: reply.body } };
    },
    cells: { ...all, creates: 0 },
  },
  'writes texts by language': {
    reply: records((one) => (one.sku === undefined ? one : { ...one, name: [{ id: '1', value: 'Lamp' }] })),
    cells: { pages: 5, searches: 5, skus: 5 },
  },
  'answers in XML': {
    traits: { keeps: 'everything' },
    reply: always('GET POST PATCH DELETE', new Raw('<?xml version="1.0"?><prestashop><customer/></prestashop>')),
    cells: { ...notShown, ...unclear },
  },
  'knows no PATCH': {
    reply: (reply, { method }) =>
      method === 'PATCH'
        ? { ...reply, status: 405, body: { errors: [{ code: 25, message: 'Method not valid' }] } }
        : reply,
    traits: { keeps: 'everything' },
    cells: { updates: 5 },
  },
  'takes PATCH and DELETE for GET': {
    traits: { keeps: 'everything' },
    reply: onSuccess('DELETE', () => ({ id: '1', customerId: '101', orderId: '1001', productId: 206 })),
    cells: { updates: 10, deletes: 10 },
  },

  // OpenCart.
  'has errors of [] beside the data': {
    reply: onSuccess('GET POST PATCH', (body) => ({ success: 1, error: [], data: listIn(body) ?? body })),
    cells: { ...all },
  },
  'refuses a write with an error of many fields, status 200': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', { error: { warning: 'No permission', firstname: 'Too short' } }),
    cells: { ...refused, imports: 7 },
  },
  'says no with a type': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', { type: 'error', msg: 'Denied', redirect: '/login' }),
    cells: unclear,
  },
  'says no with a capital': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', { Success: false, Message: 'Denied' }),
    cells: { ...refused, imports: 7 },
  },
  'answers a deletion with the basket that is left': {
    reply: (reply, { method, path }) =>
      method === 'DELETE' && /\/baskets\/[^/]+\/[^/]+$/.test(path) && reply.status === 200
        ? { ...reply, body: { basketKey: '{42212126-9CF9-49D8-8E52-5B2858894145}', products: [{ uprid: '242' }] } }
        : reply,
    cells: { deletes: 0 },
  },

  // Magento.
  'lists items beside their search criteria': {
    reply: onSuccess('GET', (body) => {
      const list = listIn(body);
      return list ? { items: list, search_criteria: { page_size: 20 }, total_count: list.length } : body;
    }),
    cells: { ...reads, strangers: 3, imports: 0, creates: 0 },
  },
  'takes a write in a queue, status 202': {
    traits: { keeps: 'everything' },
    reply: always(
      'POST PATCH DELETE',
      { bulk_uuid: '799a0f0a', request_items: [{ id: 0, status: 'accepted' }], errors: false },
      { status: 202 },
    ),
    cells: { creates: 10, deletes: 10, orders: 10, updates: 10 },
  },
  'answers an order with its number alone, as text': {
    reply: (reply, { method, path }) =>
      method === 'POST' && path.endsWith('/orders') ? { ...reply, body: String(idIn(reply.body)) } : reply,
    cells: { orders: 0 },
  },
  'finds codes without case, accents and blanks at the end (utf8_general_ci)': {
    traits: {
      searches: (product, search) =>
        String(product.sku).toLowerCase() === search.replace(/^sku:/, '').trim().toLowerCase(),
    },
    cells: { skus: 0, imports: 0, strangers: 3, creates: 0 },
  },

  // osCommerce.
  'writes names with underscores': {
    reply: onSuccess('GET POST PATCH', underscored),
    cells: { creates: 0, deletes: 0 },
  },
  'answers a creation with the list of all': {
    traits: { keeps: 'everything' },
    reply: (reply, { method, path }) =>
      method === 'POST' ? { ...reply, body: { numRows: 1, data: [{ ...eachRecordOf(path) }] } } : reply,
    cells: { creates: 10, orders: 10 },
  },
  'is closed for maintenance, status 200': {
    traits: { keeps: 'everything' },
    reply: always('GET POST PATCH DELETE', { status: 'maintenance', message: 'Back soon' }),
    cells: { lists: 5, gets: 5, ...unclear },
  },
  'adds what it calls a warning to each record': {
    reply: onSuccess('GET POST PATCH', (body) =>
      isRow(body) ? { ...(eachRecord(body, (one) => one) as Row), warnings: ['Deprecated'], errors: null } : body,
    ),
    cells: { ...writes, gets: 0 },
  },
  'redirects after each write to what it has made (303)': {
    reply: (reply, { method, path }) =>
      method !== 'GET' && reply.status < 300 ? { status: 303, headers: { location: `${path}/7` }, body: '' } : reply,
    cells: { ...unclear },
  },
  'redirects each write to its sign-in (302)': {
    traits: { keeps: 'everything' },
    reply: (reply, { method }) =>
      method === 'GET' ? reply : { status: 302, headers: { location: '/login' }, body: '' },
    cells: { ...refused, imports: 7 },
  },

  // Magento 1, Shopware 5, xt:Commerce, OpenCart.
  'lists records by their ID, without an envelope': {
    reply: onSuccess('GET', (body, { path }) => {
      const list = listIn(body);
      return list?.length ? Object.fromEntries(list.map((one) => [String(idIn(one) ?? path), one])) : (list ?? body);
    }),
    cells: { ...reads, strangers: 3 },
  },
  'says in messages that a write failed, status 200': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', { messages: { error: [{ code: 400, message: 'Resource data invalid.' }] } }),
    cells: unclear,
  },
  'answers a creation with an ID and a location in data': {
    reply: (reply, { method, path }) =>
      method === 'POST' && reply.status === 200
        ? { ...reply, body: { success: true, data: { id: idIn(reply.body), location: `${path}/${idIn(reply.body)}` } } }
        : reply,
    cells: { creates: 0, orders: 0, imports: 0 },
  },
  'lists data with a total': {
    reply: onSuccess('GET', (body) => {
      const list = listIn(body);
      return list ? { data: list, total: list.length, success: true } : { data: body, success: true };
    }),
    cells: { ...reads, strangers: 3, creates: 0 },
  },
  'says that a missing record is no success': {
    reply: (reply) =>
      reply.status === 404 ? { ...reply, body: { success: false, message: 'Record by id not found' } } : reply,
    cells: all,
  },
  'writes a date as an object (DateTime)': {
    reply: records((one) => ({
      ...one,
      dateAdded: { date: '2026-01-02 03:04:05.000000', timezone_type: 3, timezone: 'Europe/Amsterdam' },
      dateCreated: { date: '2026-01-02 03:04:05.000000', timezone_type: 3, timezone: 'Europe/Amsterdam' },
    })),
    cells: { pages: 0, searches: 0, skus: 0, imports: 0 },
  },
  'writes flags as Y and N': {
    reply: records((one) => ({ ...one, status: 'Y', guestAccount: 'N', isBundle: 'N', approved: 'Y' })),
    cells: all,
  },
  'ends with a comment on its speed': {
    reply: onSuccess('GET POST PATCH DELETE', (body) => new Raw(`${json(body)}<!-- 0.012 s, 7 queries -->`)),
    cells: { lists: 5, gets: 5, ...unclear },
  },
  'answers a write with the rows that it changed': {
    reply: always('POST PATCH DELETE', { affected_rows: 1 }),
    cells: { ...writes, creates: 10, imports: 0 },
  },
  'lists the products of a basket by their IDs': {
    reply: records((one) =>
      Array.isArray(one.products)
        ? { ...one, products: Object.fromEntries((one.products as readonly Row[]).map((line) => [line.uprid, line])) }
        : one,
    ),
    cells: all,
  },
};

/** A record that such a list has. */
const eachRecordOf = (path: string): Row =>
  ({ products: { productId: 1, sku: 'FIRST' }, baskets: { basketKey: '{11112126-9CF9-49D8-8E52-5B2858894145}' } })[
    namesOf(path)[1]
  ] ?? { id: '1', customerId: '1', orderId: '1' };
