import type { Context, Messages } from '../../../context.ts';
import { escapeLines } from '../../../text/escape.ts';
import { outcomeWord, type Problem } from '../report.ts';
import { problemText } from '../words.ts';

/** GitHub shows ten annotations per step; the rest only fill the log. */
const mostAnnotations = 50;

/** On GitHub Actions: prints a line for each problem, which GitHub shows next to the file. */
export async function annotate(
  {
    context,
    path,
  }: {
    readonly context: { readonly env: Context['env']; readonly stderr: Pick<Messages, 'command'> };
    readonly path: string;
  },
  problems: readonly Problem[],
): Promise<void> {
  if (context.env.GITHUB_ACTIONS !== 'true') return;
  for (const problem of problems.slice(0, mostAnnotations)) await context.stderr.command(annotationOf(path, problem));
}

/**
 * `::error file=catalogue.csv,line=42::what is wrong`, escaped for the runner (actions/toolkit, docs/commands.md) and
 * for people who read the log. Standard input has no file name.
 */
function annotationOf(path: string, problem: Problem): string {
  const { line, outcome } = problem;
  const text = `${outcomeWord(outcome)}: ${problemText(problem)}`;
  if (path === '-') return `::error::${escapeMessage(`line ${line}, ${text}`)}`;
  return `::error file=${escapeProperty(path)},line=${line}::${escapeMessage(text)}`;
}

const escapeMessage = (text: string): string =>
  escapeLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
