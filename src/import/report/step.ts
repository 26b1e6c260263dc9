import type { Context, FileContents } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';

/** A job that may have a summary. */
interface SummarizedJob {
  readonly context: Pick<Context, 'env' | 'files'>;
  readonly notice: (text: string) => Promise<void>;
}

/** The summaries of a run of the program. */
const summarized = new WeakSet<Context['files']>();

/** Whether this run of the program has added to the page already. */
export const hasSummary = ({ files }: Pick<Context, 'files'>): boolean => summarized.has(files);

/** Adds to the page of a GitHub Actions run. Failing to write an unrequested report is a warning, not an error. */
export async function addToStep(
  { context, notice }: SummarizedJob,
  summary: () => string | Promise<string>,
  contents: FileContents = { isOfPeople: false },
): Promise<void> {
  const path = context.env.GITHUB_STEP_SUMMARY;
  if (!path) return;
  summarized.add(context.files);
  try {
    await context.files.append(path, await summary(), contents);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    await notice(`Warning: Cannot write the summary for GitHub. ${escapeText(error.message)}`);
  }
}
