/** Columns of a line of the docs. */
const width = 110;

/** A paragraph in lines of at most 110 columns; `margin` comes before each but the first. A single longer word stays whole. */
export function wrapped(paragraph: string, margin = ''): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.trim() !== '' && line.length + 1 + word.length > width) lines.push(`${margin}${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
