import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allowStoresIn } from '../../support/canary.ts';
import { ownDirectory } from '../../support/run.ts';
import { type Behaviour, customersIn, json, serveSandbox, serveStore } from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** How a shop treats addresses. Requests of a kind are counted from 1. */
interface Manners {
  /** What it keeps of an address that is created. */
  readonly keeps?: (address: Fields) => Fields;
  /** What happens to a POST: its answer may be lost, or the request. */
  readonly post?: (
    count: number,
    address: Fields,
  ) =>
    | 'answer'
    | 'answer after a second look'
    | 'lose answer'
    | 'create twice, and lose answer'
    | 'lose request'
    | 'lose request after another was created';
  /** What it answers in place of the addresses of a customer, if anything. */
  readonly list?: (count: number, posts: number) => Reply | undefined;
  /** What it answers in place of customer 101. */
  readonly customer?: Reply;
}

interface RunMore {
  readonly interrupted?: AbortSignal;
  /** Headings of more columns. */
  readonly more?: string;
}

/** A shop with two customers, 101 and 102, and a journal that is empty. */
async function shopWith({ keeps = (it) => it, post = () => 'answer', list, customer }: Manners = {}) {
  const sandbox = await serveSandbox({ empty: true });
  await customersIn(sandbox, 2);
  const posts: string[] = [];
  let lists = 0;
  let looked = async (): Promise<void> => undefined;
  let createdFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    createdFirst = resolve;
  });
  const behaviour: Behaviour = async ({ method, path, query, body }, response) => {
    const isList = method === 'GET' && path.endsWith('/addresses');
    const isCustomer = path.endsWith('/customers/101');
    const instead = isList ? list?.(++lists, posts.length) : isCustomer ? customer : undefined;
    if (isList && path.includes('/101/')) await looked();
    if (instead) return json(response, instead.status, instead.body);
    const isPost = method === 'POST';
    const sent = isPost ? JSON.parse(body) : undefined;
    if (isPost) posts.push(`${sent.houseNumber}${sent.houseNumberExtension ?? ''} ${sent.lastName}`);
    const fate = isPost ? post(posts.length, sent) : 'answer';
    if (fate === 'lose request after another was created') await first;
    if (fate.startsWith('lose request')) return void response.socket?.destroy();
    const kept = isPost ? JSON.stringify(keeps(sent)) : undefined;
    const init =
      kept === undefined ? { method } : { method, body: kept, headers: { 'content-type': 'application/json' } };
    if (fate.startsWith('create twice')) await fetch(`${sandbox.url}${path}?${query}`, init);
    const answer = await fetch(`${sandbox.url}${path}?${query}`, init).catch(() => undefined);
    if (fate === 'answer after a second look')
      await new Promise<void>((resolve) => {
        const isAnswered = new Promise<void>((answered) => void response.once('close', answered));
        let looks = 0;
        looked = async () => {
          if (++looks < 2) return;
          resolve();
          await isAnswered;
        };
        createdFirst();
      });
    if (!answer || !fate.startsWith('answer')) return void response.socket?.destroy();
    json(response, answer.status, await answer.text());
  };
  const store = await serveStore(behaviour);
  const directory = ownDirectory();
  return {
    posts,
    async run(rows: readonly string[], options = '', { interrupted, more = '' }: RunMore = {}) {
      await writeFile(join(directory, 'in.csv'), `${headings}${more}\n${rows.join('\n')}\n`);
      const line = `addresses import in.csv --journal j.db --json ${options}`;
      const { code, out, err } = await store.run(line, { directory, ...(interrupted && { interrupted }) });
      const { created, existing, uncertain, notSent, duplicates, problems, stopped } = JSON.parse(out || '{}');
      return { code, err, created, existing, uncertain, notSent, duplicates, problems, stopped };
    },
    /** House numbers and last names, as the store keeps them. */
    async kept() {
      allowStoresIn(sandbox.url);
      const { out } = await sandbox.run('addresses list --customer 101 --json', { directory });
      const found = JSON.parse(out) as readonly Fields[];
      return found.map((it) => `${it.houseNumber}${it.houseNumberExtension ?? ''} ${it.lastName}`).sort();
    },
    create: (number: string) =>
      sandbox.run(
        `addresses create --customer 101 --first-name Ann --last-name Claes --street-address Kerkstraat --house-number ${number} --zipcode 1012JS --city Amsterdam --country NL --quiet`,
        { directory },
      ),
  };
}

const notFound = { error: { message: 'Not found.' } };
const headings = 'customerId,voornaam,achternaam,straat,huisnummer,postcode,plaats,land';
const row = (number: string, name = 'Claes', customer = 101): string =>
  `${customer},Ann,${name},Kerkstraat,${number},1012 JS,Amsterdam,NL`;

const withoutLetter = ({ houseNumberExtension: _, ...address }: Fields): Fields => address;
const asEntity = (address: Fields): Fields => ({
  ...address,
  lastName: String(address.lastName).replaceAll("'", '&#039;'),
});
const letters = 'abcdef'.split('');

sampled(2).each<[string, Manners, readonly string[]]>([
  ['drops the letter of house numbers', { keeps: withoutLetter }, letters.map((letter) => row(`12${letter}`))],
  ['writes entities', { keeps: asEntity }, letters.map((_, at) => row(String(at + 1), "O'Dam"))],
])(
  'a store that %s and loses answers gets no address twice, however often it is imported',
  async (_, manners, rows) => {
    const shop = await shopWith({ ...manners, post: () => 'lose answer' });
    const codes: number[] = [];
    for (let run = 0; run < 3; run++) codes.push((await shop.run(rows)).code);
    expect([codes, new Set(shop.posts).size, shop.posts.length]).toEqual([[7, 7, 7], 6, 6]);
  },
);

test('the third address that the store keeps otherwise stops an import, and a rerun is not what helps', async () => {
  const shop = await shopWith({ keeps: withoutLetter, post: () => 'lose answer' });
  const rows = letters.map((letter) => row(`${letter.charCodeAt(0)}${letter}`));
  const { code, err, stopped } = await shop.run(rows, '--concurrency 1');
  expect([code, shop.posts.length < rows.length]).toEqual([7, true]);
  expect(stopped).toContain(
    'The store shop.test changed 3 rows. Last message: not sent again: the customer has address',
  );
  expect(err).toContain('find out what the store changes before you import the other rows');
  expect(err).not.toContain('Rerun the command');
});

test('an address that the store keeps otherwise is named with its ID and what differs', async () => {
  const shop = await shopWith({ keeps: withoutLetter, post: () => 'lose answer' });
  const { problems } = await shop.run([row('12a')]);
  expect(problems).toMatchObject([
    {
      outcome: 'uncertain',
      message:
        'not sent again: the customer has address 301, which appeared after the row was sent and differs in houseNumberExtension. Look at it in the back office',
    },
  ]);
});

test('two addresses that may be a row are both named, and what no two of them have', async () => {
  const shop = await shopWith({ keeps: withoutLetter, post: () => 'create twice, and lose answer' });
  const { problems } = await shop.run([row('12a')]);
  expect(problems[0].message).toBe(
    'not sent again: the customer has 2 addresses 301 and 302, which appeared after the row was sent and differ in houseNumberExtension. Look at them in the back office',
  );
});

test('an answer that shows an address otherwise than it was sent says what differs', async () => {
  const shop = await shopWith({ keeps: withoutLetter });
  const { code, stopped, problems } = await shop.run([row('12a'), row('12b')], '--concurrency 1');
  const message = 'the store created address 301 with another houseNumberExtension: correct it in the back office';
  expect([code, problems[0].message, stopped]).toEqual([
    7,
    message,
    `The store shop.test changed the first row that it created: ${message}.`,
  ]);
});

test('a neighbour whom the customer had before is no evidence: the row is sent again', async () => {
  const shop = await shopWith({ post: (count) => (count === 1 ? 'lose request' : 'answer') });
  await shop.create('12');
  expect(await shop.run([row('12a')])).toMatchObject({ code: 0, created: 1 });
  expect(await shop.kept()).toEqual(['12 Claes', '12a Claes']);
});

test('of two neighbours in a file, the one is no evidence of the other', async () => {
  const shop = await shopWith({
    post: (count, { houseNumberExtension }) => (houseNumberExtension === 'a' && count < 3 ? 'lose request' : 'answer'),
  });
  expect(await shop.run([row('12'), row('12a')])).toMatchObject({ code: 0, created: 2 });
  expect(await shop.kept()).toEqual(['12 Claes', '12a Claes']);
});

test('nor is it while its own answer is on its way', async () => {
  let sent = 0;
  const shop = await shopWith({
    post(_, { houseNumber, houseNumberExtension }) {
      if (Number(houseNumber) !== 12) return 'answer';
      if (houseNumberExtension === undefined) return 'answer after a second look';
      return ++sent === 1 ? 'lose request after another was created' : 'answer';
    },
  });
  // By then several are sent at a time.
  const others = Array.from({ length: 8 }, (_, at) => row(String(at + 20)));
  // The last row is read alone: the list of another customer, before it is sent, is no look.
  const last = row('40', 'Claes', 102);
  expect(await shop.run([...others, row('12'), row('12a'), last])).toMatchObject({ code: 0, created: 11 });
  expect(sent).toBe(2);
});

test('a neighbour does not keep a row from its first send', async () => {
  const shop = await shopWith();
  await shop.create('12');
  expect(await shop.run([row('12a')])).toMatchObject({ code: 0, created: 1 });
});

test('after a restart nobody knows what the customer had before: a neighbour leaves the row uncertain', async () => {
  const user = new AbortController();
  const shop = await shopWith({
    post: () => {
      user.abort('SIGTERM');
      return 'lose request';
    },
  });
  await shop.create('12');
  await shop.run([row('12a')], '', { interrupted: user.signal });
  const runs = [await shop.run([row('12a')]), await shop.run([row('12a')])];
  expect([runs.map(({ code, uncertain }) => [code, uncertain]), shop.posts.length]).toEqual([
    [
      [7, 1],
      [7, 1],
    ],
    1,
  ]);
});

test('after a restart, what the journal has as another row is no evidence', async () => {
  const user = new AbortController();
  const shop = await shopWith({
    post: (count) => {
      if (count === 2) user.abort('SIGTERM');
      return count === 2 ? 'lose request' : 'answer';
    },
  });
  await shop.run([row('12'), row('12a')], '--concurrency 1', { interrupted: user.signal });
  expect(await shop.run([row('12'), row('12a')])).toMatchObject({ code: 0, created: 2 });
  expect(await shop.kept()).toEqual(['12 Claes', '12a Claes']);
});

const gone = { status: 404, body: notFound };

test('a 404 in place of the list is no list without addresses, before the first send', async () => {
  const shop = await shopWith({ list: (count) => (count === 1 ? gone : undefined) });
  await shop.create('12a');
  expect(await shop.run([row('12a')])).toMatchObject({ code: 0, existing: 1 });
  expect(shop.posts).toEqual([]);
});

test('a 404 in place of the list is no list without addresses, after an attempt', async () => {
  const shop = await shopWith({
    post: () => 'lose answer',
    list: (count, posts) => (posts > 0 && count < 9 ? gone : undefined),
  });
  expect(await shop.run([row('12a')])).toMatchObject({ code: 0, created: 1 });
  expect(shop.posts).toHaveLength(1);
});

test('a customer whose list is never answered is not waited for again and again: the other rows are sent', async () => {
  const shop = await shopWith({ list: () => gone });
  const { code, uncertain, notSent, problems } = await shop.run([row('12a')]);
  expect([code, uncertain, notSent, shop.posts, problems[0].message]).toEqual([
    ...[7, 1, 0, []],
    'not sent, because it could not be looked up: The store shop.test answers 404 for the addresses of a customer that it shows.',
  ]);
});

test('a row whose list is hidden after its attempt is found by a later import', async () => {
  let hidden = true;
  const shop = await shopWith({
    post: () => 'lose answer',
    list: (_, posts) => (hidden && posts > 0 ? gone : undefined),
  });
  const first = await shop.run([row('12a')]);
  hidden = false;
  const second = await shop.run([row('12a')]);
  expect([first, second, shop.posts.length]).toMatchObject([{ code: 7, uncertain: 1 }, { code: 0, existing: 1 }, 1]);
});

test.each<[string, unknown]>([
  [
    'has addresses of others too',
    [
      { id: 7, customerId: 999, lastName: 'Bos' },
      { id: 8, customerId: 101, lastName: 'Bos' },
    ],
  ],
  ['is of another shape', { addresses: 'none' }],
])('a list that %s ends with what no rerun settles', async (_, body) => {
  const shop = await shopWith({ list: (count) => (count === 1 ? undefined : { status: 200, body }) });
  const { code, created, uncertain } = await shop.run([row('1', 'Bos', 102), row('12a')], '--concurrency 1');
  expect({ code, created, uncertain, posts: shop.posts.length }).toEqual({
    code: 7,
    created: 1,
    uncertain: 1,
    posts: 1,
  });
});

test('a customer who cannot be read keeps no other row from being sent', async () => {
  const shop = await shopWith({ customer: { status: 200, body: { customers: 'none' } } });
  const { code, created, uncertain } = await shop.run([`${row('12a')},c0@shop.test`, `${row('1', 'Bos', 102)},`], '', {
    more: ',email',
  });
  expect({ code, created, uncertain }).toEqual({ code: 7, created: 1, uncertain: 1 });
});

test('an address without an extension is the same where the store has null in its place', async () => {
  const shop = await shopWith({
    list: (count) =>
      count === 1
        ? { status: 200, body: [{ id: 301, customerId: 101, ...address, houseNumberExtension: null }] }
        : undefined,
  });
  expect(await shop.run([row('12')])).toMatchObject({ code: 0, existing: 1 });
});

const address = { firstName: 'Ann', lastName: 'Claes', houseNumber: '12', zipcode: '1012 JS' };
