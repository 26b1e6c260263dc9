import type { Scalar } from 'yaml';
import { escapeJson } from '../text/escape.ts';
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

/** YAML quotes text with escaped code points: no other style has escapes. */
async function toYaml(value: unknown): Promise<string> {
  // Loaded on use: the largest library for the rarest format.
  const { Document, visit } = await import('yaml');
  // YAML 1.1 reads NO, on and 12:30 as other types: these are quoted too.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node: Scalar) {
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeJson(document.toString({ lineWidth: 0 }));
}

/** Block style would lose the leading spaces of lines that have nothing else. */
const needsQuotes = (text: string): boolean =>
  escapeJson(text) !== text || (/\n/.test(text) && /(^|\n)[ \n]|[ \n]$/.test(text));
