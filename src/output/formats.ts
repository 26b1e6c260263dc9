import type { StoreRecord } from '../resources/record-fields.ts';
import { recordPage } from './card/card.ts';
import { csvFormat } from './csv.ts';
import { idsFormat } from './ids.ts';
import { jsonFormat, ndjsonFormat } from './json.ts';
import { tableList } from './table/table.ts';
import type { FormatWriter, ListSummary, ListWriter, Target, View } from './view.ts';
import { yamlFormat } from './yaml.ts';

/** All output formats. `ids` is `--quiet`: it cannot be chosen by name. */
const formats = {
  table: { list: tableList, record: (view, record, target) => target.write(recordPage(view, record, target)) },
  json: jsonFormat,
  ndjson: ndjsonFormat,
  csv: csvFormat,
  yaml: yamlFormat,
  ids: idsFormat,
} as const satisfies Readonly<Record<string, FormatWriter>>;

export type Format = keyof typeof formats;

/** Starts a list in this format. An empty list is `[]` in JSON and YAML, a header in CSV, and nothing in the others. */
export function listWriter(format: Format, view: View, target: Target): ListWriter {
  return formats[format].list(view, target);
}

/** Writes one record in this format. */
export function writeRecord(format: Format, view: View, record: StoreRecord, target: Target): Promise<void> {
  return formats[format].record(view, record, target);
}

/** Writes the parts of a list as they come, to its end or to where it breaks off. */
export async function writeList(
  writer: ListWriter,
  parts: AsyncIterable<readonly StoreRecord[]>,
): Promise<ListSummary> {
  try {
    for await (const records of parts) await writer.add(records);
  } catch (error) {
    await writer.breakOff();
    throw error;
  }
  return await writer.end();
}
