/** A token shorter than this would be found in ordinary text, and taken out of it. */
const shortest = 8;

/** What a token must be, as the end of a sentence about one that is not. */
export const tokenRule = `it is shorter than ${shortest} characters or holds spaces`;

/** Whether this can be a token. */
export const isToken = (text: string): boolean => text.length >= shortest && !/[\s\p{Cc}]/u.test(text);
