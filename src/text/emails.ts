/** Two e-mail addresses that are one: case, outer spaces and Unicode's other forms of a character do not count. */
export const foldedEmail = (text: string): string =>
  (isAscii.test(text) ? text : text.normalize('NFKC')).trim().toLowerCase();

/** Has no other forms: next to all of a million addresses. */
const isAscii = /^[\0-\x7f]*$/;
