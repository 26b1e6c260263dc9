import type { Received } from '../resources/record.ts';
import { escapeJson } from '../text/escape.ts';
import type { FormatWriter, ListWriter, Target, View } from './formats.ts';
import { pick } from './paths.ts';

/** How many records become one text: enough to be fast, few enough for flat memory. */
const batchSize = 250;

/** One JSON document, indented by two spaces: the API's own names and values in their order. */
export const jsonFormat: FormatWriter = {
  list: jsonList,
  record: (view, record, target) => target.write(escapeJson(`${JSON.stringify(seen(view, record), null, 2)}\n`)),
};

/** One record a line. */
export const ndjsonFormat: FormatWriter = {
  list: ndjsonList,
  record: (view, record, target) => target.write(ndjsonLine(view, record)),
};

const seen = (view: View, record: Received): Received => (view.only ? pick(record, view.only) : record);

function jsonList(view: View, target: Target): ListWriter {
  let shown = 0;
  return {
    async add(records) {
      for (const batch of batches(records)) {
        const opening = shown === 0 ? '[\n' : ',\n';
        shown += batch.length;
        await target.write(opening + batch.map((record) => arrayElement(view, record)).join(',\n'));
      }
    },
    async end() {
      await target.write(shown === 0 ? '[]\n' : '\n]\n');
      return { shown, hiddenColumns: 0 };
    },
  };
}

/** As `JSON.stringify(list, null, 2)` would write it inside the list. A line break in serialised JSON is always layout. */
function arrayElement(view: View, record: Received): string {
  return escapeJson(`  ${JSON.stringify(seen(view, record), null, 2).replaceAll('\n', '\n  ')}`);
}

function ndjsonList(view: View, target: Target): ListWriter {
  let shown = 0;
  return {
    async add(records) {
      shown += records.length;
      for (const batch of batches(records))
        await target.write(batch.map((record) => ndjsonLine(view, record)).join(''));
    },
    end: async () => ({ shown, hiddenColumns: 0 }),
  };
}

const ndjsonLine = (view: View, record: Received): string => `${escapeJson(JSON.stringify(seen(view, record)))}\n`;

function* batches(records: readonly Received[]): Generator<readonly Received[]> {
  for (let start = 0; start < records.length; start += batchSize) yield records.slice(start, start + batchSize);
}
