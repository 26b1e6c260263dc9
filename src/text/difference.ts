/** Where a text differs from another: the part between what they begin and end with alike. */
export interface DifferingPart {
  readonly start: number;
  readonly end: number;
}

/** By characters as people see them: no half of a surrogate pair, no letter without its accent. */
export function differingPart(text: string, other: string): DifferingPart {
  const [left, right] = [charactersOf(text), charactersOf(other)];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let same = 0;
  const most = Math.min(left.length, right.length) - start;
  while (same < most && left[left.length - 1 - same] === right[right.length - 1 - same]) same++;
  const lengthOf = (characters: readonly string[]): number => characters.join('').length;
  return { start: lengthOf(left.slice(0, start)), end: text.length - lengthOf(left.slice(left.length - same)) };
}

/** No cell shows more, and longer texts would take long. */
const longest = 4000;

const charactersOf = (text: string): readonly string[] =>
  text.length > longest ? [text] : [...graphemes().segment(text)].map(({ segment }) => segment);

/** Made at its first use: that takes as long as a quarter of Node's start. */
let segmenter: Intl.Segmenter | undefined;
const graphemes = (): Intl.Segmenter => {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter;
};
