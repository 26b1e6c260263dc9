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

interface ForeignFormat {
  /** How the file begins, in Latin-1. */
  readonly signature?: string | RegExp;
  /** How it goes on after a byte order mark, blanks, comments and instructions of XML. */
  readonly element?: RegExp;
  /** Of the names of the entries of a ZIP archive, a line each. */
  readonly entries?: RegExp;
  readonly title: string;
  readonly remedy: string;
  readonly packing?: Packing;
}

/** The format of a file that is not text: a workbook, an archive, a PDF. Undefined for anything else. */
export function formatOf(head: Uint8Array): ForeignFormat | undefined {
  const bytes = latin1Of(head);
  const names = entryNames(bytes);
  const element = withoutProlog(bytes);
  return formats.find(
    (format) =>
      (typeof format.signature === 'string'
        ? bytes.startsWith(format.signature)
        : (format.signature?.test(bytes) ?? true)) &&
      (format.element?.test(element) ?? true) &&
      (format.entries?.test(names) ?? true),
  );
}

/** Passes over each part once: a regular expression would try all ways to do so. */
function withoutProlog(bytes: string): string {
  const blanks = /(?:\xef\xbb\xbf|\s)*/y;
  for (;;) {
    blanks.exec(bytes);
    const at = blanks.lastIndex;
    const end = endOfPart(bytes, at);
    if (end === undefined) return bytes.slice(at);
    blanks.lastIndex = end;
  }
}

/** Where a comment or an instruction ends that begins here. */
function endOfPart(bytes: string, at: number): number | undefined {
  const last = bytes.startsWith('<!--', at) ? '-->' : bytes.startsWith('<?', at) ? '?>' : undefined;
  const end = last === undefined ? -1 : bytes.indexOf(last, at);
  return last === undefined || end === -1 ? undefined : end + last.length;
}

/** As one character a byte; of UTF-16, which has a mark, one of each character. */
function latin1Of(head: Uint8Array): string {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  return /^(?:\xff\xfe|\xfe\xff)/.test(bytes) ? bytes.slice(2).replaceAll('\0', '') : bytes;
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
const fromItsProgram = 'Export it as CSV from the program that made it.';
const contacts = 'Export the contacts as CSV, as Outlook, Google and Thunderbird do.';
const unpack = 'Unpack it and import the CSV file.';

/** The first that fits counts. Workbooks are ZIP archives too: their entries say which. */
const formats: readonly ForeignFormat[] = [
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
    element: /^<(?:!doctype html|html|head|meta|body|table)\b/i,
    title: 'a web page (HTML)',
    remedy: excel,
  },
  { element: /^(?:\[\s*)?\{\s*"/, title: 'a JSON file', remedy: fromItsProgram },
  {
    element: /^<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/i,
    title: 'an Excel 2003 XML spreadsheet',
    remedy: excel,
  },
  {
    element: /^<(?:rss|rdf:RDF|(?:\w+:)?feed)\b/i,
    title: 'a feed (RSS or Atom)',
    remedy: 'Export the catalogue as CSV from the shop: a feed for search engines lacks columns.',
  },
  { signature: /^(?:\xef\xbb\xbf)*\s*<\?xml/i, title: 'an XML file', remedy: fromItsProgram },
  // An element right within another, or one of a name space: no heading begins so.
  { element: /^<[a-z][\w:.-]*(?:\s[^<>]*)?>\s*</i, title: 'an XML file', remedy: fromItsProgram },
  { element: /^<[a-z][\w:.-]*\s+xmlns/i, title: 'an XML file', remedy: fromItsProgram },
  { element: /^(?:From: <Saved by|(?:[\w-]+: .*\r?\n)*MIME-Version:)/i, title: 'a web archive (.mht)', remedy: excel },
  { signature: 'bplist00', title: 'a web archive of Safari', remedy: excel },
  { signature: /^ID;P[\w;]*\r?\n[A-Z];/, title: 'a SYLK file (.slk)', remedy: excel },
  { signature: /^TABLE\r?\n0,1\r?\n/, title: 'a data interchange file (.dif)', remedy: excel },
  { signature: /^(?:\xef\xbb\xbf)?BEGIN:VCARD/i, title: 'a vCard file (.vcf)', remedy: contacts },
  {
    signature: /^(?:\xef\xbb\xbf)?(?:version: 1\s+)?(?:#.*\r?\n|\r?\n)*dn:/i,
    title: 'an LDIF file (.ldif)',
    remedy: contacts,
  },
  { signature: '{\\rtf', title: 'a text document (.rtf)', remedy: fromItsProgram },
];
