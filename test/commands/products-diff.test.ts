import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Outcome, ownDirectory, type RunOptions } from '../support/run.ts';
import { type Behaviour, json, namedStore, serveSandbox, serveStore } from '../support/store.ts';

const products = [
  { productId: 1, sku: 'MUG', name: 'Mug', price: '4.5000', quantity: '3', urlAbs: 'https://shop.test/mug' },
  { productId: 2, sku: 'TEA', name: '=Thee', price: '1.2000', urlAbs: 'https://shop.test/tea' },
  { productId: 3, sku: 'CUP', name: 'Cup' },
  { productId: 4, sku: 'CUP', name: 'Cup' },
  { productId: 5, sku: 'ABC', name: 'Abc', urlAbs: 'https://shop.test/abc' },
  { productId: 6, sku: 'GONE', name: 'Gone' },
];

const file = 'sku,name,price\nMUG,Mug,4.50\nTEA,Tea,1.25\nCUP,Cup,\nabc,Abc,\nNEW,New,9\n';

const answering: Behaviour = ({ query }, response) => {
  const offset = Number(query.get('offset') ?? 0);
  const data = products.slice(offset, offset + Number(query.get('limit') ?? 100));
  json(response, 200, { numRows: products.length, data });
};

type Run = (options?: string, more?: RunOptions) => Promise<Outcome>;

/** A store, and a directory with `in.csv` to compare. */
async function diffing(content = file, behaviour = answering) {
  const directory = ownDirectory({ 'in.csv': content });
  const { seen, ...store } = await serveStore(behaviour);
  const run: Run = (options = '', more = {}) => store.run(`products diff in.csv ${options}`, { directory, ...more });
  return { run, directory, seen };
}

const lastLine = ({ err }: Outcome): string | undefined => err.trimEnd().split('\n').at(-1);

describe('products diff', () => {
  test('shows line by line what differs, ends with a summary and exit code 11, and only reads', async () => {
    const { run, seen } = await diffing();
    const outcome = await run('--store-only');
    expect(outcome.out).toMatchInlineSnapshot(`
      "   Line  Key   Field  In store  In file  Product ID
      ~     3  TEA   name   =Thee     Tea               2
      ~     3  TEA   price  1.20      1.25              2
      2     4  CUP                                      3
      2     4  CUP                                      4
      ?     5  abc   sku    ABC       abc               5
      +     6  NEW                    New
      -        GONE         Gone                        6
      "
    `);
    expect(outcome.code).toBe(11);
    expect(lastLine(outcome)).toBe(
      '5 rows compared with shop.test: 1 new, 1 different, 1 the same, 1 more than once in the store, 1 in the store under almost the same key. 1 product is only in the store.',
    );
    expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('shows on the page of a GitHub Actions run what is gone and what differs, and annotates it', async () => {
    const { run, directory } = await diffing();
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(directory, 'summary.md') };
    const { code, err } = await run('--store-only', { env });
    expect([code, err.match(/^::.*/gm)]).toEqual([
      11,
      [
        '::warning file=in.csv,line=4::2 rows have no price, or a price of 0: lines 4, 5.',
        '::warning file=in.csv::gone: The store has these products, and no row of the file has them. GONE',
        '::warning file=in.csv,line=3::changed: TEA: the store differs in name (store =Thee, file Tea) and price (store 1.20, file 1.25)',
        '::warning file=in.csv,line=4::changed: CUP: exists more than once in the store: 3, 4',
        '::warning file=in.csv,line=5::changed: abc: the store has almost the same key, ABC',
      ],
    ]);
    expect(namedStore(await readFile(join(directory, 'summary.md'), 'utf8'))).toMatchInlineSnapshot(`
      "<h2>Compared: 5 rows compared with shop.test: 1 new, 1 different, 1 the same, 1 more than once in the store, 1 in the store under almost the same key. 1 product is only in the store.</h2>
      <p><code>in.csv</code> and <code>shop.test</code></p>
      <table><tr><th>Warnings: 1</th></tr>
      <tr><td><code>2 rows have no price, or a price of 0: lines 4, 5.</code></td></tr>
      </table>
      <h3>Gone: 1</h3>
      <p>The store has these products, and no row of the file has them.</p>
      <table><tr><th>Key</th><th>Product ID</th></tr>
      <tr><td><code>GONE</code></td><td><code>6</code></td></tr>
      </table>
      <h3>Changed: 3</h3>
      <p>The store has other values than the file. An import never changes a product.</p>
      <table><tr><th>Line</th><th>Key</th><th>Difference</th></tr>
      <tr><td>3</td><td><code>TEA</code></td><td><code>the store differs in name (store =Thee, file Tea) and price (store 1.20, file 1.25)</code></td></tr>
      <tr><td>4</td><td><code>CUP</code></td><td><code>exists more than once in the store: 3, 4</code></td></tr>
      <tr><td>5</td><td><code>abc</code></td><td><code>the store has almost the same key, ABC</code></td></tr>
      </table>

      "
    `);
  });

  test('gives JSON and YAML with a summary, and an object for each row', async () => {
    const { run } = await diffing();
    const [asJson, asYaml] = [await run('--json'), await run('--output yaml')];
    expect(parse(asYaml.out)).toEqual(JSON.parse(asJson.out));
    const { differences, ...document } = JSON.parse(asJson.out);
    expect(document).toEqual({
      file: 'in.csv',
      store: expect.any(String),
      summary: { differs: 1, duplicate: 1, gone: 1, invalid: 0, near: 1, new: 1, rows: 5, same: 1 },
    });
    expect(differences).toMatchObject([
      {
        ...{ kind: 'differs', line: 3, key: 'TEA', keyField: 'sku', name: 'Tea', productId: '2' },
        ...{ urlAbs: 'https://shop.test/tea', fields: { name: { file: 'Tea', store: '=Thee' } } },
      },
      { kind: 'duplicate', line: 4, key: 'CUP', productId: null, productIds: ['3', '4'] },
      { kind: 'near', line: 5, key: 'abc', productId: '5', nearKey: 'ABC' },
      { kind: 'new', line: 6, key: 'NEW', productId: null },
    ]);
  });

  test('gives NDJSON with a row per line, CSV with a field per line, and with --quiet the IDs of products', async () => {
    const { run } = await diffing();
    const [lines, csv, ids] = [await run('--output ndjson'), await run('--output csv'), await run('--quiet')];
    expect(lines.out.match(/(?<="kind":")\w+/g)).toEqual(['differs', 'duplicate', 'near', 'new']);
    expect(csv.out).toMatchInlineSnapshot(`
      "kind,line,key,field,store,file,productId,urlAbs
      differs,3,TEA,name,'=Thee,Tea,2,https://shop.test/tea
      differs,3,TEA,price,1.20,1.25,2,https://shop.test/tea
      duplicate,4,CUP,,,,3,
      duplicate,4,CUP,,,,4,
      near,5,abc,sku,ABC,abc,5,https://shop.test/abc
      new,6,NEW,,,New,,
      "
    `);
    expect(ids).toMatchObject({
      out: '2\n3\n4\n5\n',
      err: 'Warning: 2 rows have no price, or a price of 0: lines 4, 5.\n',
    });
  });

  test('shows a status in words to a person, and as it is received to a program', async () => {
    const behaviour: Behaviour = (_, response) =>
      json(response, 200, { numRows: 1, data: [{ productId: 1, sku: 'MUG', name: 'Mug', status: '0' }] });
    const { run } = await diffing('sku,name,status\nMUG,Mug,ja\n', behaviour);
    expect((await run()).out).toMatch(/MUG +status +offline +online +1/);
    expect((await run('--output csv')).out).toContain('differs,2,MUG,status,0,1,1,');
  });

  test('compares the fields that --fields names, in any case, and refuses others', async () => {
    const { run } = await diffing();
    const [price, wrong] = [await run('--fields PRICE --output ndjson'), await run('--fields price,colour')];
    expect(JSON.parse(price.out.split('\n')[0] ?? '').fields).toEqual({ price: { store: '1.20', file: '1.25' } });
    expect(wrong).toMatchObject({ code: 2, out: '' });
    expect(wrong.err).toContain('--fields "price,colour" must be one or more of name, price,');
  });

  test('ends with 0 where nothing differs; products that only the store has differ with --store-only alone', async () => {
    const { run } = await diffing('sku,name\nMUG,Mug\nABC,Abc\n');
    const [part, whole] = [await run('--json'), await run('--store-only --json')];
    expect(part.code).toBe(0);
    expect(JSON.parse(part.out)).toMatchObject({ summary: { same: 2, gone: 4 }, differences: [] });
    expect(lastLine(part)).toBe(
      '2 rows compared with shop.test: 2 the same. 4 products are only in the store; list them with --store-only.',
    );
    expect(whole.code).toBe(11);
    expect(JSON.parse(whole.out).differences).toMatchObject(
      ['TEA', 'CUP', 'CUP', 'GONE'].map((key) => ({ kind: 'gone', key })),
    );
  });

  test('reports invalid rows as an import does, and compares the others only with --skip-invalid', async () => {
    const { run } = await diffing('sku,name,price\nMUG,Mug,4.50\nTEA,Tea,cheap\n');
    const [refused, skipped] = [await run(), await run('--skip-invalid --json')];
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('line 3, price "cheap": must be an amount');
    expect(refused.err).toContain('Nothing was compared.');
    expect(refused.err).toContain('To compare the other rows, add --skip-invalid.');
    expect(skipped.code).toBe(11);
    expect(JSON.parse(skipped.out)).toMatchObject({ summary: { rows: 2, same: 1, invalid: 1 }, differences: [] });
  });

  test('refuses a token that cannot be used before the file is checked', async () => {
    const { run } = await diffing();
    const { code, err } = await run('', { env: { SHOP_TOKEN: 'x' } });
    expect([code, err.includes('Invalid token'), err.includes('no problems found')]).toEqual([2, true, false]);
  });

  test('asks for texts in the language of the file', async () => {
    const { run, seen } = await diffing();
    await run('--language de');
    const listed = seen.filter(({ query }) => query.get('limit') === '100');
    expect(listed.map(({ headers }) => headers['accept-language'])).toEqual(['de', 'de']);
  });

  test('writes nothing to standard output when the user stops it', async () => {
    const stop = new AbortController();
    const { run, directory } = await diffing(file, (request, response, count) => {
      if (count === 2) stop.abort();
      answering(request, response, count);
    });
    const outcome = await run('--json --worklist w.csv', { interrupted: stop.signal });
    expect(outcome).toMatchObject({ code: 130, out: '' });
    expect(await readdir(directory)).toEqual(['in.csv']);
  });
});

describe('A worklist', () => {
  test('says for each field what to change, and where, without formulas', async () => {
    const { run, directory } = await diffing();
    const { err } = await run('--worklist work.csv --store-only');
    expect(err).toContain('\nWrote 6 rows to work.csv.\n');
    expect(await readFile(join(directory, 'work.csv'), 'utf8')).toMatchInlineSnapshot(`
      "todo,sku,ean,field,from,to,productId,urlAbs,line
      change,TEA,,name,'=Thee,Tea,2,https://shop.test/tea,3
      change,TEA,,price,1.20,1.25,2,https://shop.test/tea,3
      keep one of these,CUP,,,,,3,,4
      keep one of these,CUP,,,,,4,,4
      correct the key,abc,,sku,ABC,abc,5,https://shop.test/abc,5
      delete or take offline,GONE,,,Gone,,6,,
      "
    `);
  });

  test('is a header alone where there is nothing to do', async () => {
    const { run, directory } = await diffing('sku,name\nMUG,Mug\n');
    const { err } = await run('--worklist work.csv');
    expect(err).toContain('\nWrote no rows to work.csv.\n');
    const header = 'todo,sku,ean,field,from,to,productId,urlAbs,line\n';
    expect(await readFile(join(directory, 'work.csv'), 'utf8')).toBe(header);
  });

  test('never overwrites the file that is compared, nor the result', async () => {
    const { run, directory } = await diffing();
    const own = await run('--worklist ./in.csv');
    expect(own).toMatchObject({ code: 2, out: '' });
    expect(own.err).toContain('--worklist would overwrite');
    const result = await run('--worklist out.csv --output csv --output-file out.csv');
    expect(result.code).toBe(2);
    expect((await run('--output csv --output-file in.csv')).code).toBe(2);
    expect(await readFile(join(directory, 'in.csv'), 'utf8')).toBe(file);
  });

  test('that cannot be written is refused before the store is read, and a full disk is said', async () => {
    const { run, seen } = await diffing();
    const missing = await run('--worklist no/such/work.csv');
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toContain('Cannot write no/such/work.csv: no such file or directory.');
    expect(seen).toHaveLength(0);
    const full = await run('--worklist /dev/full --json');
    expect(full.code).toBe(1);
    expect(full.err).toContain('Cannot write /dev/full: disk full.');
  });
});

test('A file that was imported does not differ from the store', async () => {
  const { run } = await serveSandbox();
  const exported = await run('products export');
  const { code, err } = await run('products diff - --store-only', { stdin: exported.out });
  expect([code, err.trimEnd().split('\n').at(-1)]).toEqual([0, '41 rows compared with shop.test: 41 the same.']);
});

test('a key that is almost that of a product is a warning, as in an import', async () => {
  const directory = ownDirectory({ 'near.csv': 'sku,name,price\nbel-001,Bell,1.00\nNEW-1,Mug,1.00\n' });
  const { run } = await serveSandbox();
  const warning =
    /Warning: 1 row has almost the same key as a product in the store, .*: line 2, "bel-001" \(.*"BEL-001"\)/;
  expect((await run('products diff near.csv', { directory })).err).toMatch(warning);
  expect((await run('products import near.csv --dry-run', { directory })).err).toMatch(warning);
});
