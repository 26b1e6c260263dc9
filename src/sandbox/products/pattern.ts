/** Text as the search compares it: without the difference of upper and lower case, in one Unicode form. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * A search pattern as SQL's LIKE with `\` as escape: `*` is any text, `?` any one character, all else itself. A pattern
 * without either means "contains", since people type a word and not a whole name; with one of them it must fit the
 * whole value, as file names do.
 */
export function likePattern(pattern: string): string {
  const literal = pattern.replace(/[\\%_]/g, '\\$&');
  if (!/[*?]/.test(pattern)) return `%${literal}%`;
  return literal.replace(/\*+/g, '%').replaceAll('?', '_');
}
