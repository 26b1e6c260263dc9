import { CliError } from '../../errors.ts';

/** What SQLite failed with, as the user is told. Nothing is tried again: a disk is not asked twice whether it kept what it lost. */
export function unwritable(path: string, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  const code = String((cause as { readonly code?: unknown }).code ?? cause);
  if (/CORRUPT|NOTADB/.test(code)) {
    return new CliError('usage', `The journal ${path} is damaged (${code}).`, {
      hint: 'Move it away, wait two minutes, and run the same command: rows that the store shows by then are skipped. Look up by hand what the last import sent before it broke off.',
      cause,
    });
  }
  return new CliError('import-stopped', `The journal ${path} cannot be written (${reasons[code] ?? code}). Nothing more was sent.`, {
    hint: 'Free some space, or name another place with --journal, and run the same command again.',
    cause,
  });
}

const reasons: Readonly<Record<string, string>> = { SQLITE_FULL: 'the disk is full', SQLITE_READONLY: 'it is read-only' };
