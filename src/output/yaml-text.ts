import { Document, type Scalar, visit } from 'yaml';
import { escapeJson } from '../text/escape.ts';

/** Text with code points that are escaped is put in double quotes, the only YAML style with escapes; everything else is written plainly. */
export function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node: Scalar) {
      if (typeof node.value === 'string' && escapeJson(node.value) !== node.value) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeJson(document.toString({ lineWidth: 0 }));
}
