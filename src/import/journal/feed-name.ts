/** How the files of a feed are called: the same but for a date, a month, a week or a quarter. */

const year = String.raw`(?:19|20)\d\d`;
const month = '(?:0[1-9]|1[0-2])';
const day = String.raw`(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[-_. T]?\d\d[-_.:h]?\d\d(?:[-_.:]?\d\d)?)?`;
const between = '[-_. ]?';

/** Months in English, Dutch, German and French. Only beside a year: May and Mars are names too. */
const monthName = [
  'jan(?:uar[iy]?|vier)?|feb(?:ruar[iy]?)?|f[eé]vrier|mar(?:ch|s)?|maart|m(?:ä|ae)rz|mrt|apr(?:il)?|avril|may|mai|mei',
  'jun[ei]?|juin|jul[iy]?|juillet|aug(?:ust(?:us)?)?|ao[uû]t|sept?(?:ember|embre)?|o[kc]t(?:ober|obre)?|nov(?:ember|embre)?',
  'de[cz](?:ember)?|d[eé]cembre',
].join('|');
const named = `(?:${monthName})`;
const week = String.raw`(?:w|kw|wk|week|woche)${between}(?:0?[1-9]|[1-4]\d|5[0-3])`;
const part = '(?:[qh][1-4]|[1-4]q)';

/** The longer before the shorter. A number of two digits alone is a size, and `Q3` alone the name of a car. */
const dates = new RegExp(
  [
    String.raw`(?<!\d)${year}([-_.]?)${month}\1${day}${time}(?!\d)`,
    String.raw`(?<!\d)${day}([-_.])${month}\2${year}(?!\d)`,
    String.raw`(?:(?<![\p{L}\d])${named}${between})?(?<!\d)${month}[-_.]${year}(?!\d)`,
    String.raw`(?<![\p{L}\d])(?:${named}|${week}|${part})${between}${year}(?!\d)`,
    String.raw`(?<!\d)${year}${between}(?:${named}|${week}|${part})(?![\p{L}\d])`,
    String.raw`(?<!\d)${year}[-_.]?${month}(?!\d)(?:${between}${named}(?![\p{L}\d]))?`,
    String.raw`(?<![\p{L}\d])(?:kw|wk|week)${between}\d\d?(?!\d)`,
  ].join('|'),
  'giu',
);

/**
 * The name of a feed: its path without any date, so that `feed-2026-11-21.csv` and `feed-2026-11-22.csv` are one feed, and so
 * are `list-2026-11.csv` and `list-2026-12.csv`.
 */
export const feedOf = (path: string): string => path.replace(dates, '<date>');
