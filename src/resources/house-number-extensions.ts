import { looseHeading } from '../text/words.ts';
import type { FieldBehind } from './file-table.ts';

/** What follows a house number: in a column of its own, or in a second line. */

/** Whether a text may follow a house number: `bus 3`, `2. OG`; a company or a city is none. */
export const looksLikeExtension = (text: string): boolean => text.length <= longest && extension.test(text);

/** The column of extensions, which few programs call the same. */
export const extensionColumn: FieldBehind = {
  field: 'houseNumberExtension',
  behind: ['houseNumber', 'streetAddress'],
  isNamedIn: (heading) => /(?:^|nr|nummer|no|number)(?:toev|zusatz|suffix)|huisletter/.test(looseHeading(heading)),
  areLike: (cells, isFull) => {
    if (cells.filter(looksLikeExtension).length < cells.length * mostOf) return false;
    const isCount = isFull && cells.every((cell) => /^\d+$/.test(cell));
    return !isCount && !cells.every((cell) => flags.has(cell.toLowerCase()));
  },
};

/** Of the cells that are not blank. */
const mostOf = 0.75;

/** What stands for yes and no, and for men and women. */
const flags = new Set([...'01jnyxmvfw', '-']);

/** `2nd floor`, `Apt. 12B` */
const longest = 12;

/** Words of floors, doors and buildings in Dutch, English, German and French. */
const doorWords =
  `bus|bte|bo[iî]te|box|apt|app|appt|apartment|appartement|unit|suite|ste|flat|floor|fl|etage|étage|verdieping|verd|kamer|
  room|rm|zimmer|top|whg|wohnung|stiege|tür|deur|door|huis|hs|hoog|boven|beneden|bg|links|rechts|left|right|og|eg|dg|ug|
  hinterhaus|vorderhaus|hh|vh|seitenflügel|bis|ter|quater|rear|front|blok|block|bldg|building|gebouw|bâtiment|bat|bât|
  ingang|entrance|stair|stock|og|lift|rood|zwart|rd|zw`.replace(/\s/g, '');

/** `3`, `B2`, `a`, `II`, `bus 3`, `Apt. 4`, `2nd floor`, `3 hoog`, `2. OG`, `#4`. */
const extension = new RegExp(
  `^(?:[#/-]?\\s?(?:\\p{L}{0,2}[-/.]?\\d{1,4}\\p{L}{0,2}|\\p{L}|i{1,3}|iv)|(?:.*[\\s.\\d])?(?:${doorWords})(?:[.:\\s\\d#].*)?)$`,
  'iu',
);
