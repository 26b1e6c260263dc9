import type { FileFault } from './faults.ts';

/**
 * Where the quotes of a record are broken; undefined where they are not.
 * @param text from the first character of the record on
 * @param line of that character, as an editor counts
 */
export function quoteFault(text: string, delimiter: string, line: number): FileFault | undefined {
  const lineAt = (place: number): number => line + (text.slice(0, place).match(/\r\n|\n|\r/g)?.length ?? 0);
  let start = 0;
  for (;;) {
    const broken = text[start] === '"' ? brokenQuotes(text, delimiter, start) : strayQuote(text, delimiter, start);
    if (broken)
      return {
        problem: broken(lineAt),
        remedy: 'Put the whole cell in quotes and double each quote inside it ("").',
      };
    const end = endOfCell(text, delimiter, text[start] === '"' ? (closingQuote(text, start) ?? start) : start);
    if (text[end] !== delimiter) return undefined;
    start = end + 1;
  }
}

/** What is wrong, once the line of a place is known. */
type Broken = (lineAt: (place: number) => number) => string;

function brokenQuotes(text: string, delimiter: string, start: number): Broken | undefined {
  const closing = closingQuote(text, start);
  if (closing === undefined) return (lineAt) => `Line ${lineAt(start)}: a quoted cell starts here and is never closed.`;
  if (endOfCell(text, delimiter, closing) === closing + 1) return undefined;
  return (lineAt) => {
    const where = lineAt(start) === lineAt(closing) ? '' : ` on line ${lineAt(closing)}`;
    return `Line ${lineAt(start)}: the quoted cell that starts here has text after its closing quote${where}.`;
  };
}

function strayQuote(text: string, delimiter: string, start: number): Broken | undefined {
  const quote = text.slice(start, endOfCell(text, delimiter, start)).indexOf('"');
  return quote < 0 ? undefined : (lineAt) => `Line ${lineAt(start + quote)}: a quote (") inside an unquoted cell.`;
}

/** Where an unquoted text ends: at a delimiter, a line break or the end. */
function endOfCell(text: string, delimiter: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** The place of the quote that closes a cell: one that is not doubled. */
function closingQuote(text: string, opening: number): number | undefined {
  for (let at = text.indexOf('"', opening + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return undefined;
}
