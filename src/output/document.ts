import type { StoreRecord } from '../resources/record-fields.ts';
import { escapeJson } from '../text/escape.ts';
import { type Format, listWriter } from './formats.ts';
import { batches } from './json.ts';
import { pickView } from './paths.ts';
import { type ListWriter, listWriterOf, type Target, type View } from './view.ts';

/** A record that ends with a list that is too long for memory. */
interface LongDocument {
  readonly head: StoreRecord;
  /** The name of the list in it. */
  readonly list: string;
  readonly isEmpty: boolean;
}

/** Writes such a record in JSON and YAML; the other formats have the elements of the list alone. */
export async function documentWriter(
  format: Format,
  document: LongDocument,
  view: View,
  target: Target,
): Promise<ListWriter> {
  if (format === 'json') return jsonDocument(document, view, target);
  if (format === 'yaml') return await yamlDocument(document, view, target);
  return listWriter(format, view, target);
}

/** Indented as `JSON.stringify(…, null, 2)` would write it. */
function jsonDocument({ head, list }: LongDocument, view: View, { write }: Target): ListWriter {
  const fields = JSON.stringify(head, null, 2).slice(0, -2);
  const opening = `${fields}${fields === '{' ? '' : ','}\n  ${JSON.stringify(list)}: [`;
  return listWriterOf({
    async add(records, shown) {
      let before = shown === 0 ? `${opening}\n    ` : ',\n    ';
      for (const batch of batches(records)) {
        const texts = batch.map((record) => JSON.stringify(pickView(view, record), null, 2).replaceAll('\n', '\n    '));
        await write(escapeJson(`${before}${texts.join(',\n    ')}`));
        before = ',\n    ';
      }
    },
    end: (shown) => write(escapeJson(shown === 0 ? `${opening}]\n}\n` : '\n  ]\n}\n')),
  });
}

async function yamlDocument({ head, list, isEmpty }: LongDocument, view: View, target: Target): Promise<ListWriter> {
  const { toYaml } = await import('./yaml-text.ts');
  let opening = `${toYaml(head)}${list}:${isEmpty ? ' ' : '\n'}`;
  const write = async (text: string): Promise<void> => {
    await target.write(opening + text);
    opening = '';
  };
  return listWriter('yaml', view, { ...target, write });
}
