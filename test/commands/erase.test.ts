import { mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markInJournal } from '../../src/commands/customers/erase/in-journal.ts';
import { ownDirectory } from '../support/run.ts';
import { type Behaviour, json, serveSandbox, serveStore, type TestStore } from '../support/store.ts';
import { isThorough, sampled } from '../support/thorough.ts';

interface Step {
  readonly what: string;
  readonly id: string;
  readonly result: string;
  readonly at: string | null;
  readonly reason: string | null;
  readonly evidence: string;
}

interface Receipt {
  readonly store: string;
  readonly customer: string;
  readonly complete: boolean;
  readonly steps: readonly Step[];
}

/** A shop in which customer 104 has two open baskets, two orders and two addresses. */
async function shop(): Promise<TestStore> {
  const store = await serveSandbox();
  const { run } = store;
  for (const product of [200, 201]) {
    await run(`baskets create --customer 104 --product ${product}`);
    const key = (await run(`baskets create --customer 104 --product ${product} -q`)).out.trim();
    expect((await run(`orders create --basket ${key}`)).code).toBe(0);
  }
  const address = '--first-name An --last-name Bos --street-address Kerkstraat --house-number 1 --zipcode 1011AA';
  expect((await run(`addresses create --customer 104 ${address} --city Amsterdam --country NL`)).code).toBe(0);
  return store;
}

/** The orders of customer 104, one of which every sandbox has. */
const orderIds = ['1001', '1002', '1003'];

/** What the store has of customer 104. A customer who is gone is not named by baskets any more: orders are read by ID. */
async function left({ run }: TestStore): Promise<Readonly<Record<string, number>>> {
  const count = async (line: string): Promise<number> =>
    (await run(line)).out.split('\n').filter((text) => text !== '').length;
  return {
    open: await count('baskets list --customer 104 --open --all -q'),
    orders: await count(`orders get ${orderIds.join(' ')} -q`),
    addresses: await count('addresses list --customer 104 -q'),
    customers: await count('customers get 104 -q'),
  };
}

const receiptIn = async (directory: string): Promise<Receipt> =>
  JSON.parse(await readFile(join(directory, 'receipt.json'), 'utf8'));

/** The same store behind a gateway that looks at each DELETE before it passes it on, or answers itself. */
const behind = (store: TestStore, onDelete: (count: number, path: string) => number | undefined) => {
  let count = 0;
  const behaviour: Behaviour = async (request, response) => {
    const status = request.method === 'DELETE' ? onDelete(++count, request.path) : undefined;
    if (status !== undefined) return json(response, status, { error: { message: 'Sanne de Wit says no' } });
    const answer = await fetch(`${store.url}${request.path}?${request.query}`, { method: request.method });
    json(response, answer.status, await answer.text());
  };
  return serveStore(behaviour);
};

describe('customers erase', () => {
  test('deletes open baskets and addresses, then the customer, and keeps what is ordered', async () => {
    const store = await shop();
    const before = await left(store);
    expect(before).toMatchObject({ open: 2, orders: 3, addresses: 2, customers: 1 });
    const directory = ownDirectory();
    const { code, out, err, closing } = await store.run('customers erase 104 --yes --json --report receipt.json', {
      directory,
    });
    expect([code, closing]).toEqual([0, expect.stringMatching(/^✓ Erased customer 104 \(2 baskets, \d address/)]);
    expect(err).toMatch(
      /^Kept 3 baskets, 3 orders, with the name and addresses of the customer\. 'customers find' may no longer find them: to see the orders, run 'shop-cli orders get \d+ \d+ \d+'\.$/m,
    );
    const [, numbers = ''] = /'shop-cli (orders get [^']*)'/.exec(err) ?? [];
    expect(JSON.parse((await store.run(`${numbers} --json`)).out)).toHaveLength(3);
    expect(await left(store)).toEqual({ open: 0, orders: 3, addresses: 0, customers: 0 });
    const { store: name, customer, complete, steps } = await receiptIn(directory);
    expect([name, customer, complete, steps]).toEqual([new URL(store.url).host, '104', true, JSON.parse(out)]);
    const whats = steps.map(({ what, result }) => `${what} ${result}`);
    expect(whats.slice(0, 2)).toEqual(['basket deleted', 'basket deleted']);
    expect(whats.indexOf('customer deleted')).toBe(2 + (before.addresses ?? 0));
    expect(whats.slice(-6)).toEqual([1, 2, 3].flatMap(() => ['order kept', 'basket kept']));
    expect(steps.filter(({ at }) => at === null).length).toBe(6);
  });

  test('each step says how it is known: what is gone or kept by a read, what the store refuses by its words', async () => {
    const store = await shop();
    const gateway = await behind(store, (_, path) => (path.includes('/addresses/') ? 409 : undefined));
    const { out } = await gateway.run('customers erase 104 --yes --json');
    const known = (JSON.parse(out) as readonly Step[]).map(
      ({ what, result, evidence }) => `${what} ${result} ${evidence}`,
    );
    expect([...new Set(known)]).toEqual([
      'basket deleted read',
      'address failed said',
      'customer left none',
      'order kept read',
      'basket kept read',
    ]);
  });

  test.runIf(isThorough).each([0, 1])(
    'two servers that answer in turn, of which one has lost the customer: complete only if both have (%d)',
    async (turn) => {
      const servers = [await shop(), await shop()] as const;
      await servers[0].run('customers delete 104 --yes');
      let count = turn;
      const turns: Behaviour = async ({ method, path, query }, response) => {
        const { url } = servers[count++ % 2] ?? servers[0];
        const answer = await fetch(`${url}${path}?${query}`, { method });
        // A server that has no such record calls it deleted.
        if (method === 'DELETE' && answer.status === 404) return json(response, 200, { success: true });
        json(response, answer.status, await answer.text());
      };
      const gateway = await serveStore(turns);
      const directory = ownDirectory();
      const { code } = await gateway.run('customers erase 104 --yes --report receipt.json --retries 0', { directory });
      const there = (await servers[1].run('customers get 104 -q')).code === 0;
      expect([code === 0, (await receiptIn(directory)).complete]).toEqual([!there, !there]);
    },
  );

  test('a record that a later read shows again is left', async () => {
    const store = await shop();
    const directory = ownDirectory();
    let hasDeleted = false;
    let reads = 0;
    const lags: Behaviour = async ({ method, path, query }, response) => {
      const isCustomer = path.endsWith('/customers/104');
      if (isCustomer && method === 'DELETE') {
        hasDeleted = true;
        return json(response, 200, { success: true });
      }
      if (isCustomer && hasDeleted && ++reads === 1) return json(response, 404, {});
      const answer = await fetch(`${store.url}${path}?${query}`, { method });
      json(response, answer.status, await answer.text());
    };
    const gateway = await serveStore(lags);
    const { code, err } = await gateway.run('customers erase 104 --yes --report receipt.json', { directory });
    expect([code, err]).toEqual([
      7,
      expect.stringContaining('Not deleted: customer 104, which the store shows again.'),
    ]);
    const { complete, steps } = await receiptIn(directory);
    const ofCustomer = steps.filter(({ what }) => what === 'customer').map(({ result, reason }) => [result, reason]);
    expect([complete, ofCustomer]).toEqual([false, [['left', 'shown again']]]);
  });

  test('what an earlier erasure left is gone only if a read shows it, also when its customer is deleted otherwise', async () => {
    const store = await shop();
    const directory = ownDirectory();
    let isLocked = true;
    const gateway = await behind(store, (_, path) => (isLocked && path.includes('/orders/') ? 409 : undefined));
    const line = 'customers erase 104 --orders --yes --report receipt.json';
    expect((await gateway.run(line, { directory })).code).toBe(7);
    isLocked = false;
    await store.run('customers delete 104 --yes');
    const { code, err } = await gateway.run(line, { directory });
    expect([code, err]).toEqual([7, expect.stringContaining("To delete it, run 'shop-cli orders delete 1002'.")]);
    expect((await receiptIn(directory)).complete).toBe(false);
    await store.run(`orders delete ${orderIds.join(' ')} --yes`);
    await store.run('baskets delete --from - --yes', { stdin: (await store.run('baskets list --all -q')).out });
    expect((await gateway.run(line, { directory })).code).toBe(0);
    expect((await receiptIn(directory)).complete).toBe(true);
  });

  test.runIf(isThorough)('--orders deletes the orders too, each before its basket', async () => {
    const store = await shop();
    const { code, out } = await store.run('customers erase 104 --orders --yes --json');
    expect([code, await left(store)]).toEqual([0, { open: 0, orders: 0, addresses: 0, customers: 0 }]);
    const whats = JSON.parse(out).map(({ what }: { what: string }) => what);
    expect(whats.slice(0, 8)).toEqual(['basket', 'basket', ...[1, 2, 3].flatMap(() => ['order', 'basket'])]);
    expect(whats.at(-1)).toBe('customer');
  });

  test.each([
    ['nothing', 200, ''],
    ['that it was done', 200, '{"success":true}'],
    ['that there is none', 404, '{}'],
  ])('does not call erased what the store still shows, though it says %s', async (_, status, text) => {
    const store = await shop();
    const directory = ownDirectory();
    const behaviour: Behaviour = async (request, response) => {
      if (request.method === 'DELETE') return json(response, status, text);
      const answer = await fetch(`${store.url}${request.path}?${request.query}`);
      json(response, answer.status, await answer.text());
    };
    const { run } = await serveStore(behaviour);
    const { code, closing } = await run('customers erase 104 --yes --report receipt.json', { directory });
    const { complete, steps } = await receiptIn(directory);
    const results = new Set(steps.map(({ result }) => result));
    expect([code, closing, complete, results.has('deleted'), results.has('gone')]).toEqual([
      7,
      undefined,
      false,
      false,
      false,
    ]);
  });

  test('names everything before it deletes anything, and why it keeps the rest', async () => {
    const store = await shop();
    const { code, err } = await store.run('customers erase 104');
    expect([code, (await left(store)).open]).toEqual([2, 2]);
    expect(err).toMatch(
      /^To be deleted on shop.test:\n( {2}basket \S+ \(1 product\)\n){2}( {2}address \d+ \(.+\)\n)+ {2}customer 104 \(.+\)\nKept:\n/,
    );
    expect(err).toMatch(/ {2}order \d+ .*: invoice\n {2}basket \S+ \(1 product, ordered as \d+\): invoice\n/);
    expect(err).toContain('Refusing to delete without confirmation.');
  });

  test('--dry-run shows every request in its order, deletes nothing and writes no receipt', async () => {
    const store = await shop();
    const before = await left(store);
    const directory = ownDirectory();
    const { code, out } = await store.run('customers erase 104 --orders --dry-run --json --report receipt.json', {
      directory,
    });
    const requests = JSON.parse(out).map(({ path }: { path: string }) => path);
    expect([code, requests.length, requests.at(-1), await left(store)]).toEqual([
      0,
      11,
      '/api/v2/customers/104',
      before,
    ]);
    await expect(stat(join(directory, 'receipt.json'))).rejects.toThrow();
  });

  sampled(3).each([1, 2, 3, 4, 5])('interrupted at step %d of 5, it is completed by the same command', async (step) => {
    const store = await shop();
    const directory = ownDirectory();
    const controller = new AbortController();
    const gateway = await behind(store, (count) => {
      if (count === step) controller.abort('SIGINT');
      return undefined;
    });
    const line = 'customers erase 104 --yes --report receipt.json -q';
    // It may have arrived: what was sent and not answered is unknown.
    expect((await gateway.run(line, { directory, interrupted: controller.signal })).code).toBe(10);
    const first = await receiptIn(directory);
    expect([first.complete, first.steps.filter(({ result }) => result === 'deleted').length]).toEqual([
      false,
      step - 1,
    ]);
    expect((await gateway.run(line, { directory })).code).toBe(0);
    expect(await left(store)).toEqual({ open: 0, orders: 3, addresses: 0, customers: 0 });
    const { complete, steps } = await receiptIn(directory);
    const deleted = steps.filter(({ result }) => result === 'deleted').map(({ what, id }) => `${what} ${id}`);
    expect([complete, deleted.length, new Set(deleted).size]).toEqual([true, deleted.length, deleted.length]);
  });

  test('interrupted by the last read, it keeps the receipt of what it has deleted; the same command completes it', async () => {
    const store = await shop();
    const directory = ownDirectory();
    const controller = new AbortController();
    let reads = 0;
    const passes: Behaviour = async ({ method, path, query }, response) => {
      // It is read before the question, after its deletion, and at the end.
      if (method === 'GET' && path.endsWith('/customers/104') && ++reads === 3) controller.abort('SIGINT');
      const answer = await fetch(`${store.url}${path}?${query}`, { method });
      json(response, answer.status, await answer.text());
    };
    const gateway = await serveStore(passes);
    const line = 'customers erase 104 --yes --report receipt.json';
    const first = await gateway.run(line, { directory, interrupted: controller.signal });
    const { complete, steps } = await receiptIn(directory);
    expect([
      first.code,
      complete,
      steps.some(({ what, result }) => `${what} ${result}` === 'customer deleted'),
    ]).toEqual([130, false, true]);
    expect((await gateway.run(line, { directory })).code).toBe(0);
    expect((await receiptIn(directory)).complete).toBe(true);
  });

  test('interrupted where the store forgets whose the baskets were, it still names the orders that are kept', async () => {
    const store = await shop();
    const directory = ownDirectory();
    const controller = new AbortController();
    const gateway = await behind(store, (_, path) => {
      if (path.endsWith('/customers/104')) controller.abort('SIGINT');
      return undefined;
    });
    const line = 'customers erase 104 --yes --report receipt.json';
    expect((await gateway.run(line, { directory, interrupted: controller.signal })).code).toBe(10);
    // It had arrived.
    await store.run('customers delete 104 --yes');
    const { code, err } = await gateway.run(line, { directory });
    expect([code, err]).toEqual([0, expect.stringContaining('Kept 3 baskets, 3 orders')]);
    const { complete, steps } = await receiptIn(directory);
    expect([complete, steps.filter(({ result }) => result === 'kept').map(({ what }) => what)]).toEqual([
      true,
      [1, 2, 3].flatMap(() => ['order', 'basket']),
    ]);
  });

  test('what the store refuses keeps the customer, not the rest; the receipt has no words of the store', async () => {
    const store = await shop();
    const directory = ownDirectory();
    const gateway = await behind(store, (_, path) => (path.includes('/addresses/') ? 409 : undefined));
    const { code, err } = await gateway.run('customers erase 104 --yes --report receipt.json', { directory });
    expect([code, await left(store)]).toEqual([7, expect.objectContaining({ open: 0, customers: 1 })]);
    expect(err).toContain('Customer 104 is not erased:');
    const receipt = await receiptIn(directory);
    expect([receipt.complete, JSON.stringify(receipt).includes('Sanne')]).toEqual([false, false]);
    expect(receipt.steps.find(({ what }) => what === 'customer')).toMatchObject({
      result: 'left',
      reason: 'something of the customer is left',
    });
    expect((await store.run('customers erase 104 --yes --report receipt.json', { directory })).code).toBe(2);
  });

  test('no file that it leaves has anything about the person', async () => {
    const store = await shop();
    const directory = ownDirectory();
    const person = JSON.parse((await store.run('customers get 104 --json')).out);
    await store.run('customers erase 104 --yes --report receipt.json', { directory });
    const text = await readFile(join(directory, 'receipt.json'), 'utf8');
    for (const field of ['firstName', 'lastName', 'emailAddress', 'phoneNumber'])
      if (person[field]) expect(text).not.toContain(person[field]);
    expect((await stat(join(directory, 'receipt.json'))).mode & 0o777).toBe(0o600);
  });

  sampled(3).each([
    [
      'of nobody',
      'customers erase 99999 --yes',
      3,
      'No customer, address or basket with the customer ID 99999 is on shop.test. Orders are found through baskets',
    ],
    ['without an ID', 'customers erase --yes', 2, 'Missing argument: <customer-id>.'],
    [
      'into a file that is none of its own',
      'customers erase 104 --yes --report notes.txt',
      2,
      'is not an erasure report of customer 104',
    ],
    ['as curl', 'customers erase 104 --curl', 2, '--curl cannot show an erasure'],
  ])('%s ends with the reason, and deletes nothing', async (_, line, code, message) => {
    const store = await shop();
    const before = await left(store);
    const outcome = await store.run(line, { directory: ownDirectory({ 'notes.txt': 'notes' }) });
    expect([outcome.code, outcome.err, await left(store)]).toEqual([code, expect.stringContaining(message), before]);
  });

  test.each([
    ['with a step without an ID', { steps: [{ what: 'address', result: 'left', at: null, reason: null }] }],
    [
      'with a result of another program',
      { steps: [{ what: 'address', id: '1', result: 'x', at: null, reason: null }] },
    ],
    ['that does not say whether it is complete', { complete: undefined }],
  ])('a receipt %s is not added to, and nothing is deleted', async (_, wrong) => {
    const store = await shop();
    const before = await left(store);
    const receipt = { receipt: 'erasure', store: new URL(store.url).host, customer: '104', complete: false, steps: [] };
    const directory = ownDirectory({ 'receipt.json': JSON.stringify({ ...receipt, ...wrong }) });
    const { code, err } = await store.run('customers erase 104 --yes --report receipt.json', { directory });
    expect([code, err, await left(store)]).toEqual([
      2,
      expect.stringContaining('is not an erasure report of customer 104'),
      before,
    ]);
  });

  test('a store whose baskets do not say whether they are ordered is refused', async () => {
    const { run, seen } = await serveStore((request, response) => {
      if (request.path.endsWith('/baskets')) return json(response, 200, [{ basketKey: '{A}', customerId: '104' }]);
      if (request.path.endsWith('/addresses')) return json(response, 200, []);
      return json(response, 200, { customerId: '104', firstName: 'An' });
    });
    const { code } = await run('customers erase 104 --yes');
    expect([code, seen.filter(({ method }) => method === 'DELETE')]).toEqual([5, []]);
  });
});

describe('the index of customers find', () => {
  /** A shop whose customer 104 this machine remembers from a search. */
  async function remembered() {
    const store = await shop();
    const directory = ownDirectory();
    const env = { XDG_STATE_HOME: join(directory, 'state'), XDG_CONFIG_HOME: join(directory, 'config') };
    const run = (line: string) => store.run(line, { directory, env });
    const { emailAddress } = JSON.parse((await run('customers get 104 --json')).out);
    expect((await run(`customers find ${emailAddress} -q`)).code).toBe(0);
    const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const file = join(directory, paths.find((path) => path.endsWith('people.db')) ?? '');
    const held = `${file}.held`;
    return {
      run,
      directory,
      lose: () => {
        renameSync(file, held);
        mkdirSync(file);
      },
      bringBack: () => {
        rmdirSync(file);
        renameSync(held, file);
      },
    };
  }

  const line = 'customers erase 104 --yes --report receipt.json';
  const indexSteps = ({ steps }: Receipt) =>
    steps.filter(({ what }) => what === 'index entry').map(({ result }) => result);

  test('forgets the person, as a step of the receipt', async () => {
    const { run, directory } = await remembered();
    const { code, closing } = await run(line);
    expect([code, closing]).toEqual([0, expect.stringContaining('1 customer, 1 index entry)')]);
    const receipt = await receiptIn(directory);
    expect([receipt.complete, indexSteps(receipt)]).toEqual([true, ['deleted']]);
  });

  test('that cannot be opened is a failed step and exit code 7; a repetition completes the receipt', async () => {
    const { run, directory, lose, bringBack } = await remembered();
    lose();
    const first = await run(line);
    expect([first.code, first.err]).toEqual([7, expect.stringContaining('Not deleted: index entry 104. ')]);
    expect(first.err).toContain('Customer 104 is not erased: 1 index entry could not be deleted.');
    const receipt = await receiptIn(directory);
    expect([receipt.complete, indexSteps(receipt)]).toEqual([false, ['failed']]);
    expect((await run(line)).code).toBe(7);
    bringBack();
    expect((await run(line)).code).toBe(0);
    const last = await receiptIn(directory);
    expect([last.complete, indexSteps(last)]).toEqual([true, ['deleted']]);
    expect((await run('customers erase 104 --yes')).code).toBe(3);
  });

  test('is tried again without a receipt, too', async () => {
    const { run, lose, bringBack } = await remembered();
    lose();
    expect((await run('customers erase 104 --yes')).code).toBe(7);
    bringBack();
    expect((await run('customers erase 104 --yes')).code).toBe(0);
  });
});

test('a failure that every other record would meet is a failed step and exit code 7 as well', async () => {
  const store = await shop();
  const directory = ownDirectory();
  const gateway = await behind(store, (count) => (count === 2 ? 401 : undefined));
  const { code, err } = await gateway.run('customers erase 104 --yes --report receipt.json', { directory });
  expect([code, err]).toEqual([7, expect.stringMatching(/Not deleted: basket \S+\. .*refused the token/)]);
  const { complete, steps } = await receiptIn(directory);
  const results = steps.filter(({ result }) => result !== 'kept').map(({ result }) => result);
  expect([complete, results.slice(0, 3), results.at(-1)]).toEqual([false, ['deleted', 'failed', 'left'], 'left']);
});

test('a fault of the disk below the journal is a failed step, and no crash', async () => {
  const files = { exists: () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })) };
  const context = { files, env: { XDG_STATE_HOME: '/state' }, home: '/home', cwd: '/', platform: 'linux' };
  const marked = markInJournal({ context } as never, { storeId: 'shop' } as never, { id: '104', record: undefined });
  expect(await marked).toEqual({ result: 'failed', problem: 'The journal cannot be used (EIO).' });
});
