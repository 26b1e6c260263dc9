import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { RawOptions } from '../input/options.ts';
import { usesColor } from '../settings/settings.ts';
import { escapeJson, escapeLines } from '../text/escape.ts';

/** Reports an error on stderr: the message, the hint and, in a JSON format, one JSON object. Returns the exit code. */
export async function reportError(error: unknown, context: Context, options: RawOptions): Promise<number> {
  if (context.interrupted.aborted && !(error instanceof CliError && error.kind === 'outcome-unknown')) {
    await context.stderr.write('Stopped.\n');
    return 130;
  }
  const failure =
    error instanceof CliError
      ? error
      : new CliError('fault', 'Internal error in shop-cli.', {
          hint: 'Please report it, with the lines above.',
        });
  if (!(error instanceof CliError))
    await context.stderr.write(
      `${escapeLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
  const shown = options.maskPii === true ? await withoutPersonal(failure) : failure;
  const prefix = await prefixOf(failure, context, options);
  const hint = shown.hint === undefined ? '' : `\n${escapeLines(shown.hint)}`;
  await context.stderr.write(`${prefix}${escapeLines(shown.message)}${hint}\n`);
  if (options.json === true || options.output === 'json' || options.output === 'ndjson')
    await context.stderr.write(`${errorJson(shown)}\n`);
  return failure.exitCode;
}

/** `Error: `, but not after a question that a person left: that is a decision. */
async function prefixOf({ kind }: CliError, { env, stderr }: Context, { color }: RawOptions): Promise<string> {
  if (kind === 'interrupted') return '';
  const { paints } = await import('../text/paint.ts');
  return `${paints(usesColor(color, env, stderr)).failure('Error:')} `;
}

/** For `--mask-pii`: a store may repeat what it was sent. */
async function withoutPersonal({ kind, message, hint, ...details }: CliError): Promise<CliError> {
  const { withoutEmails } = await import('../resources/personal.ts');
  return new CliError(kind, withoutEmails(message), { ...details, hint: hint && withoutEmails(hint) });
}

function errorJson({ kind, message, status, field, hint, retryable }: CliError): string {
  return escapeJson(
    JSON.stringify({
      error: { code: kind, message, status: status ?? null, field: field ?? null, hint: hint ?? null, retryable },
    }),
  );
}
