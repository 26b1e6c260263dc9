import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readPart } from '../../../src/import/file/workbook/xml.ts';

/** What a reader is told, with the pieces of a text as one. */
async function eventsOf(pieces: readonly Uint8Array[]): Promise<string> {
  let events = '';
  await readPart(Readable.from(pieces), {
    open: (name, attributes) => {
      events += `[${name} ${JSON.stringify(attributes)}]`;
    },
    text: (piece) => {
      events += piece;
    },
    close: (name) => {
      events += `[/${name}]`;
    },
  });
  return events;
}

/** Bytes in pieces of one. */
const bytewise = (bytes: Uint8Array): readonly Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

describe('the XML of a workbook', () => {
  test('is read alike in whatever pieces it comes, with the prefixes of names left out', async () => {
    const xml = Buffer.from(
      '<?xml version="1.0" encoding="UTF-8"?>\r\n<x:row é="Mug &amp; 茶"><t>😀 &#x1F600;\r\n<![CDATA[a<b>&amp;]]></t><!-- <t>no</t> --><x:f /></x:row>\n',
    );
    const expected = '[row {"é":"Mug & 茶"}][t {}]😀 😀\na<b>&amp;[/t][f {}][/f][/row]';
    expect([await eventsOf([xml]), await eventsOf(bytewise(xml))]).toEqual([expected, expected]);
  });

  test.each(['', 'sku,name', '<a><b></a></b>', '<a/>text', '<a>&nbsp;</a>', '<a>\uffff</a>', '<!DOCTYPE a><a/>'])(
    'is refused if it is none: %j',
    async (xml) => {
      for (const pieces of [[Buffer.from(xml)], bytewise(Buffer.from(xml))])
        await expect(eventsOf(pieces)).rejects.toThrow('Cannot read the Excel workbook');
    },
  );

  test('is refused where it is not UTF-8', async () => {
    const xml = Buffer.from('<a>\xe9</a>', 'latin1');
    for (const pieces of [[xml], bytewise(xml)])
      await expect(eventsOf(pieces)).rejects.toThrow('bytes that are not UTF-8');
  });
});
