import {
  all,
  always,
  type Habit,
  idIn,
  integer,
  isEmptyList,
  isRow,
  json,
  onSuccess,
  reads,
  records,
  unclear,
  values,
  without,
  writes,
} from './changes.ts';
import { isMatch, Raw, type Row } from './shop.ts';

export const habits: Readonly<Record<string, Habit>> = {
  'does as documented': { cells: { ...all, lookUps: 0, aliases: 3 } },

  // What PHP makes of types and texts.
  'writes every number as text': {
    reply: values((value) => (typeof value === 'number' ? String(value) : value)),
    cells: all,
  },
  'writes numeric texts as numbers (JSON_NUMERIC_CHECK)': {
    reply: values((value, name) =>
      typeof value === 'string' && /^\d{1,15}(\.\d+)?$/.test(value) && name !== 'phoneNumber' ? Number(value) : value,
    ),
    cells: all,
  },
  'writes false where there is nothing': { reply: values((value) => (value === '' ? false : value)), cells: all },
  'begins with a byte order mark': {
    reply: onSuccess('GET POST PATCH', (body) => new Raw(`\uFEFF${json(body)}`)),
    cells: all,
  },
  'ends with blank lines after ?>': {
    reply: onSuccess('GET POST PATCH', (body) => new Raw(`\n${json(body)}\n\n`)),
    cells: all,
  },
  'escapes slashes and letters': {
    reply: onSuccess('GET POST PATCH', (body) => new Raw(json(body).replaceAll('/', '\\/'))),
    cells: all,
  },
  'says text/html of JSON': {
    reply: (reply) => ({ ...reply, headers: { 'content-type': 'text/html; charset=UTF-8' } }),
    cells: all,
  },
  'prints a notice before the JSON': {
    reply: onSuccess('GET POST PATCH DELETE', (body) => new Raw(`<br />\n<b>Notice</b>: Undefined index${json(body)}`)),
    cells: { lists: 5, gets: 5, ...unclear },
  },
  'prints a warning in plain text before the JSON': {
    reply: onSuccess('GET POST PATCH DELETE', (body) => new Raw(`PHP Warning:  Undefined array key 2\n${json(body)}`)),
    cells: { lists: 5, gets: 5, ...unclear },
  },
  'ends in the middle of the JSON': {
    reply: onSuccess('GET POST PATCH', (body) => new Raw(json(body).slice(0, -4))),
    cells: { lists: 6, gets: 6 },
  },
  'ends in the middle of the JSON when it writes': {
    reply: onSuccess('POST PATCH', (body) => new Raw(json(body).slice(0, -4))),
    cells: { creates: 10, updates: 10, orders: 10 },
  },
  'dies with a fatal error, status 200': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', new Raw('PHP Fatal error:  Uncaught Error: Call to a member function'), {}),
    cells: unclear,
  },
  'dies without a word, status 200': { reply: always('GET', ''), cells: { lists: 5, gets: 5 } },
  'dies without a word when it writes, status 200': {
    traits: { keeps: 'everything' },
    reply: always('POST', ''),
    cells: { creates: 10, orders: 10 },
  },
  'shows a page to log in': {
    traits: { keeps: 'everything' },
    reply: always('GET POST PATCH DELETE', new Raw('<!doctype html><title>Log in</title>'), {}),
    cells: { lists: 5, gets: 5, ...unclear },
  },

  // Empty objects and lists: array() is [] and {} alike.
  'writes an empty object as []': {
    reply: records((one) => ({ ...one, manufacturer: [], category: [] })),
    cells: reads,
  },
  'writes an empty object as false': {
    reply: records((one) => ({ ...one, manufacturer: false, country: false })),
    cells: reads,
  },
  'writes an empty object as ""': {
    reply: records((one) => ({ ...one, manufacturer: '', country: '' })),
    cells: reads,
  },
  'writes an empty object as null': { reply: records((one) => ({ ...one, manufacturer: null })), cells: reads },
  'writes an empty list as false': {
    reply: records((one) => ({ ...one, images: false, attributes: '' })),
    cells: reads,
  },
  'writes an empty list as {}': {
    reply: records((one) => ({ ...one, images: {}, deletedFreeProducts: {} })),
    cells: reads,
  },
  'writes empty elements of XML as {}': {
    reply: records((one) => ({ ...one, ean: {}, company: {}, coupon: [] })),
    cells: reads,
  },
  'writes a country as its code': {
    reply: records((one) => ('country' in one ? { ...one, country: 'BE' } : one)),
    cells: { creates: 0, deletes: 0 },
  },
  'writes category IDs as a list': {
    reply: records((one) => ({ ...one, category: { id: 1, categoryIds: [1, 2], cPath: null } })),
    cells: reads,
  },
  'writes VAT as an object': {
    reply: records((one) => ({ ...one, tax: { '21': '2.6250' }, taxPerRate: [] })),
    cells: reads,
  },
  'writes an array with gaps as an object': {
    reply: onSuccess('GET', (body) =>
      isRow(body) && Array.isArray(body.data)
        ? { ...body, data: Object.fromEntries(body.data.map((one, at) => [at + 3, one])) }
        : body,
    ),
    cells: reads,
  },
  'puts an object where a name should be': {
    reply: records((one) => (one.sku === undefined ? one : { ...one, name: { en: 'Lamp' } })),
    cells: { pages: 5, skus: 5 },
  },

  // Nothing found.
  'answers a search without a match with data null and a count': {
    reply: onSuccess('GET', (body) => (isEmptyList(body) ? { numRows: 0, data: null } : body)),
    cells: { creates: 0, lookUps: 0, strangers: 3, imports: 0 },
  },
  'answers a search without a match with a count alone': {
    reply: onSuccess('GET', (body) => (isEmptyList(body) ? { numRows: '0' } : body)),
    cells: { creates: 0, lookUps: 0, strangers: 3, imports: 0 },
  },
  'answers a search without a match with 404': {
    reply: (reply) =>
      isEmptyList(reply.body) ? { ...reply, status: 404, body: { message: 'No products found' } } : reply,
    cells: { creates: 0, lookUps: 0, strangers: 3, imports: 0 },
  },
  'answers a missing record with null, status 200': {
    reply: (reply) => (reply.status === 404 ? { ...reply, status: 200, body: null } : reply),
    cells: { strangers: 3, gets: 0 },
  },
  'answers a missing record with false, status 200': {
    reply: (reply) => (reply.status === 404 ? { ...reply, status: 200, body: false } : reply),
    cells: { strangers: 3, gets: 0 },
  },
  'answers a missing record with an error, status 200': {
    reply: (reply) => (reply.status === 404 ? { ...reply, status: 200, body: { error: 404, message: 'None' } } : reply),
    cells: { strangers: 3, gets: 0 },
  },

  'answers an empty list of addresses or baskets with 404': {
    reply: (reply, { path, method }) =>
      method === 'GET' && /\/(addresses|baskets)$/.test(path)
        ? { ...reply, status: 404, body: { message: 'None' } }
        : reply,
    cells: { nones: 0, creates: 0 },
  },
  'answers 404 to every list': {
    reply: (reply, { method, path }) =>
      method === 'GET' && /\/(products|baskets|addresses)$/.test(path)
        ? { ...reply, status: 404, body: { message: 'No route' } }
        : reply,
    cells: { probes: 3, pages: 3 },
  },

  // Which record comes back.
  'casts IDs to integers': {
    traits: { cast: (text) => (text.startsWith('{') ? text : integer(text)) },
    cells: { ...all, aliases: 3 },
  },
  'casts what is no ID to 1': {
    traits: { cast: (text) => (/^(\d+|\{.*\})$/.test(text) ? text : '1') },
    cells: all,
  },
  'shows the first record for an ID that it has not': {
    reply: onSuccess('GET', (body) => body),
    traits: { cast: (text) => (/^(101|206|242|301|302|1001|\{4.*)$/.test(text) ? text : '1') },
    cells: all,
  },
  'shows the basket of the visitor, whatever the key': {
    traits: { cast: (text) => (text.startsWith('{') ? '{11112126-9CF9-49D8-8E52-5B2858894145}' : text) },
    cells: { strangers: 3 },
  },
  'takes the case of a key for nothing': {
    reply: records((one) => ('basketKey' in one ? { ...one, basketKey: String(one.basketKey).toLowerCase() } : one)),
    cells: { gets: 0 },
  },
  'lists the addresses of every customer': {
    reply: (reply, { path, method }) =>
      method === 'GET' && path.endsWith('/addresses')
        ? {
            ...reply,
            body: [
              { id: '1', customerId: '1' },
              { id: '301', customerId: '101' },
            ],
          }
        : reply,
    cells: { addresses: 5, gets: 0 },
  },
  'lists the addresses of another customer': {
    reply: records((one) => ('city' in one ? { ...one, customerId: '7' } : one)),
    cells: { strangers: 3, addresses: 3 },
  },

  // What it says of a write.
  'answers a write with true': { reply: always('POST PATCH DELETE', true), cells: writes },
  'answers a write with 1 (echo true)': { reply: always('POST PATCH DELETE', new Raw('1')), cells: writes },
  'answers a write with success and true': { reply: always('POST PATCH DELETE', { success: true }), cells: writes },
  'answers a write with "success": "1"': {
    reply: always('POST PATCH DELETE', { success: '1', message: '' }),
    cells: writes,
  },
  'answers a creation with the ID alone': {
    reply: onSuccess('POST', (body) => new Raw(String(idIn(body)))),
    cells: writes,
  },
  'answers a creation with the ID as text': { reply: onSuccess('POST', (body) => String(idIn(body))), cells: writes },
  'answers 201 and nothing': { reply: always('POST', '', { status: 201 }), cells: writes },
  'answers 204': { reply: always('POST PATCH DELETE', '', { status: 204 }), cells: writes },
  'answers a write with false': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', false),
    cells: unclear,
  },
  'answers a write with 0': { traits: { keeps: 'everything' }, reply: always('POST PATCH DELETE', 0), cells: unclear },
  'answers a write with {"success":false}': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', { success: false }),
    cells: { creates: 5, updates: 5, deletes: 5, orders: 5, imports: 7 },
  },
  'answers a write with {"success":0,"data":[]}': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', { success: 0, data: [] }),
    cells: { creates: 5, updates: 5, deletes: 5, orders: 5 },
  },
  'answers "Invalid token", status 200': {
    traits: { keeps: 'everything' },
    reply: always('POST PATCH DELETE', new Raw('Invalid token'), { headers: { 'content-type': 'text/plain' } }),
    cells: unclear,
  },
  'answers a deletion with "cannot be deleted", status 200': {
    traits: { keeps: 'everything' },
    reply: always('DELETE', new Raw('This record cannot be deleted')),
    cells: { deletes: 10 },
  },
  'answers a deletion with a message that it cannot': {
    traits: { keeps: 'everything' },
    reply: always('DELETE', { message: 'The record could not be deleted: it is in use' }),
    cells: { deletes: 10 },
  },
  'answers a deletion with {"deleted":false}': {
    traits: { keeps: 'everything' },
    reply: always('DELETE', { deleted: false }),
    cells: { deletes: 10 },
  },
  'answers a deletion with {"deleted":true}': {
    reply: always('DELETE', { deleted: true, id: 7 }),
    cells: { deletes: 0 },
  },
  'answers a deletion with the number of rows': { reply: always('DELETE', 1), cells: { deletes: 0 } },
  'answers a deletion with []': { reply: always('DELETE', []), cells: { deletes: 0 } },
  'answers an ID of 0': {
    traits: { keeps: 'everything' },
    reply: always('POST', { id: 0, productId: 0, customerId: '0', orderId: 0, basketKey: '' }),
    cells: { creates: 10, orders: 10 },
  },
  'answers an ID of -1': {
    traits: { keeps: 'everything' },
    reply: always('POST', { id: -1 }),
    cells: { creates: 10, orders: 10 },
  },
  'answers an ID of "null"': {
    traits: { keeps: 'everything' },
    reply: always('POST', { productId: 'null', id: 'null', customerId: 'null', orderId: 'null' }),
    cells: { creates: 10, orders: 10 },
  },
  'says success, and keeps everything': {
    traits: { keeps: 'everything' },
    reply: always('PATCH', { success: true }),
    cells: { updates: 10 },
  },
  'echoes the change, and keeps everything': { traits: { keeps: 'everything' }, cells: { updates: 10 } },
  'cuts texts at two letters': {
    traits: {
      stores: (fields) =>
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 2) : value]),
        ),
    },
    cells: { updates: 0 },
  },
  'escapes what it stores (htmlspecialchars)': {
    traits: {
      stores: (fields) =>
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [
            name,
            typeof value === 'string' ? value.replaceAll('&', '&amp;') : value,
          ]),
        ),
    },
    cells: writes,
  },

  // Searches and pages.
  'searches parts of codes': {
    traits: { searches: (product, search) => isMatch(product, search.replace(/^(sku|ean):/, '')), pageCap: 1 },
    cells: { searches: 0, skus: 0, pages: 0 },
  },
  'has pages of two': { traits: { pageCap: 2 }, cells: { pages: 0, searches: 0, imports: 0 } },
  'ignores limit and offset': { traits: { ignoresPaging: true }, cells: { pages: 0, lists: 0, searches: 0 } },
  'keeps SKUs in small letters': {
    traits: { stores: (fields) => ({ ...fields, ...('sku' in fields && { sku: String(fields.sku).toLowerCase() }) }) },
    cells: { lookUps: 10, imports: 7 },
  },
  'wraps everything in success and data': {
    reply: onSuccess('GET POST PATCH', (body) => ({
      success: true,
      data: isRow(body) && 'data' in body ? body.data : body,
    })),
    cells: { ...all, pages: 0 },
  },
  'lists every variant, whatever only_main_products says': {
    products: ['206{3}12', '206{3}13'].map((uprid) => ({ uprid, productId: 206, sku: 'LAMP', name: 'Lamp' })),
    cells: { mains: 0, searches: 0, skus: 0 },
  },
  'sends Latin-1 and names no charset': {
    reply: onSuccess('GET', (body) => new Raw(Buffer.from(json({ ...(body as Row), note: 'Köln' }), 'latin1'))),
    cells: { gets: 5, mains: 5 },
  },
  'sends Latin-1 and says so': {
    reply: (reply, request) => ({
      ...onSuccess('GET', (body) => new Raw(Buffer.from(json(body), 'latin1')))(reply, request),
      headers: { 'content-type': 'application/json; charset=ISO-8859-1' },
    }),
    cells: reads,
  },
  'puts an object where a price should be': {
    reply: records((one) => (one.price === undefined ? one : { ...one, price: { amount: 12.5, currency: 'EUR' } })),
    cells: { pages: 5, searches: 5, imports: 5 },
  },
  'leaves out the count': {
    reply: onSuccess('GET', (body) => (isRow(body) && 'numRows' in body ? without(body, 'numRows') : body)),
    cells: reads,
  },
};
