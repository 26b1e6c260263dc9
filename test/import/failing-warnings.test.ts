import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { json, serveSandbox, serveStore } from '../support/store.ts';
import { serveShop, storeOf } from './product-store.ts';

const files = '--report r.json --report-junit r.xml --report-html r.html';
const free = 'sku,name,price\nA,Mug A,12.00\nB,Mug B,\n';
const why = '1 warning, and --fail-on-warnings is set.';

/** A file that has no warning, and what the store answers to a creation. */
const sending = (body: (product: { name: string }) => unknown) =>
  serveShop(
    'sku,name,price\nA,Mug A,12.00\n',
    storeOf([], () => ({ status: 201, body })),
  );

describe('--fail-on-warnings', () => {
  test.each(['', '--dry-run', '--save-plan p.plan'])(
    'a warning about the file refuses it before anything is sent, and every report says so (%s)',
    async (more) => {
      const { run, read } = await serveShop(free, storeOf());
      const { code, err, posts } = await run(`--fail-on-warnings ${files} ${more}`);
      const { error } = JSON.parse(err);
      expect([code, posts, error.message]).toEqual([2, 0, `${why} Nothing was sent.`]);
      const { stopped, warnings } = JSON.parse(await read('r.json'));
      expect([stopped, JSON.stringify(warnings).includes('has no price')]).toEqual([why, true]);
      expect(await read('r.xml')).toContain(`<error message="${why} Nothing was sent."`);
      expect(await read('r.html')).toContain(why);
    },
  );

  test('no plan is written', async () => {
    const { run, read } = await serveShop(free, storeOf());
    await run('--fail-on-warnings --save-plan p.plan');
    await expect(read('p.plan')).rejects.toThrow('ENOENT');
  });

  test('a warning about the feed before refuses it too', async () => {
    const { run, write } = await serveShop('sku,name,price\nA,a,1\nB,b,1\nC,c,1\n', storeOf());
    await run('--settle 1ms --fail-on-warnings');
    await write('in.csv', 'sku,name,price\nA,a,1\n');
    expect([(await run('--fail-on-warnings')).code, (await run('--fail-on-warnings --expect-rows 1')).code]).toEqual([
      2, 0,
    ]);
  });

  test.each([
    ['', 'price is 100 times', '100', '21'],
    ['--dry-run', 'price is 100 times', '100', '21'],
    ['--save-plan p.plan', 'taxRate is another one', '1', '9'],
    ['', 'taxRate is another one', '1', '9'],
  ])('so does one about nearly all rows that exist (%s %s)', async (option, text, times, rate) => {
    const store = await serveSandbox();
    const directory = ownDirectory();
    const night = async (rows: number, by: string, vat: string, ...more: string[]) => {
      const lines = Array.from({ length: rows }, (_, at) => `S-${at},Mug ${at},${(at + 1) * Number(by)},${vat}`);
      const stdin = `sku,name,price,taxRate\n${lines.join('\n')}\n`;
      return await store.run(['products', 'import', '-', '--settle', '1ms', '--journal', 'j.db', ...more], {
        stdin,
        directory,
      });
    };
    await night(12, '1', '21');
    const products = async () => (await store.run('products list -o csv --fields sku')).out.split('\n').length;
    const before = await products();
    const { code, err } = await night(
      14,
      times,
      rate,
      '--fail-on-warnings',
      '--report',
      'r.json',
      ...option.split(' ').filter(Boolean),
    );
    expect([code, err, await products()]).toEqual([
      2,
      expect.stringContaining(`in 12 of 12 existing rows, the ${text}`),
      before,
    ]);
    expect(readFileSync(join(directory, 'r.json'), 'utf8')).toContain(text);
    expect((await store.run('imports list -o csv --fields run --journal j.db', { directory })).out).toBe('run\n1\n');
  });

  test('a file without warnings is imported', async () => {
    const { run } = await sending((product) => product);
    expect(await run('--settle 1ms --fail-on-warnings')).toMatchObject({ code: 0, posts: 1 });
  });

  test('a warning that arises while it sends is exit 7 at the end, and every report says so', async () => {
    const { store, directory, read } = await sending((product) => ({ ...product, name: 'Mu' }));
    const line = `products import in.csv --settle 1ms --fail-on-warnings ${files}`;
    const { code, err } = await store.run(line, { directory, env: { GITHUB_ACTIONS: 'true' } });
    expect(code).toBe(7);
    expect(err).toContain(`::error file=in.csv::Created 1 product. ${why}`);
    expect(await read('r.xml')).toContain(`<error message="Created 1 product. ${why}" type="incomplete">`);
    expect(await read('r.html')).toContain(why);
  });

  test('without it, such a warning changes no exit code', async () => {
    const { run } = await sending((product) => ({ ...product, name: 'Mu' }));
    expect((await run('--settle 1ms')).code).toBe(0);
  });
});

describe('customers whose journal may be lost', () => {
  const people = 'email,voornaam,achternaam\nann@shop.test,Ann,Claes\n';

  /** The import of a file of people into a store that has nobody. */
  async function importing(more: string) {
    const directory = ownDirectory({ 'c.csv': people });
    const store = await serveStore(({ method, body }, response) =>
      method === 'POST'
        ? json(response, 201, { customerId: 1, ...JSON.parse(body) })
        : json(response, 404, { error: { message: 'There is no such customer.' } }),
    );
    const line = `customers import c.csv --journal j.db --yes --json --settle 1ms ${more}`;
    const { code, out } = await store.run(line, { directory });
    return { code, report: JSON.parse(out), sent: store.seen.filter(({ method }) => method === 'POST').length };
  }

  const warning = 'No earlier import of customers into this store is known here.';

  test.each([
    ['', 1],
    ['--dry-run', 0],
  ])('are a warning in every report (%s)', async (more, sent) => {
    const imported = await importing(more);
    expect(imported).toMatchObject({ code: 0, sent });
    expect(JSON.stringify(imported.report.warnings)).toContain(warning);
  });

  test.each(['', '--dry-run'])('are refused with --fail-on-warnings (%s)', async (more) => {
    expect(await importing(`--fail-on-warnings ${more}`)).toMatchObject({ code: 2, sent: 0 });
  });
});
