import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CliError } from '../../../src/errors.ts';
import { encodeText } from '../../../src/import/file/code-pages.ts';
import type { CatalogueRow } from '../../../src/import/map/catalogue.ts';
import { anyCharacter, runsOf } from '../../support/thorough.ts';
import { read } from '../map/files.ts';

/** The rows of a file, or undefined when it is refused. */
const rowsOf = (...file: Parameters<typeof read>): Promise<readonly CatalogueRow[] | undefined> =>
  read(...file).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
    return undefined;
  });

/** The name of a row, or undefined when it is refused with the reason. */
const nameOf = ({ values, faults }: CatalogueRow): unknown =>
  values === undefined && faults.length === 0 ? 'lost without a word' : values?.name;

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const require = createRequire(import.meta.url);

describe('csv-spectrum', async () => {
  const folder = dirname(require.resolve('csv-spectrum'));
  const names = (await readdir(join(folder, 'csvs'))).map((file) => file.replace('.csv', ''));
  const sampleOf = async (name: string) => ({
    csv: await readFile(join(folder, 'csvs', `${name}.csv`)),
    wanted: [
      JSON.parse(await readFile(join(folder, 'json', `${name}.json`), 'utf8')) as unknown,
    ].flat() as readonly Record<string, unknown>[],
  });

  test.each(names)('%s: every cell comes back as a name', async (name) => {
    const { csv, wanted } = await sampleOf(name);
    // The number of the one is another in its JSON.
    const headings = Object.keys(wanted[0] ?? {}).filter((heading) => heading !== 'Contact Phone Number');
    for (const heading of headings) {
      const cells = wanted
        .map((record) => String(record[heading]))
        .map((cell) => (cell.trim() === '' ? undefined : cell));
      const rows = await rowsOf(csv, { map: { name: heading }, generateSku: true });
      expect(rows?.map(nameOf)).toEqual(cells);
    }
  });
});

describe('The big list of naughty strings', async () => {
  const path = require.resolve('big-list-of-naughty-strings/blns.json');
  const naughty = (JSON.parse(await readFile(path, 'utf8')) as readonly string[]).filter((text) => text.trim() !== '');

  test('comes back as SKUs, character for character, or is refused with the reason', async () => {
    const rows = await read(`SKU,Name\n${naughty.map((text) => `${quoted(text)},x\n`).join('')}`);
    const isCode = (text: string): boolean =>
      !/^(?:undefined|null|\(null\)|nan|none|true|false|--?-?|n\/a)$/i.test(text) &&
      !/^-?\d(?:\.\d+)?e[+-]\d{2,3}$/i.test(text) &&
      text === text.trim() &&
      !/[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u.test(text);
    expect(rows.map(({ values, faults }) => values?.sku ?? faults.length)).toEqual(
      naughty.map((text) => (isCode(text) ? text : 1)),
    );
  });
});

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** A text as the name of a product: a formula of a text is that text. */
function readAs(text: string): string | undefined {
  const inner = /^="((?:[^"]|"")*)"\s*$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text;
  return inner.trim() === '' || text.includes('\0') ? undefined : inner.trim();
}

const files = Number(process.env.CSV_FILES ?? runsOf(200));

test(`${files} random files come back exactly, or are refused`, { timeout: 3_600_000 }, async () => {
  const dialect = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineBreak: fc.constantFrom('\r\n', '\n', '\r'),
    encoding: fc.constantFrom(...encodings),
    isMarked: fc.boolean(),
    quoteAll: fc.boolean(),
    endsWithBreak: fc.boolean(),
    trailing: fc.constantFrom(0, 0, 0, 1, 2),
    blankLines: fc.boolean(),
    chunkSize: fc.constantFrom(1, 3, 64, 65536),
  });
  const awkward = fc
    .array(fc.constantFrom(...'",;\t|\r\n\' =é€ß𝄞\ufeffa1.\0', '""', '\r\n'), { maxLength: 12 })
    .map((parts) => parts.join(''));
  const name = fc.oneof(awkward, fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter }));
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(dialect, fc.array(name, { minLength: 1, maxLength: 10 }), async (written, drawn) => {
      const { encoding, isMarked, chunkSize } = written;
      const names = drawn.map((text) => representable(text, encoding));
      const file = Buffer.concat([
        isMarked || encoding.startsWith('utf-16') ? marks[encoding] : empty,
        encodeText(writeFile(names, written), encoding),
      ]);
      // Windows-1252 can look like UTF-8; every other encoding is found.
      const options = { encoding: encoding === 'windows-1252' ? encoding : undefined };
      const found = (await rowsOf(file, options, chunkSize))?.map(nameOf);
      if (found === undefined) refused++;
      else expect(found).toEqual(names.map(readAs));
    }),
    { numRuns: files },
  );
  // Such as one that is half NULs.
  expect(refused).toBeLessThanOrEqual(Math.max(4, files / 50));
});

test('Files of random characters are read as csv-parse reads them in one piece, with a fault where it has one', async () => {
  const text = fc
    .array(fc.constantFrom('"', '"', ',', ',', '\n', '\r', '\r\n', 'a', 'b ', 'é'), { maxLength: 40 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(1, 7, 65536), async (body, chunkSize) => {
      const file = Buffer.from(`id,name\nS,first\n${body}`);
      const rows = await rowsOf(file, { generateSku: true }, chunkSize);
      const expected = inOnePiece(file);
      // Strictly read, such a row fails at the first of its quotes, and does not show the next.
      const found = rows?.map((row, at) => (expected?.[at] === 'quote within' ? 'quote within' : nameOrFault(row)));
      expect(found).toEqual(expected);
    }),
    { numRuns: files },
  );
});

const nameOrFault = ({ values, faults: [fault] }: CatalogueRow): unknown =>
  /^\d+ cells?, |^text after/.exec(fault?.message ?? '')?.[0].replace(/\d+ cells?, /, 'of another length') ??
  values?.name ??
  '';

const dialect = { record_delimiter: ['\r\n', '\n', '\r'], skip_empty_lines: true, relax_column_count: true };

function inOnePiece(file: Buffer): readonly unknown[] | undefined {
  try {
    const options = { ...dialect, relax_quotes: true, raw: true };
    const rows = parse(file, options) as unknown as readonly { readonly record: string[]; readonly raw: string }[];
    const filled = rows.slice(1).filter(({ record }) => record.some((cell) => cell.trim() !== ''));
    return filled.map(({ record: cells, raw }) => {
      const fault = strictFault(raw);
      if (fault === 'CSV_INVALID_CLOSING_QUOTE') return 'text after';
      if (fault !== undefined) return 'quote within';
      const isLong = cells.length !== 2 && (cells.length < 2 || cells.slice(2).some((cell) => cell !== ''));
      return isLong ? 'of another length' : cells[1]?.trim();
    });
  } catch {
    return undefined;
  }
}

function strictFault(record: string): string | undefined {
  try {
    parse(record, dialect);
    return undefined;
  } catch (error) {
    return error instanceof CsvError ? error.code : 'unknown';
  }
}

const empty = Buffer.alloc(0);
const marks: Readonly<Record<(typeof encodings)[number], Buffer>> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
  'windows-1252': empty,
};

/** The text without what its encoding cannot hold: half surrogate pairs, and most of Unicode in Windows-1252. */
function representable(text: string, encoding: (typeof encodings)[number]): string {
  const sound = text.toWellFormed().replaceAll('\ufffd', '');
  if (encoding !== 'windows-1252') return sound;
  return [...sound].filter((character) => character === '?' || encodeText(character, encoding)[0] !== 0x3f).join('');
}

interface Written {
  readonly delimiter: string;
  readonly lineBreak: string;
  readonly quoteAll: boolean;
  readonly endsWithBreak: boolean;
  readonly trailing: number;
  readonly blankLines: boolean;
}

function writeFile(
  names: readonly string[],
  { delimiter, lineBreak, quoteAll, endsWithBreak, trailing, blankLines }: Written,
): string {
  const cell = (text: string): string => (quoteAll || /[",;\t|\r\n]/.test(text) ? quoted(text) : text);
  const rows = names.map((text, at) => [`S${at}`, cell(text)].join(delimiter) + delimiter.repeat(trailing));
  const lines = [`SKU${delimiter}Name`, ...rows].join(blankLines ? lineBreak.repeat(2) : lineBreak);
  return endsWithBreak ? lines + lineBreak : lines;
}
