/** The shells that completion is for. */
const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

interface ShellLine {
  /** The words without their quotes; the last one ends at the cursor, and may be empty. */
  readonly words: readonly string[];
  /** The quote that is open at the cursor, or none. */
  readonly quote: '' | "'" | '"';
}

/** Splits a command line as a shell does, but expands nothing: nothing typed is run before Enter. */
export function wordsOf(line: string): ShellLine {
  const words = [''];
  let quote: ShellLine['quote'] = '';
  for (const [piece, single, singleEnd, double, doubleEnd, escaped] of line.matchAll(pieces)) {
    quote = singleEnd === '' ? "'" : doubleEnd === '' ? '"' : '';
    if (/^\s/.test(piece)) words.push('');
    else words.push(`${words.pop()}${single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? piece}`);
  }
  return { words, quote };
}

/**
 * Spaces, a part in quotes, which may be open at the end, a single character behind a backslash, and everything else.
 */
const pieces = /\s+|'([^']*)('?)|"((?:\\[\s\S]|[^"\\])*\\?)("?)|\\([\s\S]?)|[^\s'"\\]+/g;

/** A word as it is typed in that shell, where no quote is open. */
export function typedIn(shell: 'bash' | 'powershell', word: string): string {
  if (shell === 'bash') return word.replace(/[^\w@%+=:,./-]/g, '\\$&');
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}
