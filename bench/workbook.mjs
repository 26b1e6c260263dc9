// Reading an Excel workbook beside the same catalogue as CSV: npm run bench -- workbook [rows] [rounds]
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { shareOfPeer, timesPeer } from './rows.mjs';
import { inTurns, program, runNode } from './support/measure.mjs';
import { inDirectory } from './support/servers.mjs';

export async function* rows(count = 100_000, rounds = 3) {
  yield* await inDirectory(async (directory) => {
    const [csv, workbook] = ['catalogue.csv', 'catalogue.xlsx'].map((name) => join(directory, name));
    await pipeline(csvOf(Number(count)), createWriteStream(csv));
    await pipeline(workbookOf(Number(count)), createWriteStream(workbook));
    return await compare(Number(count), Number(rounds), { csv, workbook });
  });
}

async function compare(count, rounds, { csv, workbook }) {
  const check = (file, options) => runNode([program, 'products', 'import', file, '--dry-run', '--quiet'], options);
  const what = `an Excel workbook of ${count.toLocaleString('en')} rows, read and checked`;
  const { ours, peer } = await inTurns(
    { ours: async () => (await check(workbook)).seconds, peer: async () => (await check(csv)).seconds },
    rounds,
  );
  const [large, small] = [await check(workbook, { memory: true }), await check(csv, { memory: true })];
  return [
    shareOfPeer({
      what,
      peerName: 'the same as CSV',
      ours: count / ours,
      peer: count / peer,
      unit: 'rows/s',
      least: 0.33,
    }),
    timesPeer({
      what: `${what}: peak memory`,
      peerName: 'the same as CSV',
      ours: large.peak,
      peer: small.peak,
      unit: 'MB',
      most: 3,
    }),
  ];
}

const headings = [
  'sku',
  'ean',
  'name',
  'price',
  'purchasePrice',
  'quantity',
  'categoryId',
  'status',
  'taxRate',
  'image',
  'imageAlt',
  'model',
];

const letters = 'ABCDEFGHIJKL';

const cellsOf = (row) => [
  ...[`GEN-${String(row).padStart(7, '0')}`, '', `Product number ${row} with a usual name`, (row % 1000) + 0.95],
  ...[
    (row % 500) + 0.5,
    row % 50,
    1 + (row % 20),
    1,
    21,
    `img-${row}.jpg`,
    `A picture of product ${row}`,
    `M${row % 1000}`,
  ],
];

const csvOf = (count) =>
  Readable.from(
    (function* () {
      yield `${headings.join(',')}\n`;
      for (let row = 1; row <= count; row++) yield `${cellsOf(row).join(',')}\n`;
    })(),
  );

/** As Excel writes it: texts are shared. */
function workbookOf(count) {
  const texts = new Map();
  const numberOf = (text) => texts.get(text) ?? texts.set(text, texts.size).get(text);
  const cell = (value, place) => {
    if (value === '') return '';
    return typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="s"><v>${numberOf(value)}</v></c>`;
  };
  const row = (cells, number) =>
    `<row r="${number}">${cells.map((value, at) => cell(value, `${letters[at]}${number}`)).join('')}</row>`;
  const sheet = function* () {
    yield `<worksheet><sheetData>${row(headings, 1)}`;
    for (let at = 1; at <= count; at++) yield row(cellsOf(at), at + 1);
    yield '</sheetData></worksheet>';
  };
  const shared = function* () {
    yield '<sst>';
    for (const text of texts.keys()) yield `<si><t>${text}</t></si>`;
    yield '</sst>';
  };
  const zip = new ZipFile();
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  zip.addBuffer(
    Buffer.from(`<workbook xmlns:r="${relations}"><sheets><sheet name="P" r:id="r1"/></sheets></workbook>`),
    'xl/workbook.xml',
  );
  zip.addBuffer(
    Buffer.from(
      `<Relationships><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/_rels/workbook.xml.rels',
  );
  zip.addReadStream(Readable.from(sheet()), 'xl/worksheets/sheet1.xml');
  // After the sheet, when every text is known.
  zip.addReadStreamLazy('xl/sharedStrings.xml', (give) => give(null, Readable.from(shared())));
  zip.end();
  return zip.outputStream;
}
