import type { StoreRecord } from '../resources/record-fields.ts';
import { escapeText } from '../text/escape.ts';
import { HashSet, hashOf } from '../text/hash-set.ts';
import { recordPage } from './card/page.ts';
import { csvFormat } from './csv.ts';
import { jsonFormat, ndjsonFormat } from './json.ts';
import { pickView } from './paths.ts';
import { tableList } from './table/table.ts';
import { type FormatWriter, type ListWriter, listWriterOf, type Target, type View } from './view.ts';

/** Starts a list in this format. An empty list is `[]` in JSON and YAML, a header in CSV, and nothing in the others. */
export function listWriter(format: Format, view: View, target: Target): ListWriter {
  return listWriterOf(formats[format].list(view, target));
}

/** Writes one record in this format. */
export function writeRecord(format: Format, view: View, record: StoreRecord, target: Target): Promise<void> {
  return formats[format].record(view, record, target);
}

/** `--quiet`: one ID per line, as the next command takes it; each once. */
const idsFormat: FormatWriter = {
  list(view, target) {
    const written = new HashSet();
    const isNew = (line: string): boolean => line !== '' && written.add(numberFor(line));
    return {
      async add(records) {
        const lines = records.map((record) => idLine(view, record));
        await target.write(lines.filter(isNew).join(''));
      },
    };
  },
  record: (view, record, target) => target.write(idLine(view, record)),
};

/** Nothing for a record without an ID: an empty line would be an argument of the next command. */
function idLine({ idOf }: View, record: StoreRecord): string {
  const id = escapeText(idOf?.(record) ?? '');
  return id === '' ? '' : `${id}\n`;
}

/** A number is its own key, so that two IDs never collide. */
const numberFor = (line: string): number => (/^[1-9]\d{0,14}\n$/.test(line) ? Number(line) : hashOf(line));

/** A list as a sequence, one record as a mapping, with the API's own names and values in their order. */
const yamlFormat: FormatWriter = {
  list(view, target) {
    return {
      // Sequences that follow one another are one sequence, so pages are written as they arrive.
      async add(records) {
        if (records.length > 0) await target.write(await toYaml(records.map((record) => pickView(view, record))));
      },
      async end(shown) {
        if (shown === 0) await target.write('[]\n');
      },
      // A sequence has no end that could be left out: an open quote is what no reader takes for whole.
      async breakOff(shown) {
        if (shown > 0) await target.write('- "incomplete');
      },
    };
  },
  record: async (view, record, target) => target.write(await toYaml(pickView(view, record))),
};

/** Loaded on use: it is the largest library. Its own file, because a bundle cannot import it by name. */
async function toYaml(value: unknown): Promise<string> {
  return (await import('./yaml-text.ts')).toYaml(value);
}

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
