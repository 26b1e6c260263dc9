import type { Received } from '../resources/record.ts';
import { type CsvWriter, csvWriter } from './csv.ts';
import type { FormatWriter, ListWriter, Target, View } from './formats.ts';
import { isObject, leafPaths, leafPathsOf, valueAt } from './paths.ts';

/** How many records become one text: enough to be fast, few enough for flat memory. */
const batchSize = 250;
/** A page that is longer than any store's is looked at so far. */
const sampleSize = 1000;

/**
 * A header of paths and one row a record, values as the API gives them (0 and 1, no labels), null as an empty cell, arrays of values joined
 * with `|`, objects in arrays as JSON. Columns: `only`; else every path of the definition that occurs in the first page, then the other paths
 * that occur there. For an empty list the header has every path of the definition. What only later pages bring is not shown: `only` fixes that.
 */
export const csvFormat: FormatWriter = {
  list: csvList,
  async record(view, record, target) {
    const writer = csvList(view, target);
    await writer.add([record]);
    await writer.end();
  },
};

function csvList(view: View, target: Target): ListWriter {
  let shown = 0;
  let paths: readonly string[] = view.only ?? leafPaths(view.fields);
  let csv: CsvWriter | undefined;
  const start = (): CsvWriter =>
    csvWriter(paths, { write: target.write, raw: view.raw, escape: target.width !== undefined });
  return {
    async add(records) {
      if (records.length === 0) return;
      if (!csv) paths = view.only ?? pathsOf(view, records);
      csv ??= start();
      shown += records.length;
      for (let from = 0; from < records.length; from += batchSize) {
        await csv.rows(
          records.slice(from, from + batchSize).map((record) => paths.map((path) => csvCell(valueAt(record, path)))),
        );
      }
    },
    async end() {
      if (!csv) await start().rows([]);
      return { shown, hiddenColumns: 0 };
    },
  };
}

function pathsOf(view: View, records: readonly Received[]): readonly string[] {
  const defined = leafPaths(view.fields);
  const occurring = new Set(records.slice(0, sampleSize).flatMap(leafPathsOf));
  const parents = new Set([...defined, ...occurring].flatMap(parentsOf));
  // A group that is null or empty in one record has members in another: its own path would be an empty column.
  const columns = new Set([...defined.filter((path) => occurring.has(path)), ...occurring]);
  return [...columns].filter((path) => !parents.has(path));
}

const parentsOf = (path: string): readonly string[] => [...path.matchAll(/\./g)].map((dot) => path.slice(0, dot.index));

function csvCell(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((element) => csvCell(element) ?? '').join('|');
  return isObject(value) ? JSON.stringify(value) : String(value);
}
