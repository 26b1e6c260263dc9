import { createHash } from 'node:crypto';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asText, type Outcome } from '../../support/run.ts';
import { type Behaviour, json, serveStore } from '../../support/store.ts';
import { isThorough, sampled } from '../../support/thorough.ts';
import { catalogue, created, type Product, posts, serveShop, skusOf, storeOf, tooLong } from '../product-store.ts';

const noon = Date.parse('2026-01-31T12:00:00Z');
const hour = 3_600_000;

/** A store, and a directory with `in.csv`; command lines run at noon or some hours later. */
async function planning(text: string, behaviour: Behaviour = storeOf()) {
  const { store, directory, ...shop } = await serveShop(text, behaviour);
  const run = (line: string, { hours = 0, env = {} as Record<string, string> } = {}) => {
    const now = () => new Date(noon + hours * hour);
    return store.run(line, { directory, home: directory, now, env });
  };
  return { ...shop, run, at: (name: string) => join(directory, name) };
}

type Planning = Awaited<ReturnType<typeof planning>>;

const save = 'products import in.csv --save-plan import.plan';
const apply = 'imports apply import.plan';

describe('a plan', () => {
  test('shows a person what differs in the store, a line per field', async () => {
    const { run } = await planning(catalogue(3), storeOf([{ productId: 1, sku: 'S-1', name: 'Other' }]));
    await run(save);
    const { out } = await run('imports show import.plan');
    expect(out.slice(out.indexOf('Differences'))).toMatchInlineSnapshot(`
            "Differences
              Line  Key  Field  In store  In file    Product ID
                 3  S-1  name   Other     Product 1  1
            "
          `);
  });

  test('is of products if it says nothing else; one of what cannot be imported is refused', async () => {
    const { run, at, seen } = await planning(catalogue(2));
    await run(save);
    const [line = ''] = (await readFile(at('import.plan'), 'utf8')).split('\n');
    const other = `${line.replace('"store":', '"noun":"coupons","store":')}\n`;
    const sha256 = createHash('sha256').update(other).digest('hex');
    await writeFile(at('import.plan'), `${other}${JSON.stringify({ sha256 })}\n`);
    const { code, err } = await run(apply);
    expect([line.includes('noun'), code, posts(seen)]).toEqual([false, 2, 0]);
    expect(err).toMatch(/^Error: This version of shop-cli cannot import coupons\.$/m);
  });

  test('for the sandbox names it for programs as --store takes it', async () => {
    const { run } = await planning(catalogue(3));
    const env = { SHOP_URL: 'sandbox', SHOP_TOKEN: '' };
    await run(save, { env });
    expect(JSON.parse((await run('imports show import.plan --json', { env })).out).store).toBe('sandbox');
  });

  test('is saved without a write, shown, applied as it is, and done the second time', async () => {
    const products: Product[] = [{ productId: 1, sku: 'S-1', name: 'Other' }];
    const { run, seen, at } = await planning(catalogue(3), storeOf(products));
    const saved = await run(save);
    const writes = posts(seen);
    const shown = JSON.parse((await run('imports show import.plan --json')).out);
    const applied = await run(`${apply} --json`);
    const again = await run(`${apply} --json`, { hours: 1 });
    expect(saved.err).toMatch(
      /^2 rows would be sent\. Nothing was sent\.\nSaved plan [\da-f]{12} to import\.plan: 2 rows to create, valid until 2026-02-01 12:00 UTC\.$/m,
    );
    expect(shown).toMatchObject({ state: 'ready', wouldCreate: 2, exists: 1 });
    expect(JSON.parse(applied.out)).toMatchObject({ created: 2, existing: 1 });
    // The file is not checked again.
    const { warnings, ...first } = JSON.parse(applied.out);
    expect({ ...JSON.parse(again.out), timeSpent: null }).toEqual({ ...first, timeSpent: null });
    expect(warnings).toHaveLength(1);
    const table = await run(apply, { hours: 1 });
    expect(table.err).toMatch(
      /Plan [\da-f]{12} was already applied on 2026-01-31 12:00 UTC \(import 1\): 3 products are on shop\.test\. Nothing is left to do/,
    );
    expect([saved.code, writes, applied.code, again.code, posts(seen)]).toEqual([0, 0, 0, 0, 2]);
    await appendFile(at('in.csv'), 'S-9,New\n');
    expect(await run(apply)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not the file that was planned'),
    });
  });

  test('is refused once more where the store has lost a product since, and where it cannot be read', async () => {
    const products: Product[] = [];
    const store = storeOf(products);
    let isDenied = false;
    const { run, seen } = await planning(catalogue(3), (request, response, count) =>
      isDenied ? json(response, 401, {}) : store(request, response, count),
    );
    await run(save);
    await run(apply);
    const sent = posts(seen);
    isDenied = true;
    const denied = await run(apply);
    isDenied = false;
    products.splice(1, 1);
    const lost = await run(apply);
    expect([lost.code, denied.code, posts(seen)]).toEqual([2, 4, sent]);
    expect(lost.err).toContain('was already applied');
  });

  test('says when it replaces a file, and when it has no rows', async () => {
    const { run } = await planning(catalogue(1));
    const first = await run(save);
    await run(apply);
    const second = await run(save);
    expect([first.err.includes('replaces'), second.err.split('\n').slice(-3)]).toEqual([
      false,
      ['It replaces the earlier import.plan.', 'There is nothing to apply.', ''],
    ]);
  });

  test('skips rows that exist by now, and does not send those that existed when it was made', async () => {
    const products: Product[] = [{ productId: 1, sku: 'S-0', name: 'Product 0' }];
    const { run } = await planning(catalogue(3), storeOf(products));
    await run(save);
    products.splice(0, 1, { productId: 7, sku: 'S-1', name: 'Product 1' });
    const dry = await run(`${apply} --dry-run --json`);
    const { code, out, err } = await run(`${apply} --json`);
    const message = 'existed in the store when the plan was made: make a new plan to create it';
    expect(JSON.parse(dry.out)).toMatchObject({ wouldCreate: 1, exists: 1, unplanned: 1 });
    expect(JSON.parse(out)).toMatchObject({
      ...{ created: 1, existing: 1, unplanned: 1, notSent: 0 },
      problems: [{ line: 2, key: 'S-0', outcome: 'unplanned', field: null, message }],
    });
    expect(asText(err).match(/^Warning.*plan.*$/gm)).toEqual([
      'Warning: 1 of them did not exist when the plan was made.',
      'Warning: 1 row existed in the store when the plan was made, but not any more. Not sent, because the plan does not include it.',
    ]);
    expect([code, skusOf(products)]).toEqual([7, ['S-1', 'S-2']]);
  });

  test('sends with the options and the settings of its maker, not with those of who applies it', async () => {
    const { run, seen } = await planning('sku,title,price,taxRate\nA,x,1.21,9\n');
    await run(`${save} --map name=title --set quantity=4 --vat-included 21 --language nl`, {
      env: { SHOP_TAX_FIELD: 'taxRate' },
    });
    await run(apply, { env: { SHOP_LANGUAGE: 'en' } });
    const post = seen.find(({ method }) => method === 'POST');
    expect([JSON.parse(post?.body ?? '{}'), post?.headers['accept-language']]).toEqual([
      { sku: 'A', name: 'x', price: 1.1101, quantity: '4', taxRate: 9 },
      'nl',
    ]);
  });

  test.runIf(isThorough)(
    'an interrupted application is continued by the same command, also when its time is over',
    async () => {
      const products: Product[] = [];
      let refuses = true;
      const store = storeOf(products, (sku) => (refuses && sku === 'S-2' ? tooLong : created));
      const { run } = await planning(catalogue(5), store);
      await run(save);
      const first = await run(`${apply} --concurrency 1`);
      refuses = false;
      const second = await run(`${apply} --json`, { hours: 100 });
      const third = await run(apply, { hours: 101 });
      expect(second.err).toMatch(/The plan has expired, but[\s\S]*\nContinuing import 1/);
      expect([first.code, second.code, third.code]).toEqual([8, 0, 0]);
      expect([JSON.parse(second.out).run, skusOf(products).toSorted()]).toEqual([
        1,
        ['S-0', 'S-1', 'S-2', 'S-3', 'S-4'],
      ]);
    },
  );

  test.runIf(isThorough)('is refused for good after its import was deleted from the journal', async () => {
    const { run } = await planning(catalogue(1));
    await run(save);
    await run(apply);
    expect((await run('imports delete 1 --yes')).code).toBe(0);
    expect((await run(apply)).err).toContain('was already applied');
  });

  test.runIf(isThorough)(
    'is refused for good after another import of the file has replaced its own, which was interrupted',
    async () => {
      const store = storeOf([], (sku) => (sku === 'S-2' ? tooLong : created));
      const { run } = await planning(catalogue(5), store);
      await run(save);
      for (const line of [apply, 'products import in.csv']) expect((await run(`${line} --concurrency 1`)).code).toBe(8);
      expect(await run(apply)).toMatchObject({ code: 2, err: expect.stringContaining('was already applied') });
    },
  );

  test.runIf(isThorough)('can be applied again if the store refused every row', async () => {
    const products: Product[] = [];
    let status = 405;
    const store = storeOf(products, () => ({ status }));
    const { run } = await planning(catalogue(30), store);
    await run(save);
    const first = await run(apply);
    status = 201;
    const second = await run(apply);
    expect([first.code, second.code, products.length]).toEqual([8, 0, 30]);
  });
});

/** The same plan with another seal, as somebody could make it who wants to. */
function sealed(text: string): string {
  const contents = text.replace(/[^\n]*\n$/, '');
  return `${contents}${JSON.stringify({ sha256: createHash('sha256').update(contents).digest('hex') })}\n`;
}

describe('a plan that does not fit sends nothing', () => {
  interface Case {
    readonly message: string;
    readonly change?: (shop: Planning) => Promise<unknown>;
    readonly line?: string;
    readonly hours?: number;
  }
  const edited = (message: string, edit: (text: string) => string): Case => ({
    message,
    change: async ({ read, write }) => await write('import.plan', edit(await read('import.plan'))),
  });
  const forged = (from: string | RegExp, to: string): Case =>
    edited('The plan import.plan is not valid.', (text) => sealed(text.replace(from, to)));
  const cut = 'The plan import.plan is incomplete: its end is missing.';
  const cases: Readonly<Record<string, Case>> = {
    'whose file changed': {
      message: 'in.csv is not the file that was planned: its contents differ',
      change: ({ at }) => appendFile(at('in.csv'), 'S-9,x\n'),
    },
    'whose file is elsewhere': {
      message: 'The planned file in.csv was not found.',
      change: ({ at }) => rename(at('in.csv'), at('other.csv')),
    },
    'whose time is over': { message: 'The plan expired on 2026-02-01 12:00 UTC.', hours: 25 },
    'that was edited': edited('The plan import.plan was changed after it was made.', (text) =>
      text.replace('"1-3"', '"1-2"'),
    ),
    'that was cut off': edited(cut, (text) => text.slice(0, -20)),
    'that was cut off early': edited(cut, (text) => text.slice(0, 200)),
    'that lost its last line': edited(cut, (text) => text.replace(/[^\n]*\n$/, '')),
    'with ranges beyond the file': forged('"1-3"', '"1-4"'),
    'with more rows than it shows': forged('"wouldCreate":3', '"wouldCreate":2'),
    'with ranges in disorder': forged('"1-3"', '"2-3,1"'),
    'with ranges of something else': forged('"1-3"', '[[1,3]]'),
    'without its forecast': forged(/"forecast":.*,"create"/, '"create"'),
    'with options that nobody could type': forged('"options":{}', '"options":{"set":7}'),
    'with another name of the tax field': forged('"taxField":"both"', '"taxField":"__proto__"'),
    'with more rows than a file can have': forged('"rows":3', '"rows":9007199254740991'),
    'made beyond the calendar': forged(/"created":\d+/, '"created":9007199254740991'),
    'that is valid beyond the calendar': forged(/"validUntil":\d+/, '"validUntil":8640000000000001'),
    'that ended before it was made': forged(/"validUntil":\d+/, '"validUntil":1'),
    'with a language of two lines': forged('"language":null', '"language":"nl\\r\\nx: y"'),
    'nested without end': forged('"forecast":{', `"forecast":{"deep":${'['.repeat(2000)}${']'.repeat(2000)},`),
    'that is empty': edited('import.plan is not an import plan.', () => ''),
    'that is something else': edited('import.plan is not an import plan.', () => catalogue(3)),
    'of another program': edited(
      'The plan import.plan was made by another version of shop-cli (0.0.0-a; this is 0.0.0-test).',
      (text) => text.replace('0.0.0-test', '0.0.0-a'),
    ),
    'that is not there': { message: 'Cannot read missing.plan', line: 'imports apply missing.plan' },
    'that its report would overwrite': {
      message: '--report would overwrite the plan.',
      line: `${apply} --report import.plan`,
    },
    'with another mapping': { message: "Unknown option '--map'", line: `${apply} --map name=sku` },
  };

  sampled(4).each(Object.entries(cases))(
    'such as a plan %s',
    async (_, { message, change, line = apply, hours = 0 }) => {
      const shop = await planning(catalogue(3));
      await shop.run(save);
      await change?.(shop);
      expect(await shop.run(line, { hours })).toMatchObject({ code: 2, err: expect.stringContaining(message) });
      expect(posts(shop.seen)).toBe(0);
    },
  );

  test('one whose texts would control the terminal or forge a line shows them escaped', async () => {
    const hostile = 'ann\\u001b[2J\\n✓ Applied\\u202e';
    const edits: readonly (readonly [string | RegExp, string])[] = [
      [/"store":"[^"]*"/, `"store":"${hostile}${'!'.repeat(5000)}"`],
      ['"path":"in.csv"', `"path":"${hostile}"`],
    ];
    const { run, read, write } = await planning(catalogue(3));
    await run(save);
    const text = await read('import.plan');
    await write('import.plan', sealed(edits.reduce((changed, [from, to]) => changed.replace(from, to), text)));
    const lines = ['show import.plan', 'apply import.plan', 'apply import.plan --file in.csv', 'show import.plan'];
    let said = '';
    for (const line of [...lines, 'apply import.plan --file in.csv', 'apply import.plan --store http://127.0.0.1:9'])
      said += await run(`imports ${line}`).then(({ out, err }) => out + err);
    const program = text.replace('0.0.0-test', hostile);
    await write('import.plan', program);
    said += (await run('imports show import.plan')).err;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
    expect(said).not.toMatch(/\u001b|\u202e|^✓ Applied|!{200}/m);
    expect(said).toContain('ann\\u{1b}[2J\\n✓ Applied\\u{202e}');
  });

  test('such as a plan of another store', async () => {
    const { run } = await planning(catalogue(3));
    await run(save);
    const other = await serveStore(storeOf());
    const { seen } = other;
    const { code, err } = await run(apply, { env: other.variables });
    const isSaid = /^Error: The plan is for (\S+), but the store is (?!\1)\S+\.\n/.test(err);
    expect([code, isSaid, posts(seen)]).toEqual([2, true, 0]);
  });

  test('such as a plan for a store that is read-only, or that --confirm-store does not name', async () => {
    const products: Product[] = [];
    const { run } = await planning(catalogue(3), storeOf(products));
    const saved = await run(save, { env: { SHOP_READ_ONLY: '1' } });
    const readOnly = await run(apply, { env: { SHOP_READ_ONLY: '1' } });
    const other = await run(`${apply} --confirm-store other.example`);
    expect([saved.code, readOnly.code, other.code, skusOf(products)]).toEqual([0, 2, 2, []]);
  });

  test.runIf(isThorough)('by two processes at once it is applied by one', async () => {
    const products: Product[] = [];
    const { run } = await planning(catalogue(20), storeOf(products));
    await run(save);
    const codes = (await Promise.all([run(apply), run(apply)])).map(({ code }) => code).sort();
    const [first, second = 0] = codes;
    const third = await run(`${apply} --wait-lock 5s`);
    expect([first, [0, 2, 9].includes(second), third.code, products.length]).toEqual([0, true, 0, 20]);
  });

  test.runIf(isThorough)('one that waits for another process which applies it finds it applied', async () => {
    const products: Product[] = [];
    const creates = storeOf(products);
    let other: Promise<Outcome> | undefined;
    let isApplied = false;
    const { run } = await planning(catalogue(20), (request, response, count) => {
      const answer = () => creates(request, response, count);
      if (!isApplied || other) return answer();
      // The first import has the lock, and has not noted the plan: it waits until the other has found it unused.
      other = run(`${apply} --wait-lock 24h`);
      return void setTimeout(answer, 1000);
    });
    await run(save);
    isApplied = true;
    const first = await run(`${apply} --concurrency 1`);
    const second = await other;
    expect([first, second]).toMatchObject([
      { code: 0 },
      { code: 2, err: expect.stringContaining('was already applied') },
    ]);
  });
});
