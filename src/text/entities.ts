import { decodeHTMLStrict } from 'entities';

/** At most so often: `&amp;amp;#039;` was written by three programs. */
const passes = 3;

/** The end of a sentence about such a text. */
export const hadEntities = 'had HTML entities, and is sent with the characters themselves';

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

/** Whether a text has a tag: `<b>`, `<!--`, `</p`, and a `>` somewhere behind. */
const hasTag = (text: string): boolean => {
  const begin = text.search(/<[a-z!/]/i);
  return begin !== -1 && text.includes('>', begin);
};

/** Whether a text has one of the tags with which HTML formats a line: `<b>`, `<br/>`; not `<A4>`. */
export const hasHtmlTag = (text: string): boolean => {
  const begin = text.search(formatting);
  return begin !== -1 && text.includes('>', begin);
};

const formatting =
  /<(?:!--|\/?(?:a|b|br|p|i|u|em|strong|span|div|font|small|big|sub|sup|h[1-6]|ul|ol|li|hr|img|table|t[rdh])(?![\w-]))/i;

/** The end of a sentence about such a text. */
export const hasTags = 'has HTML tags, and is sent with them: if the shop is to show it plainly, remove them';

/** The same of a text that may be HTML: what has tags, or would have them, stays as it is. */
export function withoutStrayEntities(text: string): string {
  const read = withoutEntities(text);
  return hasTag(read) ? text : read;
}
