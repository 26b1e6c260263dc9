import { refusal } from './faults.ts';

/**
 * Refuses a file that is no text.
 * @param subject the file, as the message names it
 * @throws CliError `usage` that names its format
 */
export function refuseForeign(head: Uint8Array, subject: string): void {
  const format = formatOf(head);
  if (format) throw refusal([{ problem: `${subject} is ${format.title}, not CSV.`, remedy: format.remedy }]);
}

/** What is unpacked for the user. */
export type Packing = 'gzip' | 'zip' | 'workbook';

interface Format {
  /** How the file begins, in Latin-1. */
  readonly signature: string | RegExp;
  /** Of the names of the entries of a ZIP archive, a line each. */
  readonly entries?: RegExp;
  readonly title: string;
  readonly remedy: string;
  readonly packing?: Packing;
}

/** The format of a file that is not text: a workbook, an archive, a PDF. Undefined for anything else. */
export function formatOf(head: Uint8Array): Format | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const names = entryNames(bytes);
  return formats.find(
    ({ signature, entries }) =>
      (typeof signature === 'string' ? bytes.startsWith(signature) : signature.test(bytes)) &&
      (entries?.test(names) ?? true),
  );
}

/** The names of the entries of a ZIP archive that begin within these bytes. */
function entryNames(bytes: string): string {
  const names: string[] = [];
  if (!bytes.startsWith(zipEntry)) return '';
  for (let at = 0; at !== -1; at = bytes.indexOf(zipEntry, at + zipEntry.length)) {
    const length = bytes.charCodeAt(at + 26) + 256 * bytes.charCodeAt(at + 27);
    if (Number.isNaN(length)) break;
    names.push(bytes.slice(at + 30, at + 30 + length));
  }
  return names.join('\n');
}

const zipEntry = 'PK\x03\x04';
const excel = 'Open it in Excel, save it as "Excel Workbook (.xlsx)" without a password, and import that file.';
const calc = 'Open it in LibreOffice, save it as "Text CSV" in UTF-8, and import that file.';
const numbers = 'Open it in Numbers, choose File > Export To > CSV, and import that file.';
const fromItsProgram = 'Export the catalogue as CSV from the program that made it.';
const unpack = 'Unpack it and import the CSV file.';

/** The first that fits counts. Workbooks are ZIP archives too: their entries say which. */
const formats: readonly Format[] = [
  {
    signature: zipEntry,
    // Not an archive with a workbook in it, whose own entries may follow.
    entries: /^(?=\[Content_Types\]\.xml|(?:_rels|docProps|docMetadata|customXml|xl)[\\/])(?:.*\n)?xl[\\/]/s,
    title: 'an Excel workbook (.xlsx)',
    remedy: excel,
    packing: 'workbook',
  },
  {
    signature: /^PK.*application\/vnd\.oasis\.opendocument\.spreadsheet/s,
    entries: /^mimetype$/m,
    title: 'an OpenDocument spreadsheet (.ods)',
    remedy: calc,
  },
  {
    signature: zipEntry,
    entries: /^Index(?:\/.*\.iwa|\.zip)$/m,
    title: 'a Numbers spreadsheet (.numbers)',
    remedy: numbers,
  },
  { signature: zipEntry, title: 'a ZIP archive (.zip)', remedy: unpack, packing: 'zip' },
  { signature: '\x1f\x8b', title: 'compressed with gzip (.gz)', remedy: unpack, packing: 'gzip' },
  // An empty or a split ZIP archive, bzip2, xz, zstd, 7-Zip, RAR, tar.
  ...[
    'PK\x05\x06',
    'PK\x07\x08',
    'BZh',
    '\xfd7zXZ\0',
    '\x28\xb5\x2f\xfd',
    '7z\xbc\xaf\x27\x1c',
    'Rar!',
    /^.{257}ustar/s,
  ].map((signature) => ({ signature, title: 'an archive or a compressed file', remedy: unpack })),
  { signature: '%PDF-', title: 'a PDF document (.pdf)', remedy: fromItsProgram },
  {
    signature: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    title: 'an Excel 97-2003 workbook (.xls), or a workbook with a password',
    remedy: excel,
  },
  // Text, but no table of it: many programs call a web page with a table `.xls`.
  {
    signature: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|meta|body|table)\b/i,
    title: 'a web page (HTML)',
    remedy: excel,
  },
  { signature: /^(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"/, title: 'a JSON file', remedy: fromItsProgram },
  { signature: /^(?:\xef\xbb\xbf)?\s*<\?xml/, title: 'an XML file', remedy: fromItsProgram },
];
