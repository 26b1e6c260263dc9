/** Texts that a program before read in the wrong encoding. */

/** UTF-8 that a program before read as Windows-1252: `CafÃ©`, `Â°`, `â€™`. No language writes these beside each other. */
const readTwice = /[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€/;

export const isReadTwice = (text: string): boolean => readTwice.test(text);

/**
 * Windows-1252 that is UTF-8 by chance: `ß“` has the bytes of `ߓ`, a letter of N’Ko, and `Ü“` those of a Syriac one. No word
 * goes on from Latin letters to Hebrew, Syriac, Thaana or N’Ko.
 */
const readAsUtf8 = /\p{Script=Latin}[\u0590-\u05ff\u0700-\u07ff]/u;

export const isReadAsUtf8 = (text: string): boolean => readAsUtf8.test(text);

/** The bytes of Windows-1252 for its characters that ISO 8859-1 does not have (encoding.spec.whatwg.org). */
const bytes: ReadonlyMap<string, number> = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, at) => [character, 0x80 + at]),
);

/** The same with letters of Central Europe, and two of Greek, Cyrillic or Arabic, where all of the text must fit. */
const mayBeReadTwice = /[ÂÃÄÅ][^\p{ASCII}]|â€|(?:[ÎÏÐÑØÙ][^\p{ASCII}]){2}/u;

/** What such a text was before; undefined where it is not that. */
export function readOnce(text: string): string | undefined {
  if (!mayBeReadTwice.test(text)) return undefined;
  const read = [...text].map((character) => bytes.get(character) ?? character.charCodeAt(0));
  if (read.some((byte) => byte > 0xff)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(read));
  } catch {
    return undefined;
  }
}
