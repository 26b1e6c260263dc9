import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document, type Scalar, visit } from 'yaml';
import { toYaml } from '../../src/output/yaml-text.ts';
import { escapeJson } from '../../src/text/escape.ts';
import { anyCharacter, runsOf } from '../support/thorough.ts';

test.each(['=', '<<'])('%s is quoted: YAML 1.1 gives it a meaning of its own', (text) => {
  expect(toYaml({ sku: text })).toBe(`sku: "${text}"\n`);
});

/** What the library makes of a value, node by node. */
function byLibrary(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node: Scalar) {
      if (typeof node.value === 'string' && isQuoted(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeJson(document.toString({ lineWidth: 0 }));
}

const isQuoted = (text: string): boolean =>
  ['=', '<<'].includes(text) || escapeJson(text) !== text || (text.includes('\n') && /(^|\n)[ \n]|[ \n]$/.test(text));

const pieces = [
  ...[
    '\n',
    '\r',
    '\t',
    ' ',
    ':',
    ': ',
    ' #',
    '#',
    '-',
    '- ',
    '?',
    '"',
    "'",
    '\\',
    '&',
    '*',
    '!',
    '|',
    '>',
    '%',
    '@',
    '`',
  ],
  ...[
    ',',
    '[',
    ']',
    '{',
    '}',
    '=',
    '<<',
    '~',
    '.',
    '_',
    '+',
    '0',
    '1',
    '12:30',
    '0x1F',
    '0o7',
    '1e3',
    '.5',
    '.inf',
    '.nan',
  ],
  ...[
    'null',
    'true',
    'No',
    'on',
    'OFF',
    'y',
    '2026-01-31',
    '---',
    '...',
    'a',
    'word',
    'é',
    '😀',
    '\u001b',
    '\u0085',
    '\u202e',
    '\ufeff',
    '\ud800',
  ],
  'a long piece of text that goes beyond what fits on one line of forty or eighty characters',
];
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'aNnoyYesTRUul .-/()+_0') }),
  fc.constantFrom('null', 'NULL', 'True', 'FALSE', 'yes', 'Yes', 'NO', 'off', 'On', 'Y', 'n'),
  fc.nat({ max: 400 }).map((count) => 'key '.repeat(count)),
);
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    anyText,
    fc.oneof(fc.double(), fc.integer(), fc.boolean(), fc.constantFrom(null, -0, 1e21, 5e-324)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test('the text is that of the library, for every value', () => {
  const anyRecord = fc.oneof(fc.dictionary(anyText, anyValue, { maxKeys: 4 }), fc.array(anyValue, { maxLength: 4 }));
  fc.assert(
    fc.property(anyRecord, (record) => {
      expect(toYaml(record)).toBe(byLibrary(record));
    }),
    { numRuns: runsOf(700) },
  );
});
