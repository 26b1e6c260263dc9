import { widthOf } from './width.ts';

/**
 * A message for a terminal: its lines are broken between words, and a command that does not fit gets a line of its own,
 * which is never broken: it can be pasted. Colours are counted as nothing.
 * @param width columns of the terminal
 */
export function messageLines(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => fittingLines(line, width))
    .join('\n');
}

function fittingLines(line: string, width: number): readonly string[] {
  if (widthOf(line) <= width) return [line];
  const { before, command } = withCommand(line);
  const lines = filled(before, width);
  return command === undefined ? lines : [...lines, command];
}

/** The sentence before a command that ends a line: `To find the cause:` and `shop-cli doctor`. */
function withCommand(line: string): { readonly before: string; readonly command?: string } {
  const [, before = '', command] = /^(.*?(?:: |^ *))(shop-cli (?!.*: shop-cli ).*)$/.exec(line) ?? [];
  return command === undefined ? { before: line } : { before: before.trimEnd(), command };
}

/**
 * A word that is too long stays whole: the terminal breaks it, and a copy of it has no line break. Several spaces, as
 * between columns, stay within a line. What follows a line of a list is indented further: no name can begin a line that
 * looks like the next one.
 */
function filled(text: string, width: number): readonly string[] {
  const [indent = ''] = /^ */.exec(text) ?? [];
  const further = indent === '' ? '' : `${indent}  `;
  const lines: string[] = [];
  for (const [, space, word = ''] of wordsIn(text)) {
    const longer = lines.length === 0 ? undefined : `${lines.at(-1)}${space}${word}`;
    if (longer !== undefined && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(`${lines.length === 0 ? indent : further}${word}`);
  }
  return lines;
}

/** Each with the spaces before it. A command in quotes is one word. */
const wordsIn = (text: string): Iterable<RegExpExecArray> => text.matchAll(/( *)('shop-cli [^']*'\S*|[^ ]+)/g);
