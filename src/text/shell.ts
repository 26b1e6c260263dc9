/** A word for a POSIX shell: single-quoted where it holds anything that a shell may take for something else. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text));

/** The same, quoted always. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
