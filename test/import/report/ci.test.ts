import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { canary } from '../../support/run.ts';
import { namedStore } from '../../support/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { catalogue, created, serveShop, storeOf } from '../product-store.ts';

/** What an import writes into a file, with the address of the store replaced, and its exit code. */
const written = async (
  text: string,
  options: string,
  file: string,
  answer: Parameters<typeof storeOf>[1] = () => created,
): Promise<{ code: number; report: string }> => {
  const { run, read } = await serveShop(text, storeOf([], answer));
  const { code } = await run(`${options} ${file}`);
  return { code, report: namedStore(await read(file)) };
};

const refusesTwo = (sku: string): { status: number } => ({ status: sku === 'S-1' || sku === 'S-3' ? 422 : 201 });

/** The elements and attributes of junit-10.xsd (jenkinsci/xunit-plugin), and `file` and `line`, which GitLab and actions of GitHub read. */
const schema: Readonly<Record<string, { parents: readonly string[]; required: readonly string[]; optional?: string }>> =
  {
    testsuites: { parents: [''], required: [], optional: 'name time tests failures errors' },
    testsuite: {
      parents: ['testsuites', 'testsuite'],
      required: ['name', 'tests', 'failures', 'errors'],
      optional: 'group time skipped timestamp hostname id package file log url',
    },
    testcase: { parents: ['testsuite'], required: ['name'], optional: 'time classname group file line' },
    skipped: { parents: ['testcase'], required: [], optional: 'type message' },
    failure: { parents: ['testcase'], required: [], optional: 'type message' },
    error: { parents: ['testcase'], required: [], optional: 'type message' },
    'system-out': { parents: ['testcase', 'testsuite'], required: [] },
  };

/** What of a document is not in the schema; throws for what is no XML. */
function faultsOf(xml: string): readonly string[] {
  const faults: string[] = [];
  const path: string[] = [''];
  const parser = new SaxesParser();
  parser.on('error', (error) => faults.push(error.message));
  parser.on('opentag', ({ name, attributes }) => {
    const { parents, required, optional = '' } = schema[name] ?? { parents: [], required: [] };
    const known = [...required, ...optional.split(' ')];
    if (!parents.includes(path.at(-1) ?? '')) faults.push(`${name} in ${path.at(-1)}`);
    faults.push(...required.filter((each) => !(each in attributes)).map((each) => `${name} without ${each}`));
    faults.push(...Object.keys(attributes).filter((each) => !known.includes(each)));
    path.push(name);
  });
  parser.on('closetag', () => void path.pop());
  parser.write(xml).close();
  return faults;
}

describe('--report-junit', () => {
  test('the import is a test, and a row with a problem is one that fails', async () => {
    const { code, report } = await written(catalogue(4), '--report-junit', 'junit.xml', refusesTwo);
    expect(code).toBe(7);
    expect(report.replace(/ time="[\d.]+"/g, '')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="shop-cli products import" tests="4" failures="2" errors="0">
      <testsuite name="in.csv" timestamp="2026-01-31T12:00:00" tests="4" failures="2" errors="0" skipped="1">
      <testcase classname="in.csv" name="import into shop.test" file="in.csv">
      <system-out>Created 2 products. 2 rows need attention.
      Evidence: 2 × created, answered.
      4 rows have no price, or a price of 0: lines 2, 3, 4, ….</system-out>
      </testcase>
      <testcase classname="in.csv" name="line 3 (S-1)" file="in.csv" line="3">
      <failure message="The store shop.test refused the request (422): refused S-1" type="rejected">The store shop.test refused the request (422): refused S-1
      evidence: said</failure>
      </testcase>
      <testcase classname="in.csv" name="line 5 (S-3)" file="in.csv" line="5">
      <failure message="The store shop.test refused the request (422): refused S-3" type="rejected">The store shop.test refused the request (422): refused S-3
      evidence: said</failure>
      </testcase>
      <testcase classname="in.csv" name="warning 1" file="in.csv" line="2">
      <skipped message="4 rows have no price, or a price of 0: lines 2, 3, 4, …."/>
      </testcase>
      </testsuite>
      </testsuites>
      "
    `);
    expect(faultsOf(report)).toEqual([]);
  });

  test.each([
    [
      'invalid rows of a dry run',
      'sku,name,price\nA,x,abc\nB,,1\n',
      '--dry-run',
      2,
      'tests="3" failures="2" errors="1"',
    ],
    ['a dry run of a valid file', catalogue(2), '--dry-run', 0, 'tests="2" failures="0" errors="0"'],
    ['an import that stopped', catalogue(3), '--max-errors 0', 8, 'tests="3" failures="1" errors="1"'],
    ['a file with an unusable header', 'a,b\nA,x\n', '', 2, 'tests="1" failures="0" errors="1"'],
    ['several faults of one row', 'sku,name,price\n,,abc\n', '', 2, 'tests="2" failures="1" errors="1"'],
  ])('is written with its totals for %s', async (_, file, options, code, totals) => {
    const { code: ended, report } = await written(file, `${options} --report-junit`, 'j.xml', () => ({ status: 422 }));
    expect([ended, report.includes(totals), faultsOf(report)]).toEqual([code, true, []]);
  });

  test('of an invalid row shows the values that are wrong', async () => {
    const file = 'sku,name,price\nA,,abc\n';
    const { report } = await written(file, '--report-junit', 'j.xml');
    expect(report.match(/<failure [\s\S]*?<\/failure>/)?.[0]).toBe(
      '<failure message="price &quot;abc&quot;: must be an amount, such as 12.50; no name: add one" type="invalid">price &quot;abc&quot;: must be an amount, such as 12.50\nno name: add one</failure>',
    );
  });

  test('is XML whatever the texts are', async () => {
    const hostile = `]]></failure><x>&"' \u0000\u001b\ufffe\uffff \u202e`;
    const refusal = { status: 422, body: () => ({ error: { message: hostile } }) };
    const { report } = await written('sku,name\n<>&\ufffe,x\n', '--report-junit', 'j.xml', () => refusal);
    expect([faultsOf(report), report.includes('<x>'), report.includes('failures="1"')]).toEqual([[], false, true]);
  });
});

describe('GITHUB_STEP_SUMMARY', () => {
  const summaryOf = async (text: string, message: string, prepare?: (file: string) => Promise<unknown>) => {
    const store = storeOf([], (sku) =>
      sku.startsWith('GOOD') ? created : { status: 422, body: () => ({ error: { message } }) },
    );
    const { ask, directory } = await serveShop(text, store);
    const file = join(directory, 'summary.md');
    await (prepare ? prepare(file) : writeFile(file, 'before\n'));
    const { code, err } = await ask('products import in.csv', { env: { GITHUB_STEP_SUMMARY: file } });
    return { code, err, markdown: namedStore(await readFile(file, 'utf8').catch(() => '')) };
  };

  test('is continued with the outcome, the counts and the first problems, without markup of others', async () => {
    const { code, markdown } = await summaryOf(
      'sku,name\nGOOD,x\n`B|@user,y\n',
      `<img src=x> | [link](http://evil.example) @everyone ${canary} token=x`,
    );
    expect(code).toBe(7);
    expect(markdown.replace(/in [\d.]+ s</, 'in 0 s<')).toMatchInlineSnapshot(`
      "before
      <h2>Needs attention: Created 1 product. 1 row needs attention.</h2>
      <p><code>in.csv</code> into <code>shop.test</code>, import 1, in 0 s</p>
      <table><tr><th>Warnings: 1</th></tr>
      <tr><td><code>2 rows have no price, or a price of 0: lines 2, 3.</code></td></tr>
      </table>
      <table><tr><th>Outcome</th><th>Rows</th></tr>
      <tr><td>Created</td><td>1</td></tr>
      <tr><td>Rejected</td><td>1</td></tr>
      </table>
      <table><tr><th>Line</th><th>Key</th><th>Outcome</th><th>Problem</th></tr>
      <tr><td>3</td><td><code>\`B|@user</code></td><td>rejected</td><td><code>The store shop.test refused the request (422): &lt;img src=x&gt; | [link](http://evil.example) @everyone *** token=***</code></td></tr>
      </table>
      <p>Rejected rows: fix them and rerun the command. To write them to a separate file, add --rejected rejected.csv.</p>

      "
    `);
  });

  test.each(['', ' --dry-run'])(
    'says how many existing rows the store has otherwise: products import%s',
    async (option) => {
      const store = storeOf([
        { productId: 1, sku: 'A', name: 'Another name' },
        { productId: 2, sku: 'B', name: 'B' },
      ]);
      const { ask, directory } = await serveShop('sku,name\nA,A\nB,B\nC,C\n', store);
      const file = join(directory, 'summary.md');
      await ask(`products import in.csv${option}`, { env: { GITHUB_STEP_SUMMARY: file } });
      const markdown = await readFile(file, 'utf8');
      expect(markdown).toContain('<tr><td>Existing</td><td>2</td></tr>');
      expect(markdown).toContain('<p>1 of the existing rows differs from the store. ');
    },
  );

  test('says nothing of existing rows that are the same', async () => {
    const { ask, directory } = await serveShop('sku,name\nB,B\n', storeOf([{ productId: 2, sku: 'B', name: 'B' }]));
    const file = join(directory, 'summary.md');
    await ask('products import in.csv', { env: { GITHUB_STEP_SUMMARY: file } });
    expect(await readFile(file, 'utf8')).not.toContain('differ');
  });

  test('of an invalid file shows what a column has, without markup and without a secret', async () => {
    const { code, markdown } = await summaryOf('sku,name,price\nA,x,"=1|@all <b> ?token=secret"\n', '');
    expect(code).toBe(2);
    expect(markdown).toMatch(
      /<h2>Not sent[\s\S]*<tr><td>2<.*<code>price &quot;=1\|@all &lt;b&gt; \?token=\*\*\*&quot;: must be an amount/,
    );
  });

  test.runIf(isThorough)('stays under 1 MiB with any texts and any number of problems', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => `B-${at}${'|'.repeat(100)},y`).join('\n');
    const { markdown } = await summaryOf(`sku,name\nGOOD,x\n${rows}\n`, '|<>&'.repeat(500));
    expect([markdown.length < 200_000, markdown.includes('… and 350 more.')]).toEqual([true, true]);
  });

  test.each([
    ['a directory', (file: string) => mkdir(file), 'is a directory'],
    ['full', (file: string) => writeFile(file, Buffer.alloc(1024 * 1024)), 'larger than 1 MiB'],
  ])('that cannot be written is a warning, not a failure: %s', async (_, prepare, why) => {
    const { code, err } = await summaryOf('sku,name\nGOOD,x\n', '', prepare);
    expect([code, err.split('\n').find((line) => line.includes('Cannot write the summary'))]).toEqual([
      0,
      expect.stringContaining(`Warning: Cannot write the summary for GitHub. Cannot write`),
    ]);
    expect(err).toContain(why);
  });
});

describe('A feed whose rows have no price', () => {
  /** What GitHub Actions, JUnit and JSON have of it. */
  const withoutPrices = async (more = '', text = 'sku,name,note\nA,Mug A,red\nB,Mug B,blue\n') => {
    const { ask, read, directory } = await serveShop(text, storeOf());
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(directory, 'summary.md') };
    const files = '--report-junit junit.xml --report report.json';
    const { code, err } = await ask(`products import in.csv ${files}${more}`, { env });
    const report = JSON.parse(await read('report.json'));
    return { code, err, report, markdown: await read('summary.md'), junit: await read('junit.xml') };
  };
  const warning = '2 rows have no price, or a price of 0: lines 2, 3.';

  test.each(['', ' --dry-run'])('is warned of wherever a job is looked at: products import%s', async (option) => {
    const { code, err, report, markdown, junit } = await withoutPrices(option);
    expect({ code, faults: faultsOf(junit), annotated: err.match(/^::.*/gm) }).toEqual({
      code: 0,
      faults: [],
      annotated: [`::warning file=in.csv,line=2::${warning}`],
    });
    expect(markdown).toContain(
      `<table><tr><th>Warnings: 1</th></tr>\n<tr><td><code>${warning}</code></td></tr>\n</table>\n<table><tr><th>Outcome`,
    );
    expect(junit).toMatch(/name="warning 1" time="0" file="in.csv" line="2">\n<skipped message="2 rows have no price/);
    expect(JSON.stringify(report.warnings)).toContain(warning);
  });

  test.each([
    ['sku,name\nA,Mug A\n', 0],
    ['sku,name\nA,Mug A\n,Mug B\n', 2],
  ])('is warned of in the record that programs read', async (text, expected) => {
    const { ask } = await serveShop(text, storeOf());
    const { code, out } = await ask('products import in.csv --json');
    expect([code, JSON.parse(out).warnings]).toEqual([expected, ['1 row has no price, or a price of 0: line 2.']]);
  });

  test('is warned of beside the rows that make it invalid', async () => {
    const { code, report, markdown } = await withoutPrices('', 'sku,name\nA,Mug A\n,Mug B\n');
    expect([code, report.warnings]).toEqual([2, ['1 row has no price, or a price of 0: line 2.']]);
    expect(markdown).toContain('<th>Warnings: 1</th>');
  });
});

describe('A feed that ends with 0 and of which something is not in the store', () => {
  /** The second day: the price of A and the stock of B have changed, C is the same, and D is not in the file. */
  const secondDay = async (more = '') => {
    const products = ['A', 'B', 'C', 'D'].map((sku, at) => ({
      ...{ productId: at + 1, sku, name: `Mug ${sku}` },
      ...{ price: '12.00', quantity: '5' },
    }));
    const { ask, write, read, directory } = await serveShop('', storeOf(products));
    const heading = 'sku,name,price,quantity\n';
    await write('in.csv', `${heading}A,Mug A,12.00,5\nB,Mug B,12.00,5\nC,Mug C,12.00,5\nD,Mug D,12.00,5\n`);
    await ask('products import in.csv --settle 1ms');
    await write('in.csv', `${heading}B,Mug B,12.00,0\nA,Mug A,13.50,5\nC,Mug C,12.00,5\n`);
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(directory, 'summary.md') };
    const files = '--report-junit junit.xml --report report.json';
    const { code, err } = await ask(`products import in.csv --settle 1ms ${files}${more}`, { env });
    return { code, err, read };
  };

  test('says on the page of the job what changed, with old and new values, and what is gone', async () => {
    const { code, read } = await secondDay();
    const [, changes] = (await read('summary.md')).split(/(?=<h3>Gone)/);
    expect(code).toBe(0);
    expect(changes).toMatchInlineSnapshot(`
      "<h3>Gone: 1</h3>
      <p>It was in the previous import and is not in the file. The store still has it.</p>
      <table><tr><th>Key</th><th>Product ID</th></tr>
      <tr><td><code>D</code></td><td><code>4</code></td></tr>
      </table>
      <h3>Changed: 2</h3>
      <p>The store has other values than the file. An import never changes a product.</p>
      <table><tr><th>Line</th><th>Key</th><th>Difference</th></tr>
      <tr><td>3</td><td><code>A</code></td><td><code>the store differs in price (store 12.00, file 13.50)</code></td></tr>
      <tr><td>2</td><td><code>B</code></td><td><code>the store differs in quantity (store 5, file 0)</code></td></tr>
      </table>

      "
    `);
  });

  test('warns of each at its line, and of what is gone once', async () => {
    const { err } = await secondDay();
    expect(err.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      '::warning file=in.csv::gone: It was in the previous import and is not in the file. The store still has it. D',
      '::warning file=in.csv,line=3::changed: A: the store differs in price (store 12.00, file 13.50)',
      '::warning file=in.csv,line=2::changed: B: the store differs in quantity (store 5, file 0)',
    ]);
  });

  test('has them in JUnit as skipped tests, which fail no job', async () => {
    const { read } = await secondDay();
    const report = await read('junit.xml');
    expect(faultsOf(report)).toEqual([]);
    expect(
      report.match(/<testcase .*\n<skipped .*/g)?.map((text) => text.replaceAll(/ (?:time|classname)="[^"]*"/g, '')),
    ).toEqual([
      '<testcase name="D gone" file="in.csv">\n<skipped message="no longer in the file, and still in the store"/>',
      '<testcase name="line 3 (A) changed" file="in.csv" line="3">\n<skipped message="the store differs in price (store 12.00, file 13.50)"/>',
      '<testcase name="line 2 (B) changed" file="in.csv" line="2">\n<skipped message="the store differs in quantity (store 5, file 0)"/>',
    ]);
    expect(report).toMatch(/<testsuite .* tests="4" failures="0" errors="0" time="[\d.]+" skipped="3">/);
  });

  test('keeps what differs for the next day too, though the row is not looked up again', async () => {
    const { read } = await secondDay();
    expect(JSON.parse(await read('report.json'))).toMatchObject({
      differing: 2,
      differingRows: [
        { line: 2, key: 'B', productId: '2', message: 'the store differs in quantity (store 5, file 0)' },
        { line: 3, key: 'A', productId: '1', message: 'the store differs in price (store 12.00, file 13.50)' },
      ],
    });
  });
});
