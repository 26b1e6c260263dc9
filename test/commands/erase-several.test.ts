import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { type Passage, type SeenRequest, type ServedStore, serveSandboxBehind } from '../support/store.ts';

// customers erase of several people, against the real embedded store: 101 to 104, of whom 104 has an order.

const shop = (passage: (request: SeenRequest, count: number) => Passage = () => 'forward'): Promise<ServedStore> =>
  serveSandboxBehind(passage, {});

interface Part {
  readonly customer: string;
  readonly complete: boolean;
  readonly steps: readonly { readonly what: string; readonly result: string; readonly evidence: string }[];
}

interface Receipts {
  readonly receipt: string;
  readonly complete: boolean;
  readonly receipts: readonly Part[];
  readonly notFound: readonly { readonly customer: string; readonly evidence: string }[];
}

const receiptsIn = (directory: string): Receipts => JSON.parse(readFileSync(join(directory, 'receipts.json'), 'utf8'));

/** `101 complete` */
const partsOf = ({ receipts }: Receipts): readonly string[] =>
  receipts.map(({ customer, complete }) => `${customer} ${complete ? 'complete' : 'incomplete'}`);

/** `101 erased read` */
const resultsIn = (out: string): readonly string[] =>
  JSON.parse(out).map(({ customer, result, evidence }: Record<string, unknown>) => `${customer} ${result} ${evidence}`);

const line = (ids: string): string => `customers erase ${ids} --yes --json --report receipts.json`;

const isDeletionOf =
  (id: string) =>
  ({ method, path }: SeenRequest): boolean =>
    method === 'DELETE' && path.includes(`/customers/${id}`);

test('two people are two parts of one document and of one file, and an unknown ID is in neither', async () => {
  const { run } = await shop();
  const directory = ownDirectory();
  const { code, out, err, closing } = await run(line('101 104 9999'), { directory });
  expect([code, resultsIn(out)]).toEqual([0, ['101 erased read', '104 erased read', '9999 not found read']]);
  expect(closing).toMatch(/^✓ Erased 2 customers \(.*2 customers\); 1 not found: 9999/);
  expect(err).toContain('erased for 9999: erased before, or never a customer.');
  const receipts = receiptsIn(directory);
  expect([receipts.complete, partsOf(receipts)]).toEqual([true, ['101 complete', '104 complete']]);
  expect(receipts.notFound).toEqual([{ customer: '9999', at: expect.any(String), evidence: 'read' }]);
  expect(Object.keys(receipts.receipts[0] ?? {})).toEqual(['receipt', 'store', 'customer', 'complete', 'steps']);
  expect((await run('customers get 101 -q')).code).toBe(3);
});

test('the file is readable by its owner alone, and has nothing about anybody but IDs', async () => {
  const { run } = await shop();
  const directory = ownDirectory();
  const people = JSON.parse((await run('customers get 101 104 --json')).out);
  await run(line('101 104'), { directory });
  const path = join(directory, 'receipts.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  for (const { lastName, emailAddress } of people)
    for (const value of [lastName, emailAddress]) expect(readFileSync(path, 'utf8')).not.toContain(value);
});

test('all baskets are read once, whoever many there are', async () => {
  const readsFor = async (ids: string): Promise<number> => {
    const { run, seen } = await shop();
    await run(`customers erase ${ids} --dry-run`);
    return seen.filter(({ path }) => path.endsWith('/baskets')).length;
  };
  expect(await readsFor('101 102 103 104')).toBe(await readsFor('104'));
});

test('whom the store refuses to delete keeps nobody else, and the same command completes the receipt', async () => {
  let isLocked = true;
  const { run } = await shop((request) => (isLocked && isDeletionOf('101')(request) ? 'answer 409' : 'forward'));
  const directory = ownDirectory();
  const first = await run(line('101 102 104'), { directory });
  expect([first.code, resultsIn(first.out)]).toEqual([
    7,
    ['101 not erased none', '102 erased read', '104 erased read'],
  ]);
  expect(first.err).toContain('; 1 not erased: 101. To try again, rerun the same command.');
  const receipts = receiptsIn(directory);
  expect([receipts.complete, partsOf(receipts)]).toEqual([false, ['101 incomplete', '102 complete', '104 complete']]);
  isLocked = false;
  const again = await run(line('101 102 104'), { directory });
  expect([again.code, resultsIn(again.out)]).toEqual([
    0,
    ['101 erased read', '102 erased before read', '104 erased before read'],
  ]);
  expect(receiptsIn(directory).complete).toBe(true);
});

test.each(['101 102', '102 101'])(
  '%s: who cannot be read is named before the question, and keeps nobody else',
  async (ids) => {
    const { run } = await shop(({ path }) => (path.endsWith('/customers/102') ? 'answer 500' : 'forward'));
    const directory = ownDirectory();
    const { code, out, err } = await run(`${line(ids)} --retries 0`, { directory });
    expect([code, [...resultsIn(out)].sort()]).toEqual([7, ['101 erased read', '102 not erased none']]);
    expect(err).toContain('Customer 102 cannot be read, so it is not erased.');
    expect([...partsOf(receiptsIn(directory))].sort()).toEqual(['101 complete', '102 incomplete']);
  },
);

test.each(['GET', 'DELETE'])('a store that is busy for minutes is waited for: %s', async (method) => {
  let busy = 0;
  const isBusy = (request: SeenRequest): boolean =>
    request.method === method && request.path.endsWith('/customers/102') && ++busy <= 30;
  const { run } = await shop((request) => (isBusy(request) ? 'answer 429' : 'forward'));
  const { code, out } = await run(line('101 102'), { directory: ownDirectory() });
  expect([code, resultsIn(out)]).toEqual([0, ['101 erased read', '102 erased read']]);
});

test('what everybody would meet stops the others: they are in the receipt as not tried', async () => {
  const { run, seen } = await shop((request) => (isDeletionOf('102')(request) ? 'answer 401' : 'forward'));
  const directory = ownDirectory();
  const { code, out } = await run(line('101 102 103'), { directory });
  expect([code, resultsIn(out)]).toEqual([7, ['101 erased read', '102 not erased none', '103 not erased none']]);
  expect(seen.filter(isDeletionOf('103'))).toEqual([]);
  const { complete, receipts } = receiptsIn(directory);
  const ofLast = new Set(receipts[2]?.steps.map(({ result, evidence }) => `${result} ${evidence}`));
  expect([complete, [...ofLast]]).toEqual([false, ['left none']]);
});

test('Ctrl-C: the receipt has whom it has erased, and the same command erases the others', async () => {
  const controller = new AbortController();
  const { run } = await shop((request) => {
    if (request.method === 'DELETE' && request.path.endsWith('/customers/102')) controller.abort('SIGINT');
    return 'forward';
  });
  const directory = ownDirectory();
  const first = await run(line('101 102 103'), { directory, interrupted: controller.signal });
  expect([first.code, first.err]).toEqual([10, expect.stringContaining('2 not erased: 102, 103. To continue')]);
  expect(partsOf(receiptsIn(directory))).toEqual(['101 complete', '102 incomplete', '103 incomplete']);
  const again = await run(line('101 102 103'), { directory });
  expect([again.code, resultsIn(again.out)]).toEqual([
    0,
    ['101 erased before read', '102 erased read', '103 erased read'],
  ]);
  expect(receiptsIn(directory).complete).toBe(true);
});

test('the list before the question has name, e-mail address and counts of each, what stays, and unknown IDs', async () => {
  const { run, seen } = await shop();
  const { code, err } = await run('customers erase 101 104 9999');
  expect([code, seen.filter(({ method }) => method === 'DELETE')]).toEqual([2, []]);
  expect(err).toMatch(/^To be erased on shop.test:\n {2}101 \(Sanne de Wit, .*@.*\): .*addresses, 1 customer/);
  expect(err).toMatch(/\n {2}104 \(.*\): 1 address, 1 customer; kept: 1 basket, 1 order\n/);
  expect(err).toContain('\nNo customer, address or basket: 9999.\n');
  expect(err).toContain('Refusing to delete without confirmation.');
});

test('--dry-run shows the requests of all, deletes nothing and writes no receipt', async () => {
  const { run, seen } = await shop();
  const directory = ownDirectory();
  const { code, out } = await run('customers erase 101 104 --dry-run --json --report receipts.json', { directory });
  const paths: readonly string[] = JSON.parse(out).map(({ path }: { readonly path: string }) => path);
  const ofCustomers = paths.filter((path) => /\/customers\/\d+$/.test(path));
  expect([code, ofCustomers]).toEqual([0, ['/api/v2/customers/101', '/api/v2/customers/104']]);
  expect([existsSync(join(directory, 'receipts.json')), seen.filter(({ method }) => method === 'DELETE')]).toEqual([
    false,
    [],
  ]);
});

test.each([['customerId\r\n\r\n 101 \r\n104\r\n101\r\n'], ['\ufeff"Customer ID"\n101\n104\n'], ['101\n\n104']])(
  '--from takes %j',
  async (list) => {
    const { run } = await shop();
    const { code, out } = await run('customers erase --from - --yes --json', { stdin: list });
    expect([code, resultsIn(out)]).toEqual([0, ['101 erased read', '104 erased read']]);
  },
);

test.each([
  ['line,customerId,outcome\n2,101,changed\n', 'has several columns. Expected one ID per line.'],
  ['orderId\n101\n', 'it is a list of other IDs.'],
  ['101\nSanne\n', 'line 2: Invalid ID "Sanne"'],
])('--from refuses %j, and deletes nobody', async (list, message) => {
  const { run, seen } = await shop();
  const { code, err } = await run('customers erase --from - --yes', { stdin: list });
  expect([code, err, seen]).toEqual([2, expect.stringContaining(message), []]);
});

test('of nobody at all is exit code 3, and writes no receipt', async () => {
  const { run } = await shop();
  const directory = ownDirectory();
  const { code, err } = await run(line('8001 8002'), { directory });
  expect([code, existsSync(join(directory, 'receipts.json'))]).toEqual([3, false]);
  expect(err).toContain('has these customer IDs: 8001, 8002.');
});

test('the receipt of one person is no file of several, and stays as it is', async () => {
  const { run } = await shop();
  const directory = ownDirectory();
  expect((await run(line('101'), { directory })).code).toBe(0);
  const before = readFileSync(join(directory, 'receipts.json'), 'utf8');
  const { code, err } = await run(line('102 103'), { directory });
  expect([code, err]).toEqual([2, expect.stringContaining('is not an erasure report of several customers.')]);
  expect(readFileSync(join(directory, 'receipts.json'), 'utf8')).toBe(before);
});

test('-q prints the IDs of those who are erased alone', async () => {
  const { run } = await shop((request) => (isDeletionOf('102')(request) ? 'answer 409' : 'forward'));
  const { code, out } = await run('customers erase 101 102 9999 --yes -q');
  expect([code, out]).toEqual([7, '101\n']);
});
