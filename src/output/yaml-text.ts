import { Document, type Scalar, visit } from 'yaml';
import { escapeJson } from '../text/escape.ts';

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
const needsQuotes = (text: string): boolean => escapeJson(text) !== text || (/\n/.test(text) && /(^|\n)[ \n]|[ \n]$/.test(text));
