import type { StoreRecord } from '../resources/record-fields.ts';
import { escapeText, guardFormula, quote } from '../text/escape.ts';
import { isObject } from '../text/json.ts';
import { jsonText } from '../text/written-numbers.ts';
import { batches } from './json.ts';
import { leafPaths, leafPathsOf, valueAt } from './paths.ts';
import type { FormatWriter, ListFormat, Target, View } from './view.ts';

/**
 * A header of paths and one row per record. Values are as the API gives them (0 and 1, no labels), null is an empty
 * cell, arrays of values are joined with `|`, objects in arrays are JSON. Columns: `only`; else every path of the
 * definition that occurs in the first page, then the other paths that occur there. The header of an empty list has
 * every path of the definition. Fields that only later pages have need `only`.
 */
export const csvFormat: FormatWriter = {
  list: csvList,
  async record(view, record, target) {
    await csvList(view, target).add([record], 0);
  },
};

function csvList(view: View, target: Target): ListFormat {
  let paths: readonly string[] = view.only ?? leafPaths(view.fields);
  let csv: CsvWriter | undefined;
  const start = (): CsvWriter =>
    csvWriter(paths, { write: target.write, raw: view.raw, escape: target.width !== undefined });
  return {
    async add(records) {
      if (records.length === 0) return;
      if (!csv) paths = view.only ?? pathsOf(view, records);
      csv ??= start();
      for (const batch of batches(records))
        await csv.rows(batch.map((record) => paths.map((path) => csvCell(valueAt(record, path)))));
    },
    async end() {
      if (!csv) await start().rows([]);
    },
  };
}

/** How many records of the first page are searched for columns: more than a page of any store has. */
const sampleSize = 1000;

function pathsOf(view: View, records: readonly StoreRecord[]): readonly string[] {
  const defined = leafPaths(view.fields);
  const occurring = new Set(records.slice(0, sampleSize).flatMap(leafPathsOf));
  const parents = new Set([...defined, ...occurring].flatMap(parentsOf));
  // A group that is null or empty in one record has fields in another: its own path would be an empty column.
  const columns = new Set([...defined.filter((path) => occurring.has(path)), ...occurring]);
  return [...columns].filter((path) => !parents.has(path));
}

const parentsOf = (path: string): readonly string[] => [...path.matchAll(/\./g)].map((dot) => path.slice(0, dot.index));

function csvCell(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((element) => csvCell(element) ?? '').join('|');
  return isObject(value) ? jsonText(value) : String(value);
}

interface CsvOptions {
  readonly write: (text: string) => Promise<void>;
  /** Without the guard against spreadsheet formulas. */
  readonly raw?: boolean | undefined;
  /** For a terminal: escapes control characters and line breaks in cells. */
  readonly escape?: boolean | undefined;
}

export type CellTexts = readonly (string | undefined)[];

interface CsvWriter {
  row(cells: CellTexts): Promise<void>;
  /** Writes many rows as one text. The first call writes the header too, even without rows. */
  rows(batch: readonly CellTexts[]): Promise<void>;
}

/**
 * Writes CSV as in RFC 4180 (commas, doubled quotes), with LF at the ends of lines and `undefined` as an empty cell.
 * Unless `raw`, a cell that a spreadsheet might run as a formula (it starts with `=`, `+`, `-`, `@`, TAB, CR or `'`)
 * gets a `'` in front.
 */
export function csvWriter(headings: readonly string[], options: CsvOptions): CsvWriter {
  let header = csvLine(headings, options);
  const rows = async (batch: readonly CellTexts[]): Promise<void> => {
    const text = header + batch.map((cells) => csvLine(cells, options)).join('');
    header = '';
    if (text !== '') await options.write(text);
  };
  return { rows, row: (cells) => rows([cells]) };
}

function csvLine(cells: CellTexts, options: CsvOptions): string {
  const texts = cells.map((cell = '') => {
    const guarded = options.raw ? cell : guardFormula(cell);
    return quote(options.escape ? escapeText(guarded) : guarded);
  });
  // Most readers skip an empty line.
  return `${texts.length === 1 && texts[0] === '' ? '""' : texts.join(',')}\n`;
}
