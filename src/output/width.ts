import stringWidth from 'string-width';

/** Text in which every character is one column wide: nearly all of it, and much faster to measure. */
const narrow = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff–—‘-”…€]*$/;

/** How many columns a terminal needs for a line of text. */
export function widthOf(text: string): number {
  if (narrow.test(text)) return text.length;
  const width = measured.get(text) ?? stringWidth(text);
  if (measured.size >= mostMeasured) measured.clear();
  if (text.length <= longestMeasured) measured.set(text, width);
  return width;
}

/** A table measures each of its cells several times, and segmenting a text is slow. */
const measured = new Map<string, number>();
const [mostMeasured, longestMeasured] = [1000, 200];

/** The text, or as much of it as fits with an ellipsis behind it. Nothing is cut through the middle of a character. */
export function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${start(text, width - 1)}…`;
}

/**
 * The lines of one line of text at most `width` columns wide, broken between words, and within words that are too long.
 */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  for (let fitting = start(rest, width); fitting.length < rest.length; fitting = start(rest, width)) {
    const line = lineOf(rest, fitting);
    lines.push(line.trimEnd());
    rest = rest.slice(line.length);
  }
  return rest === '' && lines.length > 0 ? lines : [...lines, rest];
}

/**
 * As much as fits, up to the end of a word if there is one; at least one character, so that every line brings
 * something.
 */
function lineOf(text: string, fitting: string): string {
  const space = text[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
  if (space > 0) return text.slice(0, space + 1);
  return fitting === '' ? firstCharacter(text) : fitting;
}

/**
 * How much of a text is looked at for a column of its width: wrapping a megabyte must not read all of it for every
 * line.
 */
const unitsPerColumn = 16;

function start(text: string, width: number): string {
  if (width < 1) return '';
  // One more than fits: a mark behind the last character would belong to it.
  if (narrow.test(text.slice(0, width + 1))) return text.slice(0, width);
  let taken = '';
  let used = 0;
  for (const { segment } of characters.segment(text.slice(0, unitsPerColumn * (width + 1)))) {
    used += widthOf(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function firstCharacter(text: string): string {
  for (const { segment } of characters.segment(text.slice(0, unitsPerColumn))) return segment;
  return text;
}
