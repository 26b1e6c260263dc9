import { text } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** The cells of the only sheet of a workbook, row by row. */
export async function sheetOf(path: string): Promise<readonly (readonly (string | number)[])[]> {
  const archive = await openPromise(path);
  let xml = '';
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName === 'xl/worksheets/sheet1.xml') xml = await text(await archive.openReadStreamPromise(entry));
  }
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<c [^>]*>(?:<v>(.*?)<\/v>|<is><t[^>]*>(.*?)<\/t><\/is>)<\/c>/gs)].map(
      ([, number, shown = '']) => (number === undefined ? shown : Number(number)),
    ),
  );
}
