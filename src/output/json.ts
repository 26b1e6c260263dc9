import type { StoreRecord } from '../resources/record-fields.ts';
import { escapeJson } from '../text/escape.ts';
import { pickView } from './paths.ts';
import type { FormatWriter, LongDocument, View } from './view.ts';

/** How many records are written as one text: enough to be fast, few enough to keep memory flat. */
const batchSize = 250;

/** One JSON document, indented by two spaces, with the API's own names and values in their order. */
export const jsonFormat: FormatWriter = {
  list(view, target) {
    return {
      async add(records, shown) {
        let opening = shown === 0 ? '[\n' : ',\n';
        for (const batch of batches(records)) {
          await target.write(opening + batch.map((record) => arrayElement(view, record)).join(',\n'));
          opening = ',\n';
        }
      },
      end: (shown) => target.write(shown === 0 ? '[]\n' : '\n]\n'),
    };
  },
  /** Indented as `JSON.stringify(…, null, 2)` would write it. */
  document(document, view, target) {
    const opening = openingOf(document);
    return {
      async add(records, shown) {
        let before = shown === 0 ? `${opening}\n    ` : ',\n    ';
        for (const batch of batches(records)) {
          const texts = batch.map((record) => indented(view, record, '    '));
          await target.write(escapeJson(`${before}${texts.join(',\n    ')}`));
          before = ',\n    ';
        }
      },
      end: (shown) => target.write(escapeJson(shown === 0 ? `${opening}]\n}\n` : '\n  ]\n}\n')),
    };
  },
  record: (view, record, target) => target.write(escapeJson(`${indented(view, record, '')}\n`)),
};

function openingOf({ head, list }: LongDocument): string {
  const fields = JSON.stringify(head, null, 2).slice(0, -2);
  return `${fields}${fields === '{' ? '' : ','}\n  ${JSON.stringify(list)}: [`;
}

/** A line break in serialised JSON is always layout. */
const indented = (view: View, record: StoreRecord, indent: string): string =>
  JSON.stringify(pickView(view, record), null, 2).replaceAll('\n', `\n${indent}`);

/** One record per line. */
export const ndjsonFormat: FormatWriter = {
  list(view, target) {
    return {
      async add(records) {
        for (const batch of batches(records))
          await target.write(escapeJson(batch.map((record) => jsonLine(view, record)).join('')));
      },
    };
  },
  record: (view, record, target) => target.write(escapeJson(jsonLine(view, record))),
};

/** As `JSON.stringify(list, null, 2)` writes it inside the list. */
const arrayElement = (view: View, record: StoreRecord): string => escapeJson(`  ${indented(view, record, '  ')}`);

const jsonLine = (view: View, record: StoreRecord): string => `${JSON.stringify(pickView(view, record))}\n`;

/** Slices of `batchSize` records. */
export function* batches<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < records.length; start += batchSize) yield records.slice(start, start + batchSize);
}
