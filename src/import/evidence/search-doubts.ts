import type { ListedNoun } from '../../client/endpoints/noun.ts';

/** The most attempts of a row without a clear answer. */
export const mostUnclear = 5;

/** Why a row is not sent again that is absent as far as is known. */
export interface AbsentDoubt {
  readonly message: string;
  /** Whether no run may send it. If not, one may that knows more. */
  readonly isFinal: boolean;
}

/** The row was sent as often as any is. */
export const usedUp = (times: number): AbsentDoubt => ({
  message: `sent ${times} times without a clear answer, and not found in the store: ${lookThere}`,
  isFinal: true,
});

/** The search has not shown that it works for such a row. @param value that of the field it may hide by */
export function notShown(times: number, { names, lookUp }: ListedNoun, value: string): AbsentDoubt {
  const sent = `sent ${times === 2 ? 'twice' : `${times} times`} without a clear answer, and not found`;
  const like = value === '' ? names[0] : `${names[0]} with ${lookUp.hiddenBy} ${value}`;
  const message = `${sent}, but the store's search has shown no ${like} that this import created: ${lookThere}`;
  return { message, isFinal: false };
}

const lookThere = 'look for it in the back office, and create it there if it is missing';
