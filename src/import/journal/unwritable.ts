import { CliError } from '../../errors.ts';

/** The error for a failure of SQLite. Nothing is retried: after a failed sync the disk may have lost what it reports as written. */
export function unwritable(path: string, cause: unknown): CliError {
  if (cause instanceof CliError) return cause;
  const code = String((cause as { readonly code?: unknown }).code ?? cause);
  if (/CORRUPT|NOTADB/.test(code)) {
    return new CliError('usage', `The journal ${path} is damaged (${code}).`, {
      hint: `Repair: ${damagedHint}`,
      cause,
    });
  }
  return new CliError(
    'import-stopped',
    `The journal ${path} cannot be written (${reasons[code] ?? code}). Nothing more was sent.`,
    {
      hint: 'Free disk space or choose another file with --journal, then rerun the command.',
      cause,
    },
  );
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'it is read-only',
};

export const damagedHint =
  'move it away, wait two minutes and rerun the command: rows that the store shows by then are skipped. Check by hand the rows that the last import sent before it stopped.';
