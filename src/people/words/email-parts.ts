import { foldedEmail } from '../../text/emails.ts';
import { folded, nameWords } from './folding.ts';

/** A part of an e-mail address, as `Part` has them. */
type EmailPart = `local:${string}` | `host:${string}`;

/** Shorter parts are those of too many others. */
const minLetters = 4;

/** Words of one address that are put together: their runs grow with the square. */
const maxWords = 6;

/**
 * What people remember of an e-mail address: each run of words before the `@`, without dots and the like, and where the
 * address is. `sannebakker84@gmail.com` of Sanne Bakker has `sannebakker`, `bakker`, `bakker84` and `gmail`, among others.
 * @param names of the person: words that are written as one are told by them
 */
export function* emailParts(email: string, names: readonly string[]): Generator<EmailPart> {
  const address = foldedEmail(email);
  const at = address.lastIndexOf('@');
  const words = wordsIn(at === -1 ? address : address.slice(0, at), names);
  for (const run of runsOf(words)) yield run;
  const host = at === -1 ? '' : hostName(address.slice(at + 1));
  if (host !== '') yield `host:${host}`;
}

/** The part of an e-mail address as somebody types it. */
export const localPart = (text: string): EmailPart => `local:${squeezed(text)}`;

/** Where an e-mail address is: `gmail` for `gmail.com` and `gmail`. */
export const hostPart = (domain: string): EmailPart => `host:${hostName(foldedEmail(domain))}`;

function* runsOf(words: readonly string[]): Generator<EmailPart> {
  for (const from of words.keys())
    for (let to = from + 1; to <= words.length; to++) {
      const run = words.slice(from, to).join('');
      const isWhole = from === 0 && to === words.length;
      if (/\p{L}/u.test(run) && (isWhole || run.length >= minLetters)) yield localPart(run);
    }
}

/** Words end at signs, between letters and digits, and where a name of the person begins or ends. */
function wordsIn(local: string, names: readonly string[]): readonly string[] {
  const parts = folded(local).match(/\p{L}+|\p{N}+/gu) ?? [];
  const known = names.flatMap(nameWords).filter((name) => name.length > 2 && /^\p{L}+$/u.test(name));
  const longestFirst = [...new Set(known)].sort((left, right) => right.length - left.length);
  const words = longestFirst.length === 0 ? parts : parts.flatMap((part) => part.split(nameIn(longestFirst)));
  return words.filter((word) => word !== '').slice(0, maxWords);
}

const nameIn = (names: readonly string[]): RegExp => new RegExp(`(${names.join('|')})`, 'u');

const squeezed = (text: string): string => folded(text.replace(/[^\p{L}\p{N}]/gu, ''));

/** Behind these is the country alone: `example.co.uk`. */
const secondLevels = /^(?:co|com|org|net|ac)$/;

function hostName(domain: string): string {
  const labels = domain.split('.').filter((label) => label !== '');
  const own = labels.slice(0, Math.max(1, labels.length - 1));
  const last = own.at(-1) ?? '';
  return squeezed(secondLevels.test(last) && own.length > 1 ? (own.at(-2) ?? '') : last);
}
