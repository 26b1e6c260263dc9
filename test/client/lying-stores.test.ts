import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { key } from '../support/replies.ts';
import { type Outcome, ownDirectory } from '../support/run.ts';
import { type Behaviour, json, type SeenRequest, serveSandbox, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';
import { typed } from '../support/words.ts';

// A sandbox behind stores, caches and replicas of nobody: what each answers to a write or shows after it, and what is believed.

interface Reply {
  readonly status: number;
  readonly body: string;
}

/** What a store does with a request. @param ask has the sandbox do it, perhaps at another path */
type Store = (
  request: SeenRequest,
  ask: (path?: string) => Promise<Reply>,
  state: Map<string, Reply>,
) => Promise<Reply>;

const says = (body: unknown, status = 200): Reply => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const isWrite = ({ method }: SeenRequest): boolean => method !== 'GET';

/** Does nothing of what it is sent, and answers so. */
const answersWrites =
  (body: unknown, status = 200): Store =>
  async (request, ask) =>
    isWrite(request) ? says(body, status) : await ask();

/** Does nothing, answers nothing, and then has this in place of every record and list. */
const losesAll =
  (body: unknown): Store =>
  async (request, ask, state) => {
    if (isWrite(request)) state.set('written', says(''));
    if (isWrite(request)) return says('');
    return state.has('written') ? says(body) : await ask();
  };

/** Shows what there was before a write once more, as a replica does that is a second late. */
const late: Store = async (request, ask, state) => {
  if (isWrite(request)) state.set('written', says(''));
  if (isWrite(request)) return await ask();
  const place = `${request.path}?${request.query}`;
  const before = state.get(place);
  if (state.has('written') && before && !state.has(`late ${place}`)) {
    state.set(`late ${place}`, before);
    return before;
  }
  const now = await ask();
  state.set(place, now);
  return now;
};

async function tried(store: Store, line: string, directory?: string): Promise<Outcome> {
  const sandbox = await serveSandbox();
  const state = new Map<string, Reply>();
  const behaviour: Behaviour = async (request, response) => {
    const { method, query, body } = request;
    const ask = async (path = request.path): Promise<Reply> => {
      const init = body === '' ? { method } : { method, body, headers: { 'content-type': 'application/json' } };
      const reply = await fetch(`${sandbox.url}${path}?${query}`, init);
      return { status: reply.status, body: await reply.text() };
    };
    const reply = await store(request, ask, state);
    json(response, reply.status, reply.body);
  };
  return await (await serveStore(behaviour)).run(typed(line), directory === undefined ? {} : { directory });
}

const creations = [
  'products create --sku LAMP-1 --name Lamp --price 9.95 --quantity 15',
  'baskets create --customer 101 --product 208:3',
  'customers create --email-address an@example.com --first-name An --last-name Bos',
  'addresses create --customer 101 --first-name An --last-name Bos --street-address Meir --house-number 15 --zipcode 2000 --city Gent --country BE',
  `orders create --basket ${key}`,
];
const updates = [
  `baskets update ${key} --payment-module creditcard`,
  `baskets items add ${key} --product 208:3`,
  `baskets items update ${key} 200 --quantity 15`,
  'customers update 101 --phone-number 0207654321',
  'addresses update 301 --customer 101 --house-number 15',
];
const deletions = [
  `baskets delete ${key} --yes`,
  `baskets items delete ${key} 200 --yes`,
  'customers delete 101 --yes',
  'addresses delete 301 --customer 101 --yes',
  'orders delete 1001 --yes',
];
const writes = [...creations, ...updates, ...deletions];

const liars: readonly (readonly [name: string, store: Store, lines: readonly string[]])[] = [
  ['promises in words', answersWrites({ message: 'Changes will be saved after approval' }), writes],
  ['says that nothing was changed', answersWrites({ message: 'Nothing was changed' }), writes],
  ['prints a warning of PHP', answersWrites('"<b>Warning</b>: mysqli: created connection lost"'), writes],
  ['says that 0 records were changed', answersWrites({ message: '0 records updated or deleted' }), writes],
  ['is to be asked again', answersWrites({ status: 'queued', jobId: 77 }), writes],
  ['names a job as the ID', answersWrites({ id: 77, status: 'pending' }), writes],
  ['accepts a job', answersWrites({ id: 'job-77', status: 'accepted' }, 202), writes],
  ['answers with a number', answersWrites('7'), writes],
  ['answers with the request', answersWrites({ data: { method: 'POST', path: '/' } }), writes],
  ['says success, and wraps a failure', answersWrites({ success: true, data: { success: false } }), writes],
  ['says success, and shows an exception', answersWrites({ success: true, exception: 'PDOException' }), writes],
  ['says success of 0 rows', answersWrites({ success: true, affected: 0 }), writes],
  ['leads to its first page', answersWrites('', 302), [...creations, ...deletions]],
  ['wants a sign-in', async () => says({ authenticated: false, login_url: '/login' }), [...updates, ...deletions]],
  ['deleted another one', answersWrites({ deleted: '999' }), deletions],
  ['has null after it', losesAll(null), [...updates, ...deletions]],
  ['has {} after it', losesAll({}), [...updates, ...deletions]],
  [
    'names a record that was there before',
    answersWrites({ productId: '205', basketKey: key, customerId: '102' }, 201),
    [creations[0] ?? '', creations[2] ?? ''],
  ],
];

describe('nothing is done in a store that', () => {
  sampled(3).each(liars)('%s: no write is believed', async (name, store, lines) => {
    // A basket is read by its key alone, so a number may be its ID.
    const isNumber = /job|number/.test(name);
    for (const line of lines.filter((one) => !(isNumber && one.startsWith('baskets create')))) {
      const { code, closing } = await tried(store, line);
      // 5: a product or a basket that could not be looked up before.
      expect([line, [5, 10].includes(code), closing]).toEqual([line, true, undefined]);
    }
  });
});

test('a replica that is late is waited for', async () => {
  for (const line of [...updates, ...deletions]) expect([line, (await tried(late, line)).code]).toEqual([line, 0]);
});

describe('an erasure is not complete', () => {
  const receiptOf = async (store: Store) => {
    const directory = ownDirectory();
    const { code, closing } = await tried(store, 'customers erase 101 --yes --report receipt.json', directory);
    const complete = (): boolean => JSON.parse(readFileSync(join(directory, 'receipt.json'), 'utf8')).complete;
    return { code, closing, complete };
  };

  test.each([[null], [{}], [[]], [''], [undefined], [{ task: 1 }]])(
    'in a store that has %j in place of all after the first deletion',
    async (body) => {
      const { code, closing, complete } = await receiptOf(losesAll(body));
      expect([code, closing, complete()]).toEqual([7, undefined, false]);
    },
  );

  test('where the store shows the customer only later', async () => {
    let asked = 0;
    const { code, complete } = await receiptOf(async ({ method, path }, ask) =>
      method === 'GET' && path.endsWith('/customers/101') && ++asked === 1
        ? says({ error: { message: 'Not found' } }, 404)
        : await ask(),
    );
    expect([code, complete()]).toEqual([7, false]);
  });

  test('where the store answers with another customer: nothing is deleted', async () => {
    const { code, closing } = await receiptOf((request, ask) =>
      ask(isWrite(request) ? request.path : request.path.replace(/customers\/101$/, 'customers/102')),
    );
    expect([code, closing]).toEqual([3, undefined]);
  });
});
