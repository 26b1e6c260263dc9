/** The arguments of a line, which is split at spaces, and further ones. */
export const words = (line: string, ...more: readonly string[]): readonly string[] => [...line.split(' '), ...more];
