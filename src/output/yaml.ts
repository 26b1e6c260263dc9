import { Document, type Scalar, visit } from 'yaml';
import type { Received } from '../resources/record.ts';
import { escapeJson } from '../text/escape.ts';
import type { FormatWriter, ListWriter, Target, View } from './formats.ts';
import { pick } from './paths.ts';

/** A list as a sequence, one record as a mapping: the API's own names and values in their order. */
export const yamlFormat: FormatWriter = {
  list: yamlList,
  record: async (view, record, target) => target.write(await yamlText(seen(view, record))),
};

/** Only when it is used: the library is the largest of all, and this the rarest format. */
async function yamlText(value: unknown): Promise<string> {
  const { toYaml } = await import('./yaml.ts');
  return toYaml(value);
}

const seen = (view: View, record: Received): Received => (view.only ? pick(record, view.only) : record);

/** Sequences that follow one another are one sequence, so pages are written as they arrive. */
function yamlList(view: View, target: Target): ListWriter {
  let shown = 0;
  return {
    async add(records) {
      shown += records.length;
      if (records.length > 0) await target.write(await yamlText(records.map((record) => seen(view, record))));
    },
    async end() {
      if (shown === 0) await target.write('[]\n');
      return { shown, hiddenColumns: 0 };
    },
  };
}

/** Text with code points that are escaped is put in double quotes, the only YAML style with escapes; everything else is written plainly. */
export function toYaml(value: unknown): string {
  // Readers of YAML 1.1 take NO, on and 12:30 for something else: such texts are quoted too.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node: Scalar) {
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeJson(document.toString({ lineWidth: 0 }));
}

/** Block style would lose spaces at the beginning of lines that are nothing else. */
const needsQuotes = (text: string): boolean =>
  escapeJson(text) !== text || (/\n/.test(text) && /(^|\n)[ \n]|[ \n]$/.test(text));
