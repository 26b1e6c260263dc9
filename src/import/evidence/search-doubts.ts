import type { ListedNoun } from '../../client/endpoints/noun.ts';

/** The most attempts of a row without a clear answer. */
export const mostUnclear = 5;

/** Why no run sends a row again that was sent as often as any is. */
export const usedUp = (times: number): string =>
  `sent ${times} times without a clear answer, and not found in the store: ${lookThere}`;

/** Why none does where the search has not shown that it works for such a row. @param value that of the field it may hide by */
export function notShown(times: number, { names, lookUp }: ListedNoun, value: string): string {
  const sent = `sent ${times === 2 ? 'twice' : `${times} times`} without a clear answer, and not found`;
  const like = value === '' ? names[0] : `${names[0]} with ${lookUp.hiddenBy} ${value}`;
  return `${sent}, but the store's search has shown no ${like} that this import created: ${lookThere}`;
}

const lookThere = 'look for it in the back office, and create it there if it is missing';
