import { withoutEntities } from '../text/entities.ts';
import type { Values } from './file-table.ts';

/**
 * Whether an address of the same customer may be what a store has made of another that it was sent: without the letter of the
 * house number, with entities or question marks for signs, cut, or with a field that it does not show. That alone does not
 * make them one: number 12 is not 12a.
 */
export function isNearAddress(sent: Values, kept: Values): boolean {
  const number = digitsOf(kept.houseNumber);
  if (number !== '' && number !== digitsOf(sent.houseNumber)) return false;
  const texts = ['zipcode', 'lastName'] as const;
  return texts.some((name) => textOf(kept[name]) !== '') && texts.every((name) => isLike(sent[name], kept[name]));
}

/** Without what a store may have put behind it. */
const digitsOf = (houseNumber: unknown): string => /^\d*/.exec(textOf(houseNumber))?.[0] ?? '';

/** Whether one is the beginning of the other, by letters and digits of any alphabet, or by those of ASCII. */
const isLike = (sent: unknown, kept: unknown): boolean =>
  lettersOf.some((letters) => {
    const one = letters(textOf(sent));
    const other = letters(textOf(kept));
    return one.startsWith(other) || other.startsWith(one);
  });

const lettersOf = [
  (text: string): string => text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, ''),
  // A store may have ? for what its encoding lacks, or two signs, or an entity such as &eacute; or &#x27;.
  (text: string): string => text.replace(/&#?\w+;|[^a-z\d]/g, ''),
];

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : withoutEntities(String(value)).trim().toLowerCase();
