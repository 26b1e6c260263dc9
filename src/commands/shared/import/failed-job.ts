import type { Context } from '../../../context.ts';
import type { CliError } from '../../../errors.ts';
import { html } from '../../../import/report/markup.ts';
import { addToStep, hasSummary } from '../../../import/report/step.ts';
import { code, paragraph } from '../../../import/report/summary-parts.ts';
import { annotation } from '../../../import/words/annotations.ts';
import { annotates } from '../../../import/words/list-problems.ts';

/**
 * Annotates a failure that belongs to no row, such as a token that was refused or a file that is missing, and adds it to the
 * page of the run, unless a report is there.
 */
export async function tellFailedJob({ kind, message, hint }: CliError, context: Context): Promise<void> {
  if (kind === 'interrupted') return;
  const { stderr, env, secrets } = context;
  const text = secrets.removeFromMessage([message, hint ?? []].flat().join('\n'));
  // No file: `-` is a place without one.
  if (annotates({ env })) await stderr.command(annotation('error', '-', text));
  if (hasSummary(context)) return;
  const lines = text.split('\n').map((line) => paragraph(code(line)));
  const notice = (warning: string) => stderr.write(`${warning}\n`);
  await addToStep({ context, notice }, () => html`<h2>Failed</h2>\n${lines}\n`.text);
}
