import type { Fields, PageOf, Received } from '../resources/record.ts';
import { csvFormat } from './csv-format.ts';
import { idsFormat } from './ids.ts';
import { jsonFormat, ndjsonFormat } from './json.ts';
import { tableFormat } from './table.ts';
import { yamlFormat } from './yaml.ts';

/** Where text goes, and what can be shown there. */
export interface Target {
  readonly write: (text: string) => Promise<void>;
  /** Columns of the terminal; undefined in a pipe or a file, where nothing is cut. */
  readonly width: number | undefined;
  readonly color: boolean;
}

/** What is shown of a record. */
export interface View {
  readonly fields: Fields;
  /** How one record is laid out as a table, where that is more than a card. */
  readonly page?: PageOf | undefined;
  /** Only these paths, in this order: `sku`, `category.name`. */
  readonly only?: readonly string[] | undefined;
  /** The id of a record, for `--quiet`. */
  readonly idOf?: ((record: Received) => string) | undefined;
  /** csv without the guard against spreadsheet formulas. */
  readonly raw?: boolean | undefined;
}

/** A list, written while it arrives: every page, then the end, also when the pages broke off. */
export interface ListWriter {
  add(records: readonly Received[]): Promise<void>;
  end(): Promise<ListSummary>;
}

interface ListSummary {
  /** Records written. */
  readonly shown: number;
  /** Columns that a narrow terminal has no room for. */
  readonly hiddenColumns: number;
}

/** One output format. */
export interface FormatWriter {
  list(view: View, target: Target): ListWriter;
  record(view: View, record: Received, target: Target): Promise<void>;
}

const writers = {
  table: tableFormat,
  json: jsonFormat,
  ndjson: ndjsonFormat,
  csv: csvFormat,
  yaml: yamlFormat,
  /** Not an output format that is asked for by name: `--quiet`. */
  ids: idsFormat,
} as const satisfies Readonly<Record<string, FormatWriter>>;

export type Format = keyof typeof writers;
export const formats = Object.keys(writers) as readonly Format[];

/**
 * A writer for a list in this format. table: the fields with `column`, fitted to a terminal; nothing at all for an empty list. json: one array,
 * valid as soon as `end` is called. ndjson: one record a line. csv: see csv-format.ts.
 */
export function listWriter(format: Format, view: View, target: Target): ListWriter {
  return writers[format].list(view, target);
}

/** Writes one record: table a card of labels and values, json an object, ndjson one line, csv a header and a row. */
export function writeRecord(format: Format, view: View, record: Received, target: Target): Promise<void> {
  return writers[format].record(view, record, target);
}
