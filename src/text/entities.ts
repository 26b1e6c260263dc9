import { decodeHTMLStrict } from 'entities';

/** At most so often: `&amp;amp;#039;` was written by three programs. */
const passes = 3;

/** A text with the characters that its HTML entities stand for, where these end with a semicolon: `K&ouml;ln` is Köln. */
export function withoutEntities(text: string): string {
  if (!/&[#a-z]/i.test(text)) return text;
  let read = text;
  for (let pass = 0; pass < passes; pass++) {
    const decoded = decodeHTMLStrict(read);
    if (decoded === read) break;
    read = decoded;
  }
  return read;
}
