const candidates = [',', ';', '\t', '|'] as const;

/**
 * Finds the delimiter in the header, the only line with known words: the candidate with the most `known` headings, then
 * the most frequent one. Delimiters in quotes do not count. The default is a comma.
 * @param head the beginning of the file, at least the whole header
 */
export function findDelimiter(head: string, known: (heading: string) => boolean): string {
  let best = { delimiter: ',', known: 0, cells: 1 };
  for (const delimiter of candidates) {
    const headings = headerCells(head, delimiter);
    const found = {
      delimiter,
      known: headings.filter((heading) => !candidates.some((one) => heading.includes(one)) && known(heading)).length,
      cells: headings.length,
    };
    if (found.cells > 1 && (found.known > best.known || (found.known === best.known && found.cells > best.cells)))
      best = found;
  }
  return best.delimiter;
}

function headerCells(head: string, delimiter: string): readonly string[] {
  const cells = [''];
  let quoted = false;
  for (const character of head.replace(/^[\r\n]+/, '')) {
    if (character === '"') quoted = !quoted;
    else if (quoted) cells[cells.length - 1] += character;
    else if (character === '\n' || character === '\r') break;
    else if (character === delimiter) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}
