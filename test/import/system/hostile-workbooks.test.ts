import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { partsOf, sheetOf } from '../file/books.ts';
import { zipOf } from '../file/zips.ts';

// What a few kilobytes can unpack to. The built program, because its memory counts.
const program = fileURLToPath(new URL('../../../bin/shop-cli.cjs', import.meta.url));
const catalogue = sheetOf('sku,name', 'A,x');
const many = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('');

const text = (content: string, reference = ''): string => `<c t="inlineStr" ${reference}><is>${content}</is></c>`;
const head = `<row>${text('<t>sku</t>')}${text('<t>name</t>')}</row>`;
const wideHead = `<row>${text('<t>sku</t>')}${text('<t>name</t>')}${text('<t>x</t>', 'r="XFD1"')}</row>`;
/** What packs to a fifth of it: the ratio of all of it is then that of a catalogue. */
const noise = many(8, () => `<n a="${randomBytes(90_000).toString('base64')}"/>`);

const sheet = (rows: string, after = ''): Readonly<Record<string, string>> => ({
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`,
});
const styles = (codes: readonly string[], cells: number): Readonly<Record<string, string>> => {
  const formats = codes.map((code, at) => `<numFmt numFmtId="${at + 200}" formatCode="${code}"/>`).join('');
  const used = many(cells, (at) => `<xf numFmtId="${200 + (at % codes.length)}"/>`);
  return { 'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${used}</cellXfs></styleSheet>` };
};
const shared = (texts: string, rows = head): Readonly<Record<string, string>> => ({
  'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  ...sheet(rows),
});
const oneRun = '<r><t>xxxxxxxxxx</t></r>';

const books: readonly (readonly [what: string, parts: () => Readonly<Record<string, string>>])[] = [
  ['a format of 100,000 brackets in a thousand styles', () => styles(['['.repeat(100_000)], 1000)],
  ['a million styles', () => styles(['0'], 1_000_000)],
  [
    '600,000 number formats',
    () =>
      styles(
        Array.from({ length: 600_000 }, (_, at) => `0.${at}`),
        1,
      ),
  ],
  [
    'a heading in the last column and 300,000 rows',
    () => sheet(wideHead + '<row><c><v>1</v></c></row>'.repeat(300_000)),
  ],
  [
    'a cell in the last column of 300,000 rows, with noise',
    () => sheet(wideHead + noise + '<row><c r="XFD"><v>1</v></c></row>'.repeat(300_000)),
  ],
  [
    'a cell in the last column of rows above the headings',
    () => sheet('<row><c r="XFD"><v>1</v></c></row>'.repeat(100_000) + head + noise),
  ],
  ['a cell of a million runs', () => sheet(`${head}<row>${text(oneRun.repeat(1_000_000))}</row>`)],
  ['a shared text of a million runs', () => shared(`<si>${oneRun.repeat(1_000_000)}</si>`)],
  [
    'one shared text in 500,000 cells',
    () => shared(`<si><t>${'x'.repeat(32_767)}</t></si>`, head + '<row><c t="s"><v>0</v></c></row>'.repeat(500_000)),
  ],
  ['12 million empty shared texts', () => shared(`${'<si/>'.repeat(12_000_000)}${noise}`)],
  ['wide shared texts of 400 MB', () => shared(`<si><t>${'\u5b57'.repeat(30_000)}</t></si>`.repeat(5_000) + noise)],
  [
    '800,000 sheets',
    () => ({
      'xl/workbook.xml': `<workbook><sheets>${many(800_000, (at) => `<sheet name="${at}"/>`)}</sheets></workbook>`,
    }),
  ],
  [
    '900,000 relationships',
    () => ({
      'xl/_rels/workbook.xml.rels': `<Relationships>${many(900_000, (at) => `<Relationship Id="${at}"/>`)}</Relationships>`,
    }),
  ],
  [
    'a million merged cells',
    () => sheet(head, `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1_000_000)}</mergeCells>`),
  ],
  ['an element of a million attributes', () => sheet(`<row ${many(1_000_000, (at) => `a${at}="" `)}/>${head}`)],
  ['names of elements of a megabyte', () => sheet(`<${'a'.repeat(1_000_000)}>`.repeat(50))],
];

// Two processes on one core count seconds that neither used: what is slow by itself is so three times.
test.each(books)('a workbook with %s ends in 10 s and 500 MB, with exit 2', { retry: 2 }, async (_, parts) => {
  const directory = ownDirectory();
  const path = join(directory, 'feed.xlsx');
  await writeFile(path, await zipOf({ ...partsOf(catalogue), ...parts() }));
  const env = { ...process.env, HOME: directory, XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory };
  const options = ['--dry-run', '--store', 'sandbox', '--header-row', '1'];
  const child = spawn(process.execPath, [program, 'products', 'import', path, ...options], { env, stdio: 'ignore' });
  const usage = watch(child.pid ?? 0);
  const [code] = await once(child, 'exit');
  const { seconds, megabytes } = usage();
  expect({ code, seconds: seconds < 10 || seconds, megabytes: megabytes < 500 || megabytes }).toEqual({
    code: 2,
    seconds: true,
    megabytes: true,
  });
});

/** Of a process, from now until it is asked: the time on its processors, whatever else the machine does, and its peak memory. */
function watch(pid: number): () => { readonly seconds: number; readonly megabytes: number } {
  let seconds = 0;
  let megabytes = 0;
  const look = setInterval(async () => {
    const [stat, status] = await Promise.all(
      ['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    const [user = '0', system = '0'] = stat?.split(') ')[1]?.split(' ').slice(11, 13) ?? [];
    seconds = Math.max(seconds, (Number(user) + Number(system)) / 100);
    megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+) kB/.exec(status ?? '')?.[1] ?? 0) / 1024);
  }, 20);
  return () => {
    clearInterval(look);
    return { seconds, megabytes };
  };
}
