import type { StoreRecord } from '../resources/record-fields.ts';
import { escapeJson } from '../text/escape.ts';
import { jsonText } from '../text/written-numbers.ts';
import { pickView } from './paths.ts';
import type { FormatWriter, ListFormat, LongDocument, Target, View } from './view.ts';

/** How many records are written as one text: enough to be fast, few enough to keep memory flat. */
const batchSize = 250;

/** One JSON document, indented by two spaces, with the API's own names and values in their order. */
export const jsonFormat: FormatWriter = {
  list: (view, target) => arrayOf(view, target, { opening: '[', indent: '', end: '\n' }),
  document: (document, view, target) =>
    arrayOf(view, target, { opening: openingOf(document), indent: '  ', end: '\n}\n' }),
  record: (view, record, target) => target.write(escapeJson(`${indented(view, record, '')}\n`)),
};

interface ListFrame {
  /** What comes before the elements, with the bracket. */
  readonly opening: string;
  /** That of the brackets. */
  readonly indent: string;
  /** What comes after the closing bracket. */
  readonly end: string;
}

/** As `JSON.stringify(…, null, 2)` would write it, record by record. */
function arrayOf(view: View, target: Target, { opening, indent, end }: ListFrame): ListFormat {
  const inner = `${indent}  `;
  const start = escapeJson(opening);
  return {
    async add(records, shown) {
      let before = shown === 0 ? `${start}\n` : ',\n';
      for (const batch of batches(records)) {
        const texts = batch.map((record) => escapeJson(inner + indented(view, record, inner)));
        await target.write(before + texts.join(',\n'));
        before = ',\n';
      }
    },
    end: (shown) => target.write(shown === 0 ? `${start}]${end}` : `\n${indent}]${end}`),
  };
}

function openingOf({ head, list }: LongDocument): string {
  const fields = JSON.stringify(head, null, 2).slice(0, -2);
  return `${fields}${fields === '{' ? '' : ','}\n  ${JSON.stringify(list)}: [`;
}

const indented = (view: View, record: StoreRecord, indent: string): string =>
  jsonText(pickView(view, record), '  ', indent);

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

const jsonLine = (view: View, record: StoreRecord): string => `${jsonText(pickView(view, record))}\n`;

/** Slices of `batchSize` records. */
export function* batches<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < records.length; start += batchSize) yield records.slice(start, start + batchSize);
}
