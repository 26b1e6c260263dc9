import type { Context, LogEvent } from '../../context.ts';
import type { RowFault } from '../map/cells/row-fault.ts';
import { annotationsOf, warningAnnotations } from './annotations.ts';
import type { warningsAbout } from './check-texts.ts';
import { equalProblems, faultProblem, type Problem, problemLine } from './problems.ts';

/** Errors and warnings. @param event what a JSON log has in its place; empty text is for a JSON log alone */
type Notice = (text: string, event?: LogEvent) => Promise<void>;

interface ProblemListing {
  /** The imported file, or `-`. */
  readonly path: string;
  readonly context: Pick<Context, 'env' | 'stderr'>;
  readonly notice: Notice;
}

interface ListedProblems {
  /** Lines of text at most. */
  readonly most?: number;
  /** Follows them. */
  readonly more?: string | undefined;
}

/**
 * Prints a line for each problem, at a terminal one for equal ones: in a JSON log an event, and on GitHub Actions an
 * annotation too.
 */
export async function listProblems(
  { path, context, notice }: ProblemListing,
  problems: readonly Problem[],
  { most = Number.POSITIVE_INFINITY, more }: ListedProblems = {},
): Promise<void> {
  const groups = context.stderr.isTerminal ? equalProblems(problems) : problems.map((problem) => [problem]);
  for (const [index, equal] of groups.entries()) {
    const lines = equal.map(({ line }) => line);
    // A log has each.
    for (const [at, problem] of equal.entries())
      await notice(index < most && at === 0 ? problemLine(problem, lines) : '', rowFailed(problem));
  }
  if (more !== undefined) await notice(more);
  if (!annotates(context)) return;
  for (const annotation of annotationsOf(path, problems)) await context.stderr.command(annotation);
}

/** Whether lines that are commands of GitHub Actions are wanted. */
export const annotates = ({ env }: Pick<Context, 'env'>): boolean => env.GITHUB_ACTIONS === 'true';

/** A row that was not imported, or may not have been. */
const rowFailed = ({ value, ...row }: Problem): LogEvent => ({
  event: 'row_failed',
  level: 'error',
  ...row,
  ...(value === undefined ? {} : { value }),
});

/** Prints what the check warns of: in a JSON log an event for each row, and on GitHub Actions an annotation too. */
export async function listWarnings(
  { path, context, notice }: ProblemListing,
  warnings: ReturnType<typeof warningsAbout>,
): Promise<void> {
  for (const { text, rows } of warnings) {
    const [first, ...others] = rows;
    await notice(`Warning: ${text}`, first && rowWarning(first));
    // A log has each.
    for (const other of others) await notice('', rowWarning(other));
  }
  if (!annotates(context)) return;
  for (const annotation of warningAnnotations(path, warnings)) await context.stderr.command(annotation);
}

function rowWarning(warning: RowFault): LogEvent {
  const { key, outcome, ...row } = faultProblem(warning);
  return { event: 'row_warning', level: 'warn', ...row };
}
