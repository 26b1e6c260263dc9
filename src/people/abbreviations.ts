/** What callers and files write short, and how else it is written. */
const abbreviations: readonly (readonly [short: RegExp, long: readonly string[]])[] = [
  [/(?<![\p{L}\d])v\.? ?\/?d\.?(?![\p{L}\d])/iu, ['van der', 'van den', 'van de']],
  [/^burg\.? /i, ['burgemeester ']],
  [/^st\.? /i, ['sint ']],
  [/^prof\.? /i, ['professor ']],
  [/^dr\.? /i, ['doctor ', 'dokter ']],
  [/^mr\.? /i, ['meester ']],
];

/** A text with its abbreviations written out, in each way: `v.d. Berg` as `van der Berg`, `van den Berg`, `van de Berg`. */
export const writtenOut = (text: string): readonly string[] =>
  abbreviations.flatMap(([short, long]) => (short.test(text) ? long.map((words) => text.replace(short, words)) : []));

/** `hugo at example punt nl` as it is written; undefined for other text. */
export function spokenEmail(text: string): string | undefined {
  const written = text.replace(/ (?:punt|dot) /gi, '.');
  return /^[^\s@]+ at [^\s@]+$/i.test(written) ? written.replace(/ at /i, '@') : undefined;
}
