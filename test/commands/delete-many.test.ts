import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { key } from '../support/bodies.ts';
import { answers } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { json, serveSandbox, serveStore } from '../support/store.ts';

const keys = async (run: Awaited<ReturnType<typeof serveSandbox>>['run']): Promise<readonly string[]> =>
  (await run('baskets list --all -q')).out.trim().split('\n');

/** A store in which these IDs cannot be deleted, and these are gone. */
const storeOf = ({ refused = [], gone = [] }: { refused?: readonly string[]; gone?: readonly string[] }) =>
  serveStore((request, response) => {
    const id = decodeURIComponent(request.path.split('/').at(-1) ?? '');
    if (request.path.endsWith('/products')) return json(response, 200, { numRows: 0, data: [] });
    if (refused.includes(id)) return json(response, 409, { error: { message: `${id} is locked` } });
    if (gone.includes(id)) return json(response, 404, { error: { message: 'None' } });
    return json(response, 200, { success: true });
  });

const deleted = (seen: readonly { method: string; path: string }[]): readonly string[] =>
  seen.filter(({ method }) => method === 'DELETE').map(({ path }) => decodeURIComponent(path.replace('/api/v2/', '')));

describe('delete of several', () => {
  test.each([
    ['customers delete 101 102 103', ['customers/101', 'customers/102', 'customers/103']],
    ['orders delete 1001 1002', ['orders/1001', 'orders/1002']],
    ['addresses delete 301 302 --customer 101', ['customers/101/addresses/301', 'customers/101/addresses/302']],
    [`baskets items delete ${key} 200 206`, [`baskets/{${key}}/200`, `baskets/{${key}}/206`]],
  ])('%s deletes each, and prints them as a list', async (line, paths) => {
    const { run, seen } = await storeOf({});
    const { code, out } = await run(`${line} --yes --json`);
    expect([code, [...deleted(seen)].sort(), JSON.parse(out).length]).toEqual([0, paths, paths.length]);
    expect((await run(line)).code).toBe(2);
    expect((await run(`${line} --yes -q`)).out.split('\n').length).toBe(paths.length + 1);
  });

  test('a list of one command is the input of the next, and clears out', async () => {
    const { run } = await serveSandbox();
    const open = (await run('baskets list --open --all -q')).out;
    const { code, err, closing } = await run('baskets delete --from - --yes', { stdin: open });
    const count = open.trim().split('\n').length;
    expect([code, err, closing]).toEqual([0, '', `✓ Deleted ${count} baskets`]);
    expect((await run('baskets list --open --all -q')).out).toBe('');
    const again = await run('baskets delete --from - --yes', { stdin: open });
    expect([again.code, again.closing]).toEqual([0, `✓ Deleted 0 baskets; ${count} were already gone`]);
    expect(again.err).toContain('none of these baskets. Are these really IDs of baskets?');
  });

  test('a file may have blank lines, Windows ends, a byte order mark and an ID twice', async () => {
    const { run, seen } = await storeOf({});
    const directory = ownDirectory({ ids: '\ufeff101\r\n\r\n 102 \r\n101\r\n' });
    expect((await run('customers delete 103 --from ids --yes', { directory })).code).toBe(0);
    expect([...deleted(seen)].sort()).toEqual(['customers/101', 'customers/102', 'customers/103']);
  });

  test.each([
    ['customers delete', `101\n${key}\n`],
    ['orders delete', `1001\n{${key}}\n`],
    ['baskets delete', `${key}\n101\n`],
    ['addresses delete --customer 101', `301\n${key}\n`],
    ['customers delete', '101\nbasketKey\n'],
    ['orders delete', '1001,1002\n'],
    ['orders delete', 'orderId  customerId\n1001     101\n'],
    ['customers delete', '101\n"102"\n'],
  ])('%s refuses a list that is none of its IDs, and deletes nothing: %j', async (line, stdin) => {
    const { run, seen } = await storeOf({});
    const { code, err } = await run(`${line} --from - --yes`, { stdin });
    expect([code, seen]).toEqual([2, []]);
    expect(err).toMatch(/Standard input, line \d: Invalid .*\nNothing was deleted\.\n/);
  });

  test.each([
    ['customers delete', 'orderId\n1001\n', 'has the heading "orderId": it is a list of other IDs.'],
    ['orders delete', 'customer_id\n101\n', 'has the heading "customer_id": it is a list of other IDs.'],
    ['orders delete', '"Basket"\n1001\n', 'has the heading ""Basket"": it is a list of other IDs.'],
    ['baskets delete', 'orderId\n1001\n', 'has the heading "orderId": it is a list of other IDs.'],
    ['customers delete', '[101,102]', 'is JSON. Expected one ID per line, as --quiet prints them.'],
    ['orders delete', '{"orderId":"1001"}\n{"orderId":"1002"}\n', 'is JSON.'],
  ])('%s refuses what is no list of its IDs, and deletes nothing: %j', async (line, stdin, message) => {
    const { run, seen } = await storeOf({});
    const { code, err } = await run(`${line} --from - --yes`, { stdin });
    expect([code, seen, err]).toEqual([2, [], expect.stringContaining(`Standard input ${message}`)]);
    expect(err).toContain('Nothing was deleted.');
  });

  test.each([
    ['customers delete', 'customerId\n101\n102\n', ['customers/101', 'customers/102']],
    ['orders delete', '"orderId"\n1001\n', ['orders/1001']],
    ['baskets delete', `Basket key\r\n{${key}}\r\n`, [`baskets/{${key}}`]],
    ['baskets delete', `{${key}}\n`, [`baskets/{${key}}`]],
    ['orders delete', 'ID\n1001\n', ['orders/1001']],
  ])('%s takes a list with its heading: %j', async (line, stdin, paths) => {
    const { run, seen } = await storeOf({});
    expect((await run(`${line} --from - --yes`, { stdin })).code).toBe(0);
    expect([...deleted(seen)].sort()).toEqual(paths);
  });

  test('goes on after one that is gone and one that the store refuses, and ends with 7', async () => {
    const { run, seen } = await storeOf({ refused: ['102', '105'], gone: ['103'] });
    const { code, out, err } = await run('customers delete 101 102 103 104 105 --yes -q');
    expect([code, out, deleted(seen).length]).toEqual([7, '101\n103\n104\n', 5]);
    expect(err).toContain('Not deleted: customer 102.');
    expect(err).toContain(
      'Deleted 2 customers; 1 was already gone; 2 could not be deleted: 102, 105. To try these again, rerun the same command.',
    );
    const { err: asJson } = await run('customers delete 101 102 --yes --json');
    expect(JSON.parse(asJson.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: 'import-incomplete', hint: 'To try these again, rerun the same command.' },
    });
  });

  test('says of each how it is known: by the answer, by a read, by words of the store, or not at all', async () => {
    const { run } = await serveStore(({ method, path }, response) => {
      const [, id = ''] = /customers\/(\d+)$/.exec(path) ?? [];
      if (id === '101') return json(response, 200, { success: true });
      if (id === '102') return json(response, method === 'DELETE' ? 200 : 404, method === 'DELETE' ? '' : {});
      if (id === '103') return json(response, 404, {});
      if (id === '104') return json(response, 409, { error: { message: 'locked' } });
      return json(response, 500, '');
    });
    const { code, out } = await run('customers delete 101 102 103 104 105 --yes --json --retries 0');
    expect([code, JSON.parse(out)]).toEqual([
      7,
      [
        { deleted: '101', evidence: 'answered' },
        { deleted: '102', evidence: 'read' },
        { deleted: '103', evidence: 'read' },
        { failed: '104', evidence: 'said' },
        { failed: '105', evidence: 'none' },
      ],
    ]);
  });

  test('a record that is not found by its deletion, and cannot be read, is not known to be gone; others are deleted', async () => {
    const { run } = await serveStore(({ method, path }, response) => {
      if (!path.endsWith('/101')) return json(response, 200, { success: true });
      return json(response, method === 'DELETE' ? 404 : 500, {});
    });
    const { code, out, err } = await run('customers delete 101 102 --yes --json --retries 0');
    expect([code, JSON.parse(out)]).toEqual([
      7,
      [
        { failed: '101', evidence: 'none' },
        { deleted: '102', evidence: 'answered' },
      ],
    ]);
    expect(err).toContain('and a read did not show whether it is gone: The store shop.test failed (500).');
  });

  test('stops where no other one could be deleted either, and says how far it came', async () => {
    const { run, seen } = await serveStore(answers(401, {}));
    const { code, err } = await run('customers delete 101 102 103 104 105 106 107 108 109 --yes');
    expect([code, deleted(seen).length < 9]).toEqual([4, true]);
    expect(err).toContain('Deleted 0 of 9. Rerun the same command to continue.');
  });

  test('that are all missing is an error where the API is not at this address', async () => {
    const { run } = await serveStore(answers(404, {}));
    expect((await run('customers delete 101 102 --yes')).code).toBe(3);
  });

  test('--dry-run names the count and the first three, and shows every request', async () => {
    const { run } = await serveSandbox();
    for (const customer of [101, 102, 103]) await run(`baskets create --customer ${customer}`);
    const all = await keys(run);
    const { code, out, err } = await run('baskets delete --from - --dry-run', { stdin: all.join('\n') });
    expect([code, out.match(/"method": "DELETE"/g)?.length]).toEqual([0, all.length]);
    expect(err).toMatch(
      new RegExp(
        `^Would delete ${all.length} baskets on shop.test: ${all[0]} \\(.*\\), .*, … and ${all.length - 3} more`,
      ),
    );
    expect(await keys(run)).toEqual(all);
  });

  test.each([
    ['json', (out: string) => JSON.parse(out)],
    ['yaml', parseYaml],
    [
      'ndjson',
      (out: string) =>
        out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
    ],
  ])('--dry-run in %s is what programs expect of a list', async (format, parse) => {
    const { run, seen } = await storeOf({});
    const line = `customers delete 101 102 --dry-run -o ${format}`;
    const { code, out } = await run(line);
    const paths = (parse(out) as readonly { path: string }[]).map(({ path }) => path);
    expect([code, paths, deleted(seen)]).toEqual([0, ['/api/v2/customers/101', '/api/v2/customers/102'], []]);
  });

  test('no IDs at all is no failure of a script, and is said', async () => {
    const { run, seen } = await storeOf({});
    const { code, err } = await run('baskets delete --from - --yes', { stdin: '\n' });
    expect([code, err, seen]).toEqual([0, 'There are no IDs in the input. Nothing was deleted.\n', []]);
  });

  test.each([
    ['customers delete --yes', 'Missing argument: <customer-id>.'],
    ['customers delete --from none.txt --yes', 'File not found: none.txt.'],
    ['addresses delete 301 302 --yes', 'Missing option: --customer.'],
    ['customers delete 101 102', 'Refusing to delete without confirmation.'],
  ])('is refused before anything is sent: %s: %s', async (line, message) => {
    const { code, err } = await (await storeOf({})).run(line);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('customers delete says which orders stay', () => {
  test('of one customer, and of several', async () => {
    const { run } = await serveSandbox();
    const orders = (await run('orders list --customer 104 --all -q')).out.trim().split('\n');
    const one = await run('customers delete 104 --dry-run');
    expect(one.err).toContain(
      `Orders keep the name, e-mail address, phone number and addresses: ${orders.join(', ')}.`,
    );
    expect((await run('customers delete 101 102 104 --dry-run')).err).toContain('Orders keep the name');
  });

  test('where baskets do not name orders, it says that orders keep them all the same', async () => {
    const { run } = await serveStore((request, response) =>
      request.path.endsWith('/baskets')
        ? json(response, 200, [{ basketKey: key, customerId: '104' }])
        : json(response, 404, {}),
    );
    const { err } = await run('customers delete 104 105 --dry-run');
    expect(err).toContain('104 (gone already), 105 (gone already). Orders keep the name, e-mail address, phone number');
  });
});
