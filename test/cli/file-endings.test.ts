import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ownDirectory } from '../support/directory.ts';
import { answers } from '../support/replies.ts';
import { serveSandbox, serveStore } from '../support/store.ts';
import { sheetOf } from '../support/workbook.ts';

/** Runs a command, and returns what is in the file that it wrote. */
async function written(line: string, name: string): Promise<{ code: number; err: string; text: string }> {
  const directory = ownDirectory();
  const { run } = await serveSandbox();
  const { code, err, out } = await run(`${line} ${name}`, { directory });
  expect(out).toBe('');
  return { code, err, text: await readFile(join(directory, name), 'utf8').catch(() => '') };
}

const [list, ids] = ['products list --limit 2 --fields productId,sku --output-file', ['200', '201']];

test.each<[name: string, read: (text: string) => unknown]>([
  ['l.json', (text) => JSON.parse(text).map(({ productId }: { productId: string }) => productId)],
  ['L.JSON', (text) => JSON.parse(text).map(({ productId }: { productId: string }) => productId)],
  [
    'l.ndjson',
    (text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).productId),
  ],
  [
    'l.jsonl',
    (text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).productId),
  ],
  ['l.yaml', (text) => parse(text).map(({ productId }: { productId: string }) => productId)],
  ['l.yml', (text) => parse(text).map(({ productId }: { productId: string }) => productId)],
  [
    'l.csv',
    (text) =>
      text
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
  ],
  ['l.txt', (text) => [...text.matchAll(/^ *(\d+) /gm)].map(([, id]) => id)],
  ['list', (text) => [...text.matchAll(/^ *(\d+) /gm)].map(([, id]) => id)],
  ['.hidden', (text) => [...text.matchAll(/^ *(\d+) /gm)].map(([, id]) => id)],
])('a list in %s is what the name says', async (name, read) => {
  const { code, text, err } = await written(list, name);
  expect([code, [read(text)].flat().map(String), err]).toEqual([
    0,
    ids,
    `2 of 62 shown. Use --all for the rest.\nWrote 2 records to ${name}.\n`,
  ]);
});

test.each(['bon.pdf', 'l.tsv', 'l.csv.gz', 'l.docx', 'v1.2', 'a b.html'])(
  '%s is an ending that no format has: nothing is sent or written',
  async (name) => {
    const directory = ownDirectory();
    const { run, seen } = await serveStore(answers(200, []));
    for (const line of [
      ['orders', 'get', '1001', '--output-file'],
      ['products', 'diff', 'f.csv', '--worklist'],
    ]) {
      const { code, err } = await run([...line, name], { directory });
      expect([code, err.startsWith('Error: Cannot write a .'), seen.length]).toEqual([2, true, 0]);
      await expect(readFile(join(directory, name))).rejects.toThrow();
    }
  },
);

test('an option for the format wins, and then any name will do', async () => {
  expect(JSON.parse((await written('products get 200 --json --output-file', 'p.pdf')).text).productId).toBe(200);
  expect((await written('products get 200 -o yaml --output-file', 'p.json')).text).toContain('productId: 200');
});

test.each(['/dev/null', '-'])('--output-file %s is written as a terminal shows it: it has no ending', async (path) => {
  const { run } = await serveSandbox();
  const { code, out } = await run(`products get 200 --fields productId --output-file ${path} --dry-run`);
  expect([code, out === '' || /ID +200/.test(out)]).toEqual([0, true]);
});

test('the command line of curl may go to a file of any name', async () => {
  expect((await written('products get 200 --curl --output-file', 'get.sh')).text).toMatch(/^printf/);
});

test('IDs alone are no JSON', async () => {
  expect((await written('products list -q --output-file', 'ids.json')).code).toBe(2);
  expect((await written('products list -q --limit 2 --output-file', 'ids.txt')).text).toBe('200\n201\n');
});

test('records in a workbook are one sheet with the columns of the table', async () => {
  const directory = ownDirectory();
  const { run } = await serveSandbox();
  const at = (name: string): string => join(directory, name);
  expect(await run('products list --all --output-file l.xlsx', { directory })).toMatchObject({ code: 0, out: '' });
  const { out } = await run('products list --all');
  const [header, ...rows] = await sheetOf(at('l.xlsx'));
  expect(header).toEqual((out.split('\n')[0] ?? '').trim().split(/ {2,}/));
  expect(rows).toHaveLength(62);
  // The price is a number, a code is none.
  expect(rows[0]).toEqual(expect.arrayContaining(['BEL-001', 7.95]));
  await run('addresses list --customer 101 --output-file a.xlsx', { directory });
  expect((await sheetOf(at('a.xlsx'))).length).toBeGreaterThan(1);
  await run('orders get 1001 --output-file o.xlsx', { directory });
  expect((await sheetOf(at('o.xlsx')))[1]).toContain(1001);
  await run('customers get 101 --mask-pii --output-file c.xlsx', { directory });
  expect(JSON.stringify(await sheetOf(at('c.xlsx')))).not.toMatch(/Sanne|Wit/);
  await run('products list --search none-of-these --output-file none.xlsx', { directory });
  expect(await sheetOf(at('none.xlsx'))).toEqual([header]);
});

test('a formula in a record is text in a workbook, and a secret is in none', async () => {
  const directory = ownDirectory();
  const { run } = await serveStore((request, response, count) => {
    const name = `at ${request.query.get('token')}`;
    answers(200, [{ productId: '1', sku: '=1+2', name }])(request, response, count);
  });
  expect((await run('products list --output-file l.xlsx', { directory })).code).toBe(0);
  const text = JSON.stringify(await sheetOf(join(directory, 'l.xlsx')));
  expect([text.includes('=1+2'), text.includes('at ***')]).toEqual([true, true]);
});

test.each(['w.json', 'w.xlsx', 'w.csv', 'w'])('a worklist in %s is what the name says', async (name) => {
  const directory = ownDirectory({ 'f.csv': 'sku,name,price\nNEW-1,Mug,1.00\nBEL-001,Other bell,1.00\n' });
  const { run } = await serveSandbox();
  const { code } = await run(`products diff f.csv --worklist ${name} -o json`, { directory });
  expect(code).toBe(11);
  const path = join(directory, name);
  const text = await readFile(path, 'utf8');
  if (name === 'w.json') expect(JSON.parse(text)[0]).toHaveProperty('todo');
  else if (name === 'w.xlsx') expect((await sheetOf(path))[0]).toContain('todo');
  else expect(text).toContain('todo');
});

test('what is text is refused in a workbook before anything is sent', async () => {
  const directory = ownDirectory();
  const { run, seen } = await serveStore(answers(200, {}));
  const { code, err } = await run('products create --sku A --allow-duplicate --dry-run --output-file d.xlsx', {
    directory,
  });
  expect([code, err.includes('a workbook cannot hold'), seen.length]).toEqual([2, true, 0]);
});
