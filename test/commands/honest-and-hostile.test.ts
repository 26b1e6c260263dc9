import { describe, expect, test } from 'vitest';
import { answers, key } from '../support/replies.ts';
import { type Behaviour, runAt } from '../support/store.ts';
import { typed } from '../support/words.ts';

// Stores of nobody: what each does with a write, and what may be believed of it.

const braced = `{${key}}`;
type Fields = Readonly<Record<string, unknown>>;

const first: Readonly<Record<string, Fields>> = {
  '/customers/101': { customerId: '101', emailAddress: 'jo@example.com', firstName: 'Jo', phoneNumber: '0201234567' },
  '/customers/101/addresses/301': { id: '301', customerId: '101', zipcode: '1011 AA', city: 'Gent', houseNumber: '4' },
  [`/baskets/${braced}`]: { basketKey: braced, customerId: '101', coupon: '', products: [] },
  [`/baskets/${braced}/206`]: { productId: '206', uprid: '206', quantity: '1.0000' },
};

const updates = [
  'customers update 101 --phone-number "+31 20 765 4321"',
  'addresses update 301 --customer 101 --zipcode "1012 JS" --city "Den Haag" --house-number 15',
  `baskets update ${key} --coupon SUMMER`,
  `baskets items update ${key} 206 --quantity 15`,
];

const creations = [
  'products create --sku LAMP-1 --name Lamp --price 9.95 --quantity 15 --allow-duplicate',
  'customers create --email-address an@example.com --first-name An --last-name Bos --phone-number "+31 20 765 4321"',
  'addresses create --customer 101 --first-name An --last-name Bos --street-address Meir --house-number 15 --zipcode "1012 JS" --city "Den Haag" --country BE',
  'baskets create --customer 101 --product 206:15',
];

interface Shop {
  /** What is stored of what was sent. */
  readonly stores?: (sent: Fields, before: Fields) => Fields;
  /** How a record is shown. */
  readonly shows?: (record: Fields) => Fields;
  /** The reply to a write. */
  readonly replies?: (record: Fields, sent: Fields) => unknown;
  readonly owner?: string;
}

/** A store that keeps records by their paths. */
function shop({
  stores = (sent) => sent,
  shows = (record) => record,
  replies = (record) => record,
  owner = '101',
}: Shop): Behaviour {
  const records = new Map(Object.entries(first));
  return (request, response, count) => {
    const path = decodeURIComponent(request.path.replace('/api/v2', ''));
    const reply = (status: number, body: unknown) => answers(status, body as object)(request, response, count);
    const before = records.get(path) ?? {};
    if (request.method === 'GET') return records.has(path) ? reply(200, shows(before)) : reply(404, {});
    const sent: Fields = JSON.parse(request.body);
    if (request.method === 'PATCH') records.set(path, { ...before, ...stores(sent, before) });
    else records.set(`${path}/${newId[path]}`, { ...idsOf(path, owner), ...stores(sent, {}) });
    const stored = records.get(request.method === 'PATCH' ? path : `${path}/${newId[path]}`) ?? {};
    reply(200, replies(shows(stored), sent));
  };
}

const newId: Readonly<Record<string, string>> = {
  '/products': '501',
  '/customers': '502',
  '/customers/101/addresses': '503',
  '/baskets': braced,
};

const idsOf = (path: string, owner: string): Fields => {
  if (path === '/products') return { productId: '501', uprid: '501' };
  if (path === '/customers') return { customerId: '502' };
  return path === '/baskets' ? { basketKey: braced } : { id: '503', customerId: owner };
};

const mapped =
  (change: (text: string, name: string) => unknown) =>
  (record: Fields): Fields =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const isKey = /^(sku|.*Id|id|uprid|basketKey|emailAddress|country)$/.test(name);
        return [name, isKey || typeof value === 'object' ? value : change(String(value), name)];
      }),
    );

describe('a store that only writes otherwise', () => {
  test.each<[string, Shop]>([
    ['keeps everything as it is', {}],
    ['trims and adds blanks', { shows: mapped((text) => ` ${text} `) }],
    ['writes capitals', { shows: mapped((text) => text.toUpperCase()) }],
    ['writes small letters', { stores: mapped((text) => text.toLowerCase()) }],
    [
      'writes numbers with four decimals',
      { shows: mapped((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text).toFixed(4) : text)) },
    ],
    [
      'writes a postcode without a blank',
      { stores: mapped((text, name) => (name === 'zipcode' ? text.replace(' ', '') : text)) },
    ],
    [
      'writes phone numbers as in its country',
      { stores: mapped((text, name) => (name === 'phoneNumber' ? '020-765 43 21' : text)) },
    ],
    ['escapes signs', { shows: mapped((text) => text.replaceAll(' ', '&nbsp;')) }],
    ['adds dates', { shows: (record) => ({ ...record, lastModified: '2026-01-31 12:00:00', dateCreated: null }) }],
    ['echoes the request', { replies: (record, sent) => ({ ...record, ...sent }) }],
    [
      'answers with success alone',
      {
        replies: (record) => ({
          success: true,
          id: record.basketKey ?? record.productId ?? record.id ?? record.customerId,
        }),
      },
    ],
  ])('%s: its creations and updates are done, with a warning at most', async (_, traits) => {
    for (const line of [...updates, ...creations]) {
      const { code, err } = await runAt(shop(traits), typed(`${line} --json`));
      expect([line, code, err.replace(/^Warning: .*\n/gm, '')]).toEqual([line, 0, '']);
    }
  });
});

describe('a store that does something else', () => {
  test.each<[string, Shop]>([
    ['ignores what it is sent', { stores: (_, before) => before }],
    [
      'answers with the request, and keeps nothing',
      { stores: (_, before) => before, replies: (record, sent) => ({ ...record, ...sent }) },
    ],
    ['answers with success, and keeps nothing', { stores: (_, before) => before, replies: () => ({ success: true }) }],
    ['shows an empty record', { shows: (record) => mapped(() => '')(record) }],
  ])('%s: no update is believed', async (_, traits) => {
    for (const line of updates) {
      const { code, out, closing } = await runAt(shop(traits), typed(`${line} --json`));
      expect([line, code, out, closing]).toEqual([line, 10, '', undefined]);
    }
  });

  test('answers every creation with the record before: none is believed', async () => {
    const records = [
      { productId: '500', sku: 'OLD', price: '1.0000' },
      { customerId: '101', emailAddress: 'jo@example.com' },
      { id: '301', customerId: '100' },
      { basketKey: braced, customerId: '100', products: [{ uprid: '1', quantity: 1 }] },
    ];
    for (const [at, line] of creations.entries()) {
      const { code, out } = await runAt(answers(200, records[at] ?? {}), typed(`${line} -q`));
      expect([line, code, out]).toEqual([line, 10, '']);
    }
  });

  test('creates for nobody: it is not believed', async () => {
    const { code, out } = await runAt(shop({ owner: '0' }), typed(`${creations[2]} -q`));
    expect([code, out]).toEqual([10, '']);
  });
});
