import { describe, expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { serveStore } from '../../support/store.ts';
import { storeOf } from '../product-store.ts';
import { zipOf } from './zips.ts';

const ods = 'application/vnd.oasis.opendocument.spreadsheet';

const bytes = (hex: string): Buffer => Buffer.from(`${hex}00010203`, 'hex');

describe('a file that is not text is named as what it is', async () => {
  test.each([
    ['an Excel 97-2003 workbook (.xls)', bytes('d0cf11e0a1b11ae1')],
    ['an OpenDocument spreadsheet (.ods)', await zipOf({ 'meta.xml': 'x', mimetype: ods }, { compress: false })],
    ['a Numbers spreadsheet (.numbers)', await zipOf({ 'preview.jpg': 'x', 'Index/Document.iwa': 'x' })],
    ['a PDF document (.pdf)', Buffer.from('%PDF-1.7\n')],
    [
      'a web page (HTML)',
      Buffer.from('\ufeff\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>sku</table>'),
    ],
    ['a web page (HTML)', Buffer.from('<!DOCTYPE html>\n<title>Please log in</title>')],
    ['a web page (HTML)', Buffer.from('<Table border="1"><tr><td>sku</td></tr></Table>')],
    ['an XML file', Buffer.from('<?xml version="1.0"?><products><product sku="A"/></products>')],
    ['a web page (HTML)', Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<html><body></body></html>')],
    ['a feed (RSS or Atom)', Buffer.from('<rss version="2.0"><channel><item><id>1</id></item></channel></rss>')],
    [
      'a feed (RSS or Atom)',
      Buffer.from('<?xml version="1.0"?>\n<!-- made by x -->\n<feed xmlns="http://www.w3.org/2005/Atom"/>'),
    ],
    ['a feed (RSS or Atom)', Buffer.from('\ufeff<?xml version="1.0" encoding="utf-16"?><rss/>', 'utf16le')],
    ['an XML file', Buffer.from('<products>\n  <product sku="A"/></products>')],
    ['an XML file', Buffer.from('<shop xmlns="urn:x"/>')],
    [
      'an Excel 2003 XML spreadsheet',
      Buffer.from(
        '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook\n xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      ),
    ],
    [
      'an Excel 2003 XML spreadsheet',
      Buffer.from('<ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"/>'),
    ],
    ['a web archive (.mht)', Buffer.from('MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n--x\n')],
    ['a web archive (.mht)', Buffer.from('From: <Saved by Blink>\nSubject: Products\nMIME-Version: 1.0\n')],
    ['a vCard file (.vcf)', Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nN:Smit;Jo\r\nEND:VCARD\r\n')],
    ['an LDIF file (.ldif)', Buffer.from('# contacts\ndn: cn=Jo Smit,mail=jo@example.com\nmail: jo@example.com\n')],
    ['a SYLK file (.slk)', Buffer.from('ID;PCALCOOO32\r\nC;X1;Y1;K"sku"\r\nE\r\n')],
    ['a data interchange file (.dif)', Buffer.from('TABLE\n0,1\n"EXCEL"\n')],
    ['a text document (.rtf)', Buffer.from('{\\rtf1\\ansi sku,name}')],
    ['a JSON file', Buffer.from('[\n  {"sku": "A", "name": "Mug"}\n]\n')],
    ['a JSON file', Buffer.from('{"products": [{"sku": "A"}]}')],
  ])('in the message for %s', async (title, stdin) => {
    for (const option of ['', '--encoding windows-1252'])
      expect((await shopCli(`products import - --dry-run ${option}`, { stdin })).err).toContain(`The file is ${title}`);
  });

  test('a document of Word, which is packed like a workbook, is the archive that it is', async () => {
    const stdin = await zipOf({ '[Content_Types].xml': 'x', 'word/document.xml': 'x' });
    expect((await shopCli('products import - --dry-run', { stdin })).err).toContain('The ZIP archive has 2 files');
  });
});

test.each([
  'PK,sku,name,price\n1,A,x,1\n',
  'ID;sku;name;price\nP1;A;x;1\n',
  'ID;PSKU;sku;name\n1;2;A;x\n',
  'TABLE;sku;name;price\n1;A;x;1\n',
  '<b>,sku,name,price\n<b>bold</b>,A,x,1\n',
])('a catalogue whose first heading begins like another format is read: %j', async (stdin) => {
  expect((await shopCli('products import - --dry-run', { stdin })).code).toBe(0);
});

test('of an old Excel workbook nothing is sent, and the error says how to get a file that is read', async () => {
  const { run, seen } = await serveStore(storeOf());
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

test('the import of a directory says that it is one', async () => {
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
