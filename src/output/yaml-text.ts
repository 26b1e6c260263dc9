import { Document, type Scalar, visit } from 'yaml';
import { escapeJson } from '../text/escape.ts';

/** YAML quotes text with escaped code points: no other style has escapes. */
export function toYaml(value: unknown): string {
  // YAML 1.1 reads NO, on and 12:30 as other types: these are quoted too.
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node: Scalar) {
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeJson(document.toString({ lineWidth: 0 }));
}

/** `=` and `<<` have a meaning of their own in YAML 1.1. Block style would lose the leading spaces of lines that have nothing else. */
const needsQuotes = (text: string): boolean =>
  /^(=|<<)$/.test(text) || escapeJson(text) !== text || (/\n/.test(text) && /(^|\n)[ \n]|[ \n]$/.test(text));
