import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { canary } from '../../support/run.ts';
import { json, serveStore } from '../../support/store.ts';
import { catalogue, created, storeOf, withFile, withShop } from '../product-store.ts';

/** What an import writes into a file, with the address of the store replaced, and its exit code. */
const written = (
  text: string,
  options: string,
  file: string,
  answer: Parameters<typeof storeOf>[1] = () => created,
): Promise<{ code: number; report: string }> =>
  withShop(text, storeOf([], answer), async ({ run, directory }) => {
    const { code } = await run(`${options} ${file}`);
    const report = await readFile(join(directory, file), 'utf8');
    return { code, report: report.replace(/127\.0\.0\.1(:|&#58;)\d+/g, 'shop.test') };
  });

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
    properties: { parents: ['testsuite'], required: [] },
    property: { parents: ['properties'], required: ['name', 'value'] },
    testcase: { parents: ['testsuite'], required: ['name'], optional: 'time classname group file line' },
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
      <testsuites name="shop-cli products import" tests="3" failures="2" errors="0">
      <testsuite name="in.csv" timestamp="2026-01-31T12:00:00" tests="3" failures="2" errors="0">
      <properties>
      <property name="store" value="shop.test"/>
      <property name="import" value="1"/>
      <property name="rows" value="4"/>
      <property name="created" value="2"/>
      <property name="rejected" value="2"/>
      <property name="version" value="0.0.0-test"/>
      </properties>
      <testcase classname="in.csv" name="import into shop.test" file="in.csv">
      <system-out>Created 2 products. 2 rows need attention.
      4 rows have no price, or a price of 0: lines 2, 3, 4, ….</system-out>
      </testcase>
      <testcase classname="in.csv" name="line 3 (S-1)" file="in.csv" line="3">
      <failure message="The store shop.test refused the request (422): refused S-1" type="rejected">The store shop.test refused the request (422): refused S-1</failure>
      </testcase>
      <testcase classname="in.csv" name="line 5 (S-3)" file="in.csv" line="5">
      <failure message="The store shop.test refused the request (422): refused S-3" type="rejected">The store shop.test refused the request (422): refused S-3</failure>
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
    ['a dry run of a valid file', catalogue(2), '--dry-run', 0, 'tests="1" failures="0" errors="0"'],
    ['an import that stopped', catalogue(3), '--max-errors 0', 8, 'tests="2" failures="1" errors="1"'],
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
    const report = await withShop(
      `sku,name\n<>&\ufffe,x\n`,
      ({ method }, response) =>
        method === 'POST'
          ? json(response, 422, { error: { message: hostile } })
          : json(response, 200, { numRows: 0, data: [] }),
      async ({ run, read }) => {
        await run('--report-junit junit.xml');
        return await read('junit.xml');
      },
    );
    expect([faultsOf(report), report.includes('<x>'), report.includes('failures="1"')]).toEqual([[], false, true]);
  });
});

describe('GITHUB_STEP_SUMMARY', () => {
  const summaryOf = (text: string, message: string, prepare?: (file: string) => Promise<unknown>) =>
    withFile(text, async (_, directory) => {
      const products = storeOf();
      const store = await serveStore((request, response, count) =>
        request.method === 'POST' && !request.body.includes('GOOD')
          ? json(response, 422, { error: { message } })
          : products(request, response, count),
      );
      const file = join(directory, 'summary.md');
      await (prepare ? prepare(file) : writeFile(file, 'before\n'));
      const env = { GITHUB_STEP_SUMMARY: file };
      const { code, err } = await store.run('products import in.csv', { directory, env });
      const markdown = await readFile(file, 'utf8').catch(() => '');
      return {
        code,
        err,
        markdown: markdown.replace(/127\.0\.0\.1:\d+|127&#46;0&#46;0&#46;1(&#58;|:)\d+/g, 'shop.test'),
      };
    });

  test('is continued with the outcome, the counts and the first problems, as Markdown without markup of others', async () => {
    const { code, markdown } = await summaryOf(
      'sku,name\nGOOD,x\n`B|@user,y\n',
      `<img src=x> | [link](http://evil.example) @everyone ${canary} token=x`,
    );
    expect(code).toBe(7);
    expect(markdown.replace(/in [\d.]+ s\n/, 'in 0 s\n')).toMatchInlineSnapshot(`
      "before
      ## Needs attention: Created 1 product&#46; 1 row needs attention&#46;

      <code>in&#46;csv</code> into <code>shop.test</code>, import 1, in 0 s

      | Outcome | Rows |
      | --- | --- |
      | Created | 1 |
      | Rejected | 1 |

      | Line | Key | Outcome | Problem |
      | --- | --- | --- | --- |
      | 3 | <code>&#96;B&#124;&#64;user</code> | rejected | <code>The store shop.test refused the request &#40;422&#41;&#58; &#60;img src&#61;x&#62; &#124; &#91;link&#93;&#40;http&#58;&#47;&#47;evil&#46;example&#41; &#64;everyone &#42;&#42;&#42; token&#61;&#42;&#42;&#42;</code> |

      - Rejected rows&#58; fix them and rerun the command&#46; To write them to a separate file&#44; add &#45;&#45;rejected rejected&#46;csv&#46;

      "
    `);
  });

  test('shows what an invalid column has, without markup and without a secret', async () => {
    const { code, markdown } = await summaryOf('sku,name,price\nA,x,"=1|@all <b> ?token=secret"\n', '');
    expect([code, markdown.split('\n').filter((line) => /^\| (?:Line|2) /.test(line))]).toEqual([
      2,
      [
        '| Line | Key | Outcome | Problem |',
        expect.stringContaining(
          '| <code>price &#34;&#61;1&#124;&#64;all &#60;b&#62; &#63;token&#61;&#42;&#42;&#42;&#34;&#58; must be an amount',
        ),
      ],
    ]);
  });

  test('stays under 1 MiB with any texts and any number of problems', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => `B-${at}${'|'.repeat(100)},y`).join('\n');
    const { markdown } = await summaryOf(`sku,name\nGOOD,x\n${rows}\n`, '|<>&'.repeat(500));
    expect([markdown.length < 200_000, markdown.includes('… and 350 more.')]).toEqual([true, true]);
  });

  test.each([
    ['a directory', (file: string) => mkdir(file), 'is a directory'],
    ['full', (file: string) => writeFile(file, Buffer.alloc(1024 * 1024)), 'larger than 1 MiB'],
  ])('that cannot be written is a warning, not a failure: %s', async (_, prepare, why) => {
    const { code, err } = await summaryOf('sku,name\nGOOD,x\n', '', prepare);
    expect([code, err.split('\n').find((line) => line.includes('no summary'))]).toEqual([
      0,
      expect.stringContaining(`Warning: no summary for GitHub. Cannot write`),
    ]);
    expect(err).toContain(why);
  });

  test('is also written of an invalid file, and of a dry run', async () => {
    const { code, markdown } = await summaryOf('sku,name\nA,\n', '');
    expect([code, markdown.includes('## Not sent'), markdown.includes('no name')]).toEqual([2, true, true]);
  });
});

test.each(['--report-html', '--report-junit'])(
  '%s that cannot be written is refused before anything is sent',
  async (option) => {
    await withShop(catalogue(1), storeOf(), async ({ run, seen }) => {
      const { code, err } = await run(`${option} missing/report`);
      expect([code, err.includes('Cannot write missing/report'), seen.length]).toEqual([2, true, 0]);
    });
  },
);
