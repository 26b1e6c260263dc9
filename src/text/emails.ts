/** Two e-mail addresses that are one: case, outer spaces and Unicode's other forms of a character do not count. */
export const foldedEmail = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
