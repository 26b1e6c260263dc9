import type { ImportOptions } from '../options.ts';
import { byPriceChange, changeTables, changeWarnings, type FeedChanges, warningTable } from '../report/feed-changes.ts';
import { html } from '../report/markup.ts';
import { type DifferingRow, maxDiffering } from '../report/report.ts';
import { addToStep } from '../report/step.ts';
import { code, paragraph } from '../report/summary-parts.ts';
import type { Warning } from '../words/check-texts.ts';
import { differingText } from '../words/differing.ts';
import { annotates } from '../words/list-problems.ts';
import type { Difference } from './differences.ts';
import type { DiffSummary } from './summary.ts';

/** The first differences, for the page of a job and its annotations. */
export class JobChanges {
  readonly #differing: DifferingRow[] = [];
  readonly #gone: FeedChanges['firstGone'][number][] = [];

  add(difference: Difference): void {
    const { kind, line, key, productId } = difference;
    if (kind === 'gone') {
      if (this.#gone.length < maxDiffering) this.#gone.push({ key: key ?? '', productId });
      return;
    }
    const message = messageOf(difference);
    if (message === undefined || this.#differing.length === maxDiffering) return;
    this.#differing.push({ line: line ?? 0, key: key ?? '', productId, message });
  }

  /** @param summary the counts @param storeOnly whether products that only the store has are listed */
  changes({ differs, duplicate, near, gone }: DiffSummary, storeOnly: boolean): FeedChanges {
    return {
      gone: storeOnly ? (gone ?? 0) : 0,
      firstGone: this.#gone,
      goneText: 'The store has these products, and no row of the file has them.',
      differing: differs + duplicate + near,
      firstDiffering: byPriceChange(this.#differing),
    };
  }
}

/** How the store differs from a row that it has. */
function messageOf(difference: Difference): string | undefined {
  const { kind, fields = {}, productIds = [], nearKey } = difference;
  if (kind === 'differs') return differingText(fields);
  if (kind === 'duplicate') return `exists more than once in the store: ${productIds.join(', ')}`;
  if (kind === 'near') return `the store has almost the same key, ${nearKey}`;
  return undefined;
}

type ComparingJob = Pick<ImportOptions, 'path' | 'context' | 'notice' | 'store'>;

/** What GitHub Actions shows of a comparison. */
interface JobDiff {
  readonly changes: FeedChanges;
  /** The counts as a sentence. */
  readonly headline: string;
  readonly warnings: readonly Warning[];
}

/** Annotates what differs, and adds it to the page of the run, as an import of a feed does. */
export async function tellJob(options: ComparingJob, { changes, headline, warnings }: JobDiff): Promise<void> {
  const { context, path, store } = options;
  if (annotates(context)) for (const warning of changeWarnings(path, changes)) await context.stderr.command(warning);
  const place = paragraph([code(path), ' and ', code(store.storeValue())]);
  await addToStep(
    options,
    () => html`<h2>Compared: ${headline}</h2>\n${place}${warningTable({ warnings })}${changeTables(changes)}\n`.text,
  );
}
