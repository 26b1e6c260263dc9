import { pickView } from './paths.ts';
import type { FormatWriter, ListFormat, Target, View } from './view.ts';
import { toYaml } from './yaml-text.ts';

/** A list as a sequence, one record as a mapping, with the API's own names and values in their order. */
export const yamlFormat: FormatWriter = {
  list: sequence,
  document(document, view, target) {
    let opening = `${toYaml(document.head)}${document.list}:${document.isEmpty ? ' ' : '\n'}`;
    const write = async (text: string): Promise<void> => {
      await target.write(opening + text);
      opening = '';
    };
    return sequence(view, { ...target, write });
  },
  record: (view, record, target) => target.write(toYaml(pickView(view, record))),
};

/** Sequences that follow one another are one sequence, so pages are written as they arrive. */
function sequence(view: View, target: Target): ListFormat {
  return {
    async add(records) {
      if (records.length > 0) await target.write(toYaml(records.map((record) => pickView(view, record))));
    },
    async end(shown) {
      if (shown === 0) await target.write('[]\n');
    },
    // A sequence has no end that could be left out: an open quote is what no reader takes for whole.
    async breakOff(shown) {
      if (shown > 0) await target.write('- "incomplete');
    },
  };
}
