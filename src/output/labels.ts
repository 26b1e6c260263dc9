/** The name of a member that no field describes, as words: `statusName` is "Status name", `order_url` "Order URL". */
export function labelOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[ _-]+/)
    .filter((word) => word !== '')
    .map((word) => (abbreviations.has(word.toLowerCase()) ? word.toUpperCase() : decapitalised(word)));
  return words.length === 0 ? name : capitalised(words.join(' '));
}

const abbreviations: ReadonlySet<string> = new Set(['id', 'sku', 'ean', 'url', 'vat', 'ip', 'pdf', 'iban']);

export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `Name` is "name" and `ID` stays, in the middle of a label. */
export const decapitalised = (word: string): string =>
  /^\p{Lu}\p{Lu}/u.test(word) ? word : `${word.charAt(0).toLowerCase()}${word.slice(1)}`;
