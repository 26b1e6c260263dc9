import { escapeText } from '../text/escape.ts';
import type { FormatWriter } from './formats.ts';

/** `--quiet`: one id a line, what the next command takes. */
export const idsFormat: FormatWriter = {
  list(view, target) {
    let shown = 0;
    return {
      async add(records) {
        shown += records.length;
        await target.write(records.map((record) => `${escapeText(view.idOf?.(record) ?? '')}\n`).join(''));
      },
      end: async () => ({ shown, hiddenColumns: 0 }),
    };
  },
  record: (view, record, target) => target.write(`${escapeText(view.idOf?.(record) ?? '')}\n`),
};
