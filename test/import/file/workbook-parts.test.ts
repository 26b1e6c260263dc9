import { randomBytes } from 'node:crypto';
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

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const contentTypes = (main: string, type = sheetType) => ({
  '[Content_Types].xml': `<Types><Override PartName="${main}" ContentType="${type}"/></Types>`,
});
const withType = (files: Readonly<Record<string, string>>, type: string) => ({
  ...files,
  ...contentTypes('/workbook.xml', type),
});
const atTheTop = withType(moved('xl/', '', { '_rels/.rels': rootLinks('workbook.xml') }), sheetType);

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
    ['its parts at the top, as its content types say', atTheTop],
    [
      'as a workbook with macros at the top',
      withType(atTheTop, 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    ],
    [
      'another folder, behind a picture as large as the first bytes that are read',
      {
        'book/media/a.bin': randomBytes(100_000),
        ...moved('xl/', 'book/', { '_rels/.rels': rootLinks('/book/workbook.xml') }),
        ...contentTypes('/book/workbook.xml'),
      },
    ],
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
