import { Document, Scalar, visit } from 'yaml';
import { escapeJson, withoutCommands } from '../text/escape.ts';
import { writtenNumber } from '../text/written-numbers.ts';
import { pickView } from './paths.ts';
import type { FormatWriter, ListFormat, Target, View } from './view.ts';

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

/** Block style. */
function toYaml(value: unknown): string {
  // YAML 1.1 reads NO, on and 12:30 as other types: these are quoted too.
  const document = new Document(value, asWritten, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeJson(document.toString({ lineWidth: 0 }));
}

/** A number with the zeros that it came with. Called as a replacer of `JSON.stringify`. */
function asWritten(this: unknown, name: unknown, value: unknown): unknown {
  const token = typeof value === 'string' ? writtenNumber(Object(this), String(name)) : undefined;
  if (token === undefined) return value;
  const number = new Scalar(Number(token));
  number.minFractionDigits = token.length - token.indexOf('.') - 1;
  return number;
}

/**
 * Text with escaped code points, also those of a command for a CI service: no other style has escapes. `=` and `<<` have a meaning of their own in YAML 1.1.
 * Block style would lose the leading spaces of lines that have nothing else.
 */
const needsQuotes = (text: string): boolean =>
  ['=', '<<'].includes(text) ||
  escapeJson(text) !== text ||
  withoutCommands(text) !== text ||
  (text.includes('\n') && /(^|\n)[ \n]|[ \n]$/.test(text));
