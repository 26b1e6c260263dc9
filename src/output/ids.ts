import type { Received } from '../resources/record.ts';
import { escapeText } from '../text/escape.ts';
import type { FormatWriter, View } from './view.ts';

/** `--quiet`: one ID per line, as the next command takes it. */
export const idsFormat: FormatWriter = {
  list(view, target) {
    let shown = 0;
    return {
      async add(records) {
        shown += records.length;
        await target.write(records.map((record) => idLine(view, record)).join(''));
      },
      end: async () => ({ shown, hiddenColumns: 0 }),
      breakOff: async () => undefined,
    };
  },
  record: (view, record, target) => target.write(idLine(view, record)),
};

/** Nothing for a record without an ID: an empty line would be an argument of the next command. */
function idLine({ idOf }: View, record: Received): string {
  const id = escapeText(idOf?.(record) ?? '');
  return id === '' ? '' : `${id}\n`;
}
