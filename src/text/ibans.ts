import { redacted } from './words.ts';

/** Text without the bank accounts in it: those whose check digits are right (ISO 13616), with spaces or without. */
export const withoutIbans = (text: string): string =>
  text.replace(likely, (found) => {
    const length = lengthOfIban(found);
    return length === 0 ? found : redacted + found.slice(length);
  });

/** Words after it may look like more of it. */
const likely = /(?<![a-z\d])[a-z]{2}\d{2}(?: ?[a-z\d]){11,30}/gi;

/** Characters of the account with which a text begins, at most; 0 if it begins with none. */
function lengthOfIban(text: string): number {
  for (let length = text.length; length >= 15; length--)
    if (/^[a-z\d](?:[^a-z\d]|$)/i.test(text.slice(length - 1)) && isIban(text.slice(0, length).replaceAll(' ', '')))
      return length;
  return 0;
}

const isIban = (compact: string): boolean => {
  const digits = `${compact.slice(4)}${compact.slice(0, 4)}`.replace(/[a-z]/gi, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  return compact.length >= 15 && [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
};
