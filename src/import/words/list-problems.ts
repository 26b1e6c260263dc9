import type { Context, LogEvent } from '../../context.ts';
import { annotationsOf } from './annotations.ts';
import { equalProblems, type Problem, problemLine } from './problems.ts';

interface Listing {
  /** The imported file, or `-`. */
  readonly path: string;
  readonly context: Pick<Context, 'env' | 'stderr'>;
  /** Errors and warnings. @param event what a JSON log has in its place; empty text is for a JSON log alone */
  readonly notice: (text: string, event?: LogEvent) => Promise<void>;
}

/**
 * Prints a line for each problem, at a terminal one for equal ones: in a JSON log an event, and on GitHub Actions an
 * annotation too. @param more follows
 */
export async function listProblems(
  { path, context, notice }: Listing,
  problems: readonly Problem[],
  more?: string,
): Promise<void> {
  for (const equal of context.stderr.isTerminal ? equalProblems(problems) : problems.map((problem) => [problem])) {
    const lines = equal.map(({ line }) => line);
    // A log has each.
    for (const [at, problem] of equal.entries())
      await notice(at === 0 ? problemLine(problem, lines) : '', rowFailed(problem));
  }
  if (more !== undefined) await notice(more);
  if (context.env.GITHUB_ACTIONS !== 'true' || problems.length === 0) return;
  for (const annotation of annotationsOf(path, problems)) await context.stderr.command(annotation);
}

/** A row that was not imported, or may not have been. */
const rowFailed = ({ value, ...row }: Problem): LogEvent => ({
  event: 'row_failed',
  level: 'error',
  ...row,
  ...(value === undefined ? {} : { value }),
});
