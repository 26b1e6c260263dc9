import type { Context, LogEvent } from '../context.ts';
import { CliError } from '../errors.ts';
import type { RawOptions } from '../input/options.ts';
import { traitsOf } from '../output/formats.ts';
import { withoutName } from '../resources/where-to-find.ts';
import { usesColor } from '../settings/settings.ts';
import { escapeJson, escapeLines } from '../text/escape.ts';

/** Reports an error on stderr: the message and the hint or, for programs, one JSON object. Returns the exit code. @param tellJob says it to a CI service too */
export async function reportError(
  error: unknown,
  context: Context,
  options: RawOptions & { readonly isJson?: boolean; readonly messages?: readonly string[] },
  tellJob?: (shown: CliError) => Promise<void>,
): Promise<number> {
  const { stderr, interrupted } = context;
  const failure =
    interrupted.aborted && !(error instanceof CliError && mattersMore.includes(error.kind))
      ? new CliError('interrupted', 'Stopped.')
      : error instanceof CliError
        ? error
        : await faultOf(error, context);
  const shown = options.maskPii === true ? await withoutPersonal(failure) : failure;
  await tellJob?.(shown);
  const isJson = options.isJson || options.json === true || traitsOf(options.output).isJson === true;
  if (isJson && !stderr.isJson) {
    const messages = [...(options.messages ?? []), ...stderr.release()].map((text) => text.trim()).filter(Boolean);
    await stderr.writeWhole(escapeJson(JSON.stringify({ ...errorOf(shown, stderr.nextSteps), messages })));
    return failure.exitCode;
  }
  const prefix = await prefixOf(failure, context, options);
  const hint = shown.hint === undefined ? '' : `\n${escapeLines(shown.hint)}`;
  const text = `${prefix}${escapeLines(shown.message)}${hint}\n`;
  await context.stderr.write(text, {
    ...eventOf(failure),
    message: shown.message,
    ...errorOf(shown, stderr.nextSteps),
  });
  return failure.exitCode;
}

/** What was sent and not answered, an import that kept its outcomes, and what continues say more than that somebody stopped it. */
const mattersMore: readonly string[] = ['outcome-unknown', 'import-incomplete', 'import-stopped', 'interrupted'];

/** A bug: what is known of it goes before the message. */
async function faultOf(error: unknown, { stderr }: Context): Promise<CliError> {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await stderr.write(`${escapeLines(stack)}\n`, { event: 'stack', level: 'error' });
  return new CliError('fault', 'Internal error in shop-cli.', { hint: 'Please report it, with the lines above.' });
}

/** `Error: `, but not after a question that a person left: that is a decision. */
async function prefixOf({ kind }: CliError, { env, stderr }: Context, { color }: RawOptions): Promise<string> {
  if (kind === 'interrupted') return '';
  const { paints } = await import('../text/paint.ts');
  return `${paints(usesColor(color, env, stderr)).failure('Error:')} `;
}

/** For `--mask-pii`. What the store says is left out where its reply is read. */
async function withoutPersonal(failure: CliError): Promise<CliError> {
  const { withoutEmails, withoutTyped } = await import('../resources/personal.ts');
  const { kind, message, hint = '', field = '' } = failure;
  const masked = kind === 'usage' ? withoutTyped : withoutEmails;
  return failure.reworded({
    message: masked(message),
    ...(hint && { hint: withoutName(withoutEmails(hint)) }),
    ...(field && { field: masked(field) }),
  });
}

/** A question that a person left is no error. */
const eventOf = ({ kind, exitCode }: CliError): LogEvent =>
  kind === 'interrupted' ? { event: 'interrupted', level: 'warn' } : { event: 'error', level: 'error', exitCode };

/** @param nextSteps what the command has said, where the error itself has no hint */
const errorOf = ({ kind, message, status, field, hint, retryable }: CliError, nextSteps: readonly string[]) => ({
  error: {
    ...{ code: kind, message, status: status ?? null, field: field ?? null },
    ...{ hint: hint ?? (nextSteps.join('\n') || null), retryable },
  },
});
