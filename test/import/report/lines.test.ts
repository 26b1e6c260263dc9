import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveStore } from '../../support/store.ts';
import { bookOf } from '../file/books.ts';
import { storeOf } from '../product-store.ts';

const heading = ['sku', 'name', 'price'];

test.each([
  ['line feeds', 'in.csv', '\n\nsku,name,price\nOK,a,1\n\n\nBAD,x,abc\n'],
  ['CR LF', 'in.csv', '\r\n\r\nsku,name,price\r\nOK,a,1\r\n\r\n\r\nBAD,x,abc\r\n'],
  ['empty rows', 'in.xlsx', await bookOf([[], [], heading, ['OK', 'a', '1'], [], [], ['BAD', 'x', 'abc']])],
])('%s above the heading count as lines, in every report', async (_, name, content) => {
  const directory = ownDirectory({ [name]: content });
  const { run } = await serveStore(storeOf());
  const written = '--report r.json --report-junit j.xml --report-html r.html --results out.csv --rejected bad.csv';
  const env = { GITHUB_ACTIONS: 'true' };
  const { err } = await run(`products import ${name} --skip-invalid ${written}`, { directory, env });
  const read = (file: string): Promise<string> => readFile(join(directory, file), 'utf8');
  expect({
    said: err.match(/line \d+(?=, price)/)?.[0],
    annotated: err.match(/,line=\d+/)?.[0],
    report: JSON.parse(await read('r.json')).problems[0].line,
    junit: (await read('j.xml')).match(/ line="\d+"/)?.[0],
    page: (await read('r.html')).match(/data-before="Line ">\d+/)?.[0],
    results: (await read('out.csv')).match(/^\d+,(?:OK|BAD)/gm),
    rejected: (await read('bad.csv')).match(/(?<=^BAD,x,abc,)\d+/m)?.[0],
  }).toEqual({
    said: 'line 7',
    annotated: ',line=7',
    report: 7,
    junit: ' line="7"',
    page: 'data-before="Line ">7',
    results: ['4,OK', '7,BAD'],
    rejected: '7',
  });
});

test('equal problems of many lines are one line at a terminal, and one each in a log', async () => {
  const rows = ['A,1', ',2', ',3', 'B,abc', ',4', 'C,abc', 'D,abd', ',5'].map((row) => `${row},x`);
  const directory = ownDirectory({ 'in.csv': `sku,price,name\n${rows.join('\n')}\n` });
  const { run } = await serveStore(storeOf());
  const problems = async (terminal?: number, more = ''): Promise<readonly string[]> => {
    const { err } = await run(`products import in.csv${more}`, { directory, ...(terminal && { terminal }) });
    return err.split('\n').filter((line) => /^lines? \d|row_failed/.test(line));
  };
  expect(await problems(100)).toEqual([
    'lines 3-4, 6, 9 (4 rows): no SKU or EAN: add one, or pass --generate-sku',
    'lines 5, 7 (2 rows), price "abc": must be an amount, such as 12.50',
    'line 8, price "abd": must be an amount, such as 12.50',
  ]);
  expect([(await problems()).length, (await problems(100, ' --log-format json')).length]).toEqual([7, 7]);
});
