import { describe, expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { canary, shopCli } from '../support/run.ts';
import { runAt, runInSandbox, serveSandbox } from '../support/store.ts';

describe('products list', () => {
  test('a page as a table, and on stderr what is missing', async () => {
    expect(await runInSandbox('products list --limit 3')).toMatchInlineSnapshot(`
        {
          "code": 0,
          "err": "3 of 62 shown. Use --all for the rest.
        ",
          "out": "ID   SKU      EAN            Name                          Status  Stock  Price
        200  BEL-001  2004711001002  Fietsbel "Ding Dong" messing  online     48   7.95
        201  BEL-002  2004711001071  Fietsbel mini zwart           online    120   4.50
        202  LMP-101  2004711001149  Koplamp 40 lux USB            online     35  24.95
        ",
        }
      `);
  });

  test.each([
    ['NO_COLOR', { NO_COLOR: '1' }, 80, false],
    ['a dumb terminal', { TERM: 'dumb' }, 80, false],
    ['a pipe and FORCE_COLOR', { FORCE_COLOR: '1' }, undefined, true],
  ])('prints colour or none with %s', async (_, env, terminal, colored) => {
    const { out } = await runInSandbox('products list --limit 3', {
      env: env as Record<string, string>,
      ...(terminal ? { terminal } : {}),
    });
    expect(out.includes('\u001b[')).toBe(colored);
  });

  test.each(['--sku', '--ean', '--search'])(
    'an empty %s, as a variable that is not set, is refused rather than listing all',
    async (flag) => {
      const { run } = await serveSandbox();
      const err = `Error: ${flag} is empty.\nPass a value, or leave the option out.\n`;
      expect(await run(['products', 'list', flag, ''])).toEqual({ code: 2, out: '', err });
    },
  );

  test.each([
    [['--sku', 'A', '--ean', 'B'], 'Use only one of --search, --sku and --ean'],
    [['--recursive'], '--recursive needs --category'],
    [['--all', '--limit', '5'], 'Use either --all or --limit, not both'],
    [['--limit', '0'], '--limit "0" must be a whole number, 1 or more'],
    [['extra'], 'Too many arguments'],
  ])('rejects options that do not go together: %j', async (options, message) => {
    expect(
      await shopCli(['--store', 'http://127.0.0.1:1', 'products', 'list', ...options], { env: { SHOP_TOKEN: canary } }),
    ).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });
});

describe('products get', () => {
  test('by id, by SKU, and by an SKU with a slash', async () => {
    const { run } = await serveSandbox();
    await run(['products', 'create', '--sku', 'A/B 1', '--name', 'Slash']);
    const [byId, bySku, bySlash] = [
      await run('products get 206 --json'),
      await run('products get RGJ-301 --json'),
      await run(['products', 'get', 'A/B 1', '--json']),
    ];
    expect([JSON.parse(byId.out).sku, JSON.parse(bySku.out).productId, JSON.parse(bySlash.out).name]).toEqual([
      'RGJ-301',
      206,
      'Slash',
    ]);
  });

  test('an id wins over an SKU of the same digits, unless --sku says otherwise', async () => {
    const { run } = await serveSandbox();
    await run('products create --sku 206 --name Digits');
    const [id, sku] = [await run('products get 206 --json'), await run('products get 206 --sku --json')];
    expect([JSON.parse(id.out).sku, JSON.parse(sku.out).name]).toEqual(['RGJ-301', 'Digits']);
  });

  test('several: those that are there are shown, the others are named, exit code 3', async () => {
    const { code, out, err } = await runInSandbox('products get 206 nope 207 --json');
    expect([code, JSON.parse(out), JSON.parse(err).error]).toMatchObject([
      3,
      [{ productId: 206 }, { productId: 207 }],
      { code: 'not-found', message: 'No product on shop.test has the ID or SKU "nope".', status: 404 },
    ]);
  });
});

test('products export guards formulas, and with --raw it does not', async () => {
  const { run } = await serveSandbox({ empty: true });
  await run(['products', 'create', '--sku', 'A', '--name', '=1+2']);
  const [guarded, raw] = [await run('products export'), await run('products export --raw')];
  expect([guarded.out.includes("'=1+2"), raw.out.includes("'=1+2")]).toEqual([true, false]);
});

test('products export leaves the variants of a store that ignores only_main_products out by their ID', async () => {
  const main = { productId: 206, uprid: '206', sku: 'COAT', name: 'Coat', price: '99.00' };
  const variants = [12, 13].map((value) => ({ ...main, uprid: `206{3}${value}`, sku: `COAT-${value}` }));
  const data = [main, ...variants, { ...main, productId: 207, uprid: '207', sku: 'HAT' }];
  const { code, out, err } = await runAt(answers(200, { numRows: data.length, data }), 'products export');
  expect([code, out.trim().split('\n').slice(1)]).toEqual([0, [',COAT,,Coat,,,99.00,,,,,', ',HAT,,Coat,,,99.00,,,,,']]);
  expect(err).toBe('Exported 2 products, without variants.\n');
});
