import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { growing, serveStore } from '../../support/store.ts';
import { chunkSizes, refusalOf } from '../map/files.ts';

/** The beginning of a ZIP archive: an entry without compression for each name. */
const zipOf = (...entries: readonly (readonly [name: string, content?: string])[]): Buffer =>
  Buffer.concat(
    entries.map(([name, content = 'x']) => {
      const header = Buffer.alloc(30);
      header.write('PK\x03\x04', 'latin1');
      header.writeUInt32LE(content.length, 18);
      header.writeUInt32LE(content.length, 22);
      header.writeUInt16LE(name.length, 26);
      return Buffer.concat([header, Buffer.from(name), Buffer.from(content)]);
    }),
  );

const workbook = zipOf(['[Content_Types].xml'], ['_rels/.rels'], ['xl/workbook.xml']);
const bytes = (hex: string): Buffer => Buffer.from(`${hex}00010203`, 'hex');

describe.each(chunkSizes)('a file that is not text, read in chunks of %i bytes, is named as what it is', (size) => {
  test.each([
    ['an Excel workbook (.xlsx)', workbook],
    ['an Excel 97-2003 workbook (.xls)', bytes('d0cf11e0a1b11ae1')],
    ['an OpenDocument spreadsheet (.ods)', zipOf(['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'])],
    ['a Numbers spreadsheet (.numbers)', zipOf(['preview.jpg'], ['Index/Document.iwa'])],
    ['a ZIP archive (.zip)', zipOf(['products.csv', 'sku,name,price\n'])],
    ['a ZIP archive (.zip)', zipOf(['book.xlsx', workbook.toString('latin1')])],
    ['a ZIP archive (.zip)', zipOf(['[Content_Types].xml'], ['word/document.xml'])],
    ['compressed with gzip (.gz)', gzipSync('sku,name,price\nA,x,1\n')],
    ['a PDF document (.pdf)', Buffer.from('%PDF-1.7\n')],
    [
      'an OpenDocument spreadsheet (.ods)',
      zipOf(['meta.xml'], ['mimetype', 'application/vnd.oasis.opendocument.spreadsheet']),
    ],
    [
      'a web page (HTML)',
      Buffer.from('\ufeff\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>sku</table>'),
    ],
    ['a web page (HTML)', Buffer.from('<!DOCTYPE html>\n<title>Please log in</title>')],
    ['a web page (HTML)', Buffer.from('<Table border="1"><tr><td>sku</td></tr></Table>')],
    ['an XML file', Buffer.from('<?xml version="1.0"?><products><product sku="A"/></products>')],
    ['a JSON file', Buffer.from('[\n  {"sku": "A", "name": "Mug"}\n]\n')],
    ['a JSON file', Buffer.from('{"products": [{"sku": "A"}]}')],
  ])('in the message for %s', async (title, file) => {
    for (const encoding of [undefined, 'windows-1252'] as const)
      expect(await refusalOf(file, { encoding }, size)).toContain(`The file is ${title}`);
  });
});

test('a catalogue whose first heading begins like an archive is read', async () => {
  expect(await refusalOf('PK,sku,name,price\n1,A,x,1\n')).not.toContain('archive');
});

test('nothing is sent, from a file or standard input, and the error says how to get a CSV file', async () => {
  const { run, seen } = await serveStore(growing());
  const { code, out, err } = await run('products import -', { stdin: bytes('d0cf11e0a1b11ae1') });
  expect({ code, out, err, seen: seen.length }).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "Error: The file is an Excel 97-2003 workbook (.xls), or a workbook with a password, not CSV.
      Open it in Excel, save it as "Excel Workbook (.xlsx)" without a password, and import that file.
      ",
        "out": "",
        "seen": 0,
      }
    `);
});

test('a directory is named as one', async () => {
  const directory = ownDirectory();
  const { code, err } = await shopCli('products import . --store sandbox', { directory });
  expect({ code, err }).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "Error: Cannot read .: is a directory.
      ",
      }
    `);
});

test('a device without an end is refused by its first bytes', async () => {
  const { code, err } = await shopCli('products import /dev/zero --dry-run --store sandbox');
  expect([code, err.split('\n')[0]]).toEqual([2, 'Error: /dev/zero: The file is not a text file.']);
});
