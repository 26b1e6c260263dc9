/** The arguments of a line, which is split at spaces, and further ones. */
export const words = (line: string, ...more: readonly string[]): readonly string[] => [...line.split(' '), ...more];

/** The words of a line as a shell splits it, with double quotes only. */
export const typed = (line: string): readonly string[] =>
  [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
