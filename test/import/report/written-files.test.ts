import { readdir, readlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { json, namedStore } from '../../support/store.ts';
import { catalogue, importOnce, type Product, serveShop, storeOf } from '../product-store.ts';

test('--results has every row with its outcome, --report everything, also when the import stopped', async () => {
  const products: Product[] = [{ productId: 40, sku: 'S-1', name: 'Product 1' }];
  const { run, read } = await serveShop(
    catalogue(5),
    storeOf(products, (sku) => ({ status: sku === 'S-2' || sku === 'S-3' ? 422 : 201 })),
  );
  await run('--results out.csv --report report.json --max-errors 1');
  expect({
    results: namedStore(await read('out.csv')).split('\n'),
    report: JSON.parse(namedStore(await read('report.json'))),
  }).toMatchObject({
    results: [
      'line,key,outcome,productId,message,evidence,store',
      '2,S-0,created,2,,answered,shop.test',
      '3,S-1,existing,40,,read,shop.test',
      '4,S-2,rejected,,The store shop.test refused the request (422): refused S-2,said,shop.test',
      '5,S-3,rejected,,The store shop.test refused the request (422): refused S-3,said,shop.test',
      '6,S-4,not sent,,,none,shop.test',
      '',
    ],
    report: {
      run: 1,
      rows: 5,
      created: 1,
      existing: 1,
      rejected: 2,
      notSent: 1,
      stopped: expect.stringContaining('--max-errors 1'),
    },
  });
});

test.each(['', '--shard 1/2'])(
  '--results of a store that refuses all: what was not sent is of another shard only where it is (%s)',
  async (shard) => {
    const refused = { status: 422, body: () => ({ error: { message: 'no VAT rate' } }) };
    const answers = storeOf([], () => refused);
    const { run, ask, read } = await serveShop(catalogue(120), answers);
    const { report } = await run(`--results out.csv ${shard}`);
    expect(JSON.parse((await ask('imports show --json')).out)).toMatchObject({ state: 'set aside', rejected: 20 });
    const results = (await read('out.csv')).split('\n');
    const rowsWith = (outcome: string) => results.filter((line) => line.split(',')[2] === outcome).length;
    expect({
      rejected: rowsWith('rejected'),
      notSent: rowsWith('not sent'),
      elsewhere: rowsWith('in another shard'),
    }).toEqual({ rejected: 20, notSent: report.notSent, elsewhere: report.elsewhere });
  },
);

test.each(['--report', '--report-html', '--report-junit'])(
  'a full disk for %s: exit code 1, of a dry run as of an import, unless there is worse',
  async (option) => {
    const { run } = await serveShop(catalogue(2), storeOf());
    const [dry, real] = [await run(`${option} /dev/full --dry-run`), await run(`${option} /dev/full`)];
    const worse = await run(`${option} /dev/full --dry-run --on-existing fail`);
    expect(
      [dry, real, worse].map(({ code, err }) => [code, err.includes('Cannot write /dev/full: disk full.')]),
    ).toEqual([
      [1, true],
      [1, true],
      [2, true],
    ]);
  },
);

test('a file that cannot be written at the end is reported, and the others are written', async () => {
  const { run, read } = await serveShop(catalogue(4), storeOf());
  expect(await run('--results /dev/full --report report.json')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Warning: Cannot write \/dev\/full: disk full\.[\s\S]*Details: shop-cli imports show 1/),
  });
  expect(JSON.parse(await read('report.json'))).toMatchObject({ created: 4 });
});

test('a report that cannot be opened is refused before anything is sent, and leaves nothing open: neither the copy of the file nor other outputs', async () => {
  const open = async (): Promise<number> => {
    const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
    return (await Promise.all(links)).filter((file) => /shop-cli-\w+ \(deleted\)$|^\/dev\/full$/.test(file)).length;
  };
  const before = await open();
  const { run, seen } = await serveShop(catalogue(2), storeOf());
  for (const option of ['--report', '--report-html', '--report-junit', '--rejected']) {
    const { code, err } = await run(`--results /dev/full ${option} missing/report`);
    expect(err).toContain('Cannot write missing/report');
    expect([code, seen.length, await open()]).toEqual([2, 0, before]);
  }
});

test('reports are also written of an import that the store refused before the first row', async () => {
  const { run, read } = await serveShop(catalogue(2), (_, response) =>
    json(response, 401, { error: { message: 'no' } }),
  );
  const { code } = await run('--report report.json --report-html report.html');
  const report = JSON.parse(namedStore(await read('report.json')));
  const stopped = 'The store shop.test refused the token (401): no';
  expect([code, report]).toMatchObject([4, { run: null, exitCode: 4, stopped }]);
  expect(namedStore(await read('report.html'))).toMatch(/The import failed\.[\s\S]*refused the token \(401\): no/);
});

test('an import that is stopped before its rows are verified has no mark of success', async () => {
  const products: Product[] = [];
  let times = 0;
  const answers = storeOf(products, (sku) => ({ status: sku === 'S-2' && ++times === 1 ? 429 : 201 }));
  const { code, closing, report } = await importOnce(catalogue(3), (request, response, count) => {
    if (request.method === 'GET' && products.length === 3) json(response, 401, {});
    else answers(request, response, count);
  });
  expect([code, report.created, closing]).toEqual([8, 3, undefined]);
});
