import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPart } from '../../../src/import/file/workbook/xml.ts';
import { runsOf } from '../../support/thorough.ts';

type Event = readonly [kind: string, value: string, attributes?: Readonly<Record<string, string>>];

/** What a reader is told, with the pieces of a text as one. */
function collected() {
  const events: Event[] = [];
  let text = '';
  const add = (...event: Event): void => {
    if (text !== '') events.push(['text', text]);
    text = '';
    events.push(event);
  };
  return {
    events,
    open: (name: string, attributes: Readonly<Record<string, string>>) => add('open', name, { ...attributes }),
    text: (piece: string) => {
      text += piece;
    },
    close: (name: string) => add('close', name),
  };
}

async function scanned(pieces: readonly Uint8Array[]): Promise<readonly Event[]> {
  const reader = collected();
  await readPart(Readable.from(pieces), reader);
  return reader.events;
}

/** Bytes in pieces of one. */
const bytewise = (bytes: Uint8Array): readonly Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

const name = fc.constantFrom('c', 'x:row', 'is', 't', 'sheetData', 'é');
const space = fc.constantFrom(' ', '\n', '\r\n', '  ');
const escaped = fc.array(
  fc.constantFrom(
    'a',
    'Mug 茶',
    '😀',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '&amp;',
    '&lt;',
    '&#65;',
    '&#x1F600;',
    '&apos;',
    '>',
    '=',
    '/',
  ),
  { maxLength: 5 },
);
const text = escaped.map((parts) => parts.join(''));
const attribute = fc
  .tuple(name, space, fc.constantFrom('"', "'"), text, fc.constantFrom('', ' '))
  // XML makes spaces of the line breaks in an attribute; no attribute of a workbook has any.
  .map(
    ([key, before, quote, value, gap]) =>
      [key, `${before}${key}${gap}=${gap}${quote}${value.replace(/[\r\n]/g, '')}${quote}`] as const,
  );
const attributes = fc
  .uniqueArray(attribute, { selector: ([key]) => key, maxLength: 3 })
  .map((all) => all.map(([, xml]) => xml).join(''));
const other = fc.constantFrom('<!-- <t>no</t> -->', '<?pi <x> ?>', '<![CDATA[a<b>&amp;]]>', '<t/>', '<x:f />');
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(
      name,
      attributes,
      fc.array(fc.oneof({ maxDepth: 4 }, text, other, tie('element')), { maxLength: 4 }),
      fc.constantFrom('', ' '),
    )
    .map(([tag, inside, content, gap]) => `<${tag}${inside}${gap}>${content.join('')}</${tag}${gap}>`),
}));
const document = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0" encoding="UTF-8"?>\r\n', '<!-- x -->'),
    element,
    fc.constantFrom('', '\n'),
  )
  .map((parts) => parts.join(''));

describe('the XML of a workbook', () => {
  test('is read alike in whatever pieces it comes, with the prefixes of names left out', async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.array(fc.nat()), async (xml, cuts) => {
        const bytes = Buffer.from(xml);
        const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((left, right) => left - right);
        const pieces = [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length));
        const whole = await scanned([bytes]);
        expect([await scanned(pieces), await scanned(bytewise(bytes))]).toEqual([whole, whole]);
        expect(whole.some(([kind, name]) => kind === 'open' && name.includes(':'))).toBe(false);
      }),
      { numRuns: runsOf(500) },
    );
  });

  test.each([
    '',
    'sku,name',
    '<a>',
    '<a></b>',
    '<a><b></a></b>',
    '</a>',
    '<a/><b/>',
    '<a/>text',
    '<a b></a>',
    '<a b=c></a>',
    '<a b="c></a>',
    '<a "b"></a>',
    '<a / ></a>',
    '<a <b>></a>',
    '<></>',
    '<a><!-- </a>',
    '<a><![CDATA[ </a>',
    '<a>\uffff</a>',
    '<a>\u0001</a>',
    '<a>&#0;</a>',
    '<a>&#xffff;</a>',
    '<a>&#xd800;</a>',
    '<a>&#1114112;</a>',
    '<a>&nbsp;</a>',
    '<a>b & c</a>',
    '<a b="&x;"/>',
    '<!DOCTYPE a><a/>',
    '<a',
  ])('is refused if it is none: %j', async (xml) => {
    const bytes = Buffer.from(xml);
    for (const pieces of [[bytes], bytewise(bytes)]) await expect(scanned(pieces)).rejects.toThrow();
  });
});
