import { describe, expect, test } from 'vitest';
import { shopCli } from '../../support/run.ts';
import { partsOf } from './books.ts';
import { zipOf } from './zips.ts';

const parts = partsOf([
  ['sku', 'name'],
  ['007', 'Mug'],
]);
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rootLinks = (target: string): string =>
  `<Relationships><Relationship Id="r1" Type="${links}/officeDocument" Target="${target}"/></Relationships>`;

/** The workbook with its parts elsewhere. */
const moved = (from: string, to: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...more,
  ...Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path.replace(from, to), xml])),
});

describe('a workbook whose parts are where other programs put them', () => {
  test.each([
    [
      'its main part under another name, as Microsoft 365 has it',
      {
        ...moved('xl/workbook.xml', 'xl/workbook2.xml', { '_rels/.rels': rootLinks('/xl/workbook2.xml') }),
        'xl/_rels/workbook2.xml.rels': parts['xl/_rels/workbook.xml.rels'] ?? '',
      },
    ],
    ['names in other letters than their links', moved('sheet1.xml', 'Sheet1.XML')],
    [
      'a space in a name, which links write as %20',
      {
        ...moved('sheet1.xml', 'my sheet1.xml'),
        'xl/_rels/workbook.xml.rels':
          parts['xl/_rels/workbook.xml.rels']?.replace('sheet1.xml', 'my%20sheet1.xml') ?? '',
      },
    ],
    ['the label of its sensitivity first', { 'docMetadata/LabelInfo.xml': '<x/>', ...parts }],
    ['data of another program first', { 'customXml/item1.xml': '<x/>', ...parts }],
  ])('is read whole with %s', async (_, files) => {
    const stdin = await zipOf(files);
    const { code, out, err } = await shopCli('products import - --dry-run -o ndjson', { stdin });
    expect({ code, out: out.split('\n')[0], err: err.split('\n')[0] }).toEqual({
      code: 0,
      out: '{"line":2,"sku":"007","name":"Mug"}',
      err: 'Standard input: sheet "Products"',
    });
  });

  test('the names of its parts with backslashes, as .NET wrote them', async () => {
    const book = await zipOf(
      Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path.replaceAll('/', '|'), xml])),
    );
    const stdin = Buffer.from(
      book.toString('latin1').replaceAll(/(?:xl|_rels|worksheets)\|/g, (name) => name.replace('|', '\\')),
      'latin1',
    );
    expect((await shopCli('products import - --dry-run -o ndjson', { stdin })).out).toContain('"sku":"007"');
  });
});
