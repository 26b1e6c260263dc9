import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { RawOptions } from '../input/options.ts';
import { escapeJson, escapeLines } from '../text/escape.ts';

/** Tells the user what went wrong, on stderr: the sentence, the next step and, with `--json`, one JSON object. Returns the exit code. */
export async function reportError(error: unknown, context: Context, options: RawOptions): Promise<number> {
  if (context.interrupted.aborted && !(error instanceof CliError && error.kind === 'outcome-unknown')) {
    await context.stderr.write('Stopped.\n');
    return 130;
  }
  const failure =
    error instanceof CliError
      ? error
      : new CliError('fault', 'Something went wrong inside shop-cli.', { hint: 'Please report it with the lines above.' });
  if (!(error instanceof CliError))
    await context.stderr.write(`${escapeLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  const hint = failure.hint === undefined ? '' : `\n${escapeLines(failure.hint)}`;
  await context.stderr.write(`Error: ${escapeLines(failure.message)}${hint}\n`);
  if (options.json === true || options.output === 'json' || options.output === 'ndjson')
    await context.stderr.write(`${errorJson(failure)}\n`);
  return failure.exitCode;
}

function errorJson({ kind, message, status, field, hint, retryable }: CliError): string {
  return escapeJson(
    JSON.stringify({ error: { code: kind, message, status: status ?? null, field: field ?? null, hint: hint ?? null, retryable } }),
  );
}
