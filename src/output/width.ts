import { stripVTControlCharacters } from 'node:util';
import { characterWidth } from './character-width.ts';

/** Latin, Greek and Cyrillic, one column a character: nearly all text, measured a hundred times as fast. */
const narrow = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0384-\u0482\u048a-\u052f–—‘-”…€]*$/;

/** Whether each character of a text takes one column, as all that measures text agrees. */
export const isNarrow = (text: string): boolean => narrow.test(text);

/** What begins a colour or a link: ESC, or CSI as one character. */
const marks = ['\u001b', '\u009b'];

/** How many columns a terminal needs for a line of text. Colours and links take none. */
export function widthOf(painted: string): number {
  const text = marks.some((mark) => painted.includes(mark)) ? stripVTControlCharacters(painted) : painted;
  if (isNarrow(text)) return text.length;
  const width = widths.get(text) ?? widthOfCharacters(text);
  if (widths.size >= maxWidths) widths.clear();
  if (text.length <= maxText) widths.set(text, width);
  return width;
}

function widthOfCharacters(text: string): number {
  let width = 0;
  for (const { segment } of charactersOf(text)) width += characterWidth(segment);
  return width;
}

/** Widths of short texts: a table measures each of its cells several times. */
const widths = new Map<string, number>();
const maxWidths = 4000;
const maxText = 200;

/** The text, or as much of it as fits with an ellipsis behind it. Nothing is cut through the middle of a character. */
export function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${start(text, width - 1)}…`;
}

/** The text, or its start and its end with an ellipsis between them: the end gets half of the room. */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const tail = end(text, Math.floor((width - 1) / 2));
  return `${start(text, width - 1 - widthOf(tail))}…${tail}`;
}

/** The end of a text with an ellipsis before it: of a path, the name of the file stays. */
export function cutStart(text: string, width: number): string {
  return widthOf(text) <= width ? text : `…${end(text, width - 1)}`;
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

/** The part of a text that is measured for one line: wrapping a megabyte must not read all of it each time. */
const unitsPerColumn = 16;

function start(text: string, width: number): string {
  if (width < 1) return '';
  // One more than fits: a mark behind the last character would belong to it.
  if (narrow.test(text.slice(0, width + 1))) return text.slice(0, width);
  let taken = '';
  let used = 0;
  for (const { segment } of charactersOf(text.slice(0, unitsPerColumn * (width + 1)))) {
    used += widthOf(segment);
    if (used > width) break;
    taken += segment;
  }
  return taken;
}

/** As much of the end of a text as fits. */
function end(text: string, width: number): string {
  if (width < 1) return '';
  // One more than fits: a mark at the start of the end would belong to it.
  if (narrow.test(text.slice(-width - 1))) return text.slice(-width);
  let rest = '';
  const lastUnits = text.slice(-unitsPerColumn * (width + 1));
  for (const { segment } of [...charactersOf(lastUnits)].reverse()) {
    if (widthOf(segment + rest) > width) break;
    rest = segment + rest;
  }
  return rest;
}

/** Made when it is used: it takes a while, and most text is cut without it. */
let segmenter: Intl.Segmenter | undefined;

function charactersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

function firstCharacter(text: string): string {
  for (const { segment } of charactersOf(text.slice(0, unitsPerColumn))) return segment;
  return text;
}
