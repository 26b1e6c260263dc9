import type { FileFault } from './faults.ts';

/**
 * The format of a file that is not text: a workbook, an archive, a PDF. Undefined for anything else.
 * @param subject the file, as the message names it
 */
export function foreignFormat(head: Uint8Array, subject = 'The file'): FileFault | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const format = formats.find(({ start, at = 0 }) => bytes.startsWith(start, at)) ?? markup(bytes);
  if (!format) return undefined;
  const { title, remedy } = 'start' in format && format.start === zipEntry ? zipFormat(bytes) : format;
  return { problem: `${subject} is ${title}, not CSV.`, remedy };
}

/** How a file is packed that is unpacked for the user: RFC 1952 gzip (its only method), a ZIP archive, a workbook. */
export function packingOf(head: Uint8Array): 'gzip' | 'zip' | 'workbook' | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (bytes.startsWith('\x1f\x8b\x08')) return 'gzip';
  if (!bytes.startsWith(zipEntry)) return undefined;
  const format = zipFormat(bytes);
  if (format === zip) return 'zip';
  return format === workbook ? 'workbook' : undefined;
}

interface Format {
  readonly title: string;
  readonly remedy: string;
}

const excel = 'Open it in Excel, save it as "Excel Workbook (.xlsx)" without a password, and import that file.';
const fromItsProgram = 'Export the products as CSV from the program that made it.';
const unpack = (command: string): string =>
  `Unpack it and import the CSV file: ${command} | shop-cli products import - (and your options).`;

const zipEntry = 'PK\x03\x04';
const zip: Format = { title: 'a ZIP archive (.zip)', remedy: unpack('unzip -p <file>') };

const workbook: Format = { title: 'an Excel workbook (.xlsx)', remedy: excel };

const formats: readonly (Format & {
  readonly start: string;
  /** Its offset, if it is not at the beginning. */
  readonly at?: number;
})[] = [
  { ...zip, start: zipEntry },
  { ...zip, start: 'PK\x05\x06', remedy: 'It is empty.' },
  { ...zip, start: 'PK\x07\x08' },
  { start: '\x1f\x8b', title: 'compressed with gzip (.gz)', remedy: unpack('gunzip -c <file>') },
  { start: 'BZh', title: 'compressed with bzip2 (.bz2)', remedy: unpack('bunzip2 -c <file>') },
  { start: '\xfd7zXZ\0', title: 'compressed with xz (.xz)', remedy: unpack('xz -dc <file>') },
  { start: '\x28\xb5\x2f\xfd', title: 'compressed with zstd (.zst)', remedy: unpack('zstd -dc <file>') },
  { start: 'ustar', at: 257, title: 'a tar archive (.tar)', remedy: unpack('tar -xOf <file>') },
  { start: '7z\xbc\xaf\x27\x1c', title: 'a 7-Zip archive (.7z)', remedy: unpack('7z e -so <file>') },
  { start: 'Rar!\x1a\x07', title: 'a RAR archive (.rar)', remedy: unpack('unrar p -inul <file>') },
  {
    start: '%PDF-',
    title: 'a PDF document (.pdf)',
    remedy: fromItsProgram,
  },
  {
    start: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    title: 'an Excel 97-2003 workbook (.xls), or a workbook with a password',
    remedy: excel,
  },
];

/** Text, but no table of it: many programs call a web page with a table `.xls`. */
function markup(bytes: string): Format | undefined {
  const text = bytes.slice(0, 4096).replace(/^(\xef\xbb\xbf)?\s+|^\xef\xbb\xbf/, '');
  if (/^<(!doctype html|html|head|meta|body|table)\b/i.test(text)) return { title: 'a web page (HTML)', remedy: excel };
  if (/^(\[\s*)?\{\s*"/.test(text)) return { title: 'a JSON file', remedy: fromItsProgram };
  if (!text.startsWith('<?xml')) return undefined;
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet'))
    return { title: 'an XML spreadsheet of Excel 2003', remedy: excel };
  if (text.includes('urn:oasis:names:tc:opendocument'))
    return { title: 'an OpenDocument spreadsheet (.fods)', remedy: calc };
  return { title: 'an XML file', remedy: fromItsProgram };
}

const calc = 'Open it in LibreOffice, save it as "Text CSV" in UTF-8, and import that file.';

/** Workbooks are ZIP archives too: their entries say which. */
function zipFormat(bytes: string): Format {
  const names = entryNames(bytes);
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  // Not an archive with a workbook in it, whose own entries may follow.
  const isWorkbook = /^(\[Content_Types\]\.xml|(_rels|docProps|docMetadata|customXml|xl)[\\/])/.test(names[0] ?? '');
  if (isWorkbook && has(/^xl[\\/]/)) return workbook;
  if (has(/^mimetype$/) && bytes.includes('application/vnd.oasis.opendocument.spreadsheet'))
    return {
      title: 'an OpenDocument spreadsheet (.ods)',
      remedy: calc,
    };
  if (has(/^Index\/.*\.iwa$|^Index\.zip$/))
    return {
      title: 'a Numbers spreadsheet (.numbers)',
      remedy: 'Open it in Numbers, choose File > Export To > CSV, and import that file.',
    };
  return zip;
}

/** The names of the entries that begin within these bytes. */
function entryNames(bytes: string): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at !== -1; at = bytes.indexOf(zipEntry, at + zipEntry.length)) {
    const length = bytes.charCodeAt(at + 26) + 256 * bytes.charCodeAt(at + 27);
    if (Number.isNaN(length)) break;
    names.push(bytes.slice(at + 30, at + 30 + length));
  }
  return names;
}
