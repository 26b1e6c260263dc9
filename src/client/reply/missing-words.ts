/** What an error of a store is about. */
interface Missing {
  readonly names: readonly string[];
  readonly id?: string | undefined;
}

/** Whether this says more than that there is no such record, as `There is no customer with this ID.` does not. */
export function saysMore(text: string, { names, id = '' }: Missing): boolean {
  const known = new Set([...emptyWords, ...names, ...wordsOf(id)]);
  return !wordsOf(text.replace(/\b(in|of) (the|this) \w+/gi, '')).every((word) => known.has(word));
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const emptyWords = wordsOf(
  'a an the this that such with was is be there no not none found does do doesn t exist could id key sku or 404 error',
);
