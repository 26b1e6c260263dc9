import type { Output } from '../context.ts';

/**
 * A message as lines that fit the terminal that shows it; elsewhere as it is. What measures text takes a while to load,
 * and is loaded only for a text that may not fit: no character takes more than two columns.
 */
export async function fittingText(text: string, { isTerminal, columns }: Output): Promise<string> {
  if (!isTerminal || text.split('\n').every((line) => line.length * 2 <= columns)) return text;
  return (await import('../output/message-lines.ts')).messageLines(text, columns);
}
