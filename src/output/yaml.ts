import { pickView } from './paths.ts';
import type { FormatWriter } from './view.ts';

/** A list as a sequence, one record as a mapping, with the API's own names and values in their order. */
export const yamlFormat: FormatWriter = {
  list(view, target) {
    let shown = 0;
    return {
      // Sequences that follow one another are one sequence, so pages are written as they arrive.
      async add(records) {
        shown += records.length;
        if (records.length > 0) await target.write(await toYaml(records.map((record) => pickView(view, record))));
      },
      async end() {
        if (shown === 0) await target.write('[]\n');
        return { shown, hiddenColumns: 0 };
      },
      // A sequence has no end that could be left out: an open quote is what no reader takes for whole.
      async breakOff() {
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
