import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { storeIdOf } from '../../cli/store.ts';
import { CliError } from '../../errors.ts';
import { closedAfter, type Journal, openJournal, readJournal } from '../../import/journal/journal.ts';
import { journalPath } from '../../import/journal/path.ts';
import { allRuns, type RunRecord, whenApplied } from '../../import/journal/runs.ts';
import { recountedText } from '../../import/journal/seals.ts';
import type { ImportPlan } from '../../import/plan/plan.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { idKind, textKind } from '../../resources/kinds.ts';

const journalOptions = {
  journal: option({ ...textKind, placeholder: 'file' }, "journal file (default: the store's)"),
};

/** Adds `--journal`. */
export const addJournalOption = (command: Command): void => addOptions(command, journalOptions);

interface JournalAccess<T> {
  /** Milliseconds to wait for an import to end; `unlocked` only reads, also while an import runs. */
  readonly lock: number | 'unlocked';
  /** The result before the first import into the store. */
  readonly none?: T;
}

/**
 * Opens the journal of the chosen store for as long as `use` works with it.
 * @throws CliError `not-found` without a journal, unless `none` is given or the journal is named
 */
export async function withJournal<T>(
  session: Session,
  raw: RawOptions,
  { lock, none }: JournalAccess<T>,
  use: (journal: Journal) => Promise<T>,
): Promise<T> {
  const { context, settings } = session;
  const { journal: stated } = readOptions(journalOptions, raw);
  const path = journalPath(stated, stated === undefined ? storeIdOf(settings.store(), context) : '', context);
  if (!(await context.files.exists(path))) {
    if (stated !== undefined) throw noImports(`Journal not found: ${path}.`);
    if (none !== undefined) return none;
    throw noImports(noneYet);
  }
  return await closedAfter(await openJournal(path, { lock }, context), async (journal) => {
    const recounted = recountedText(journal.recounted);
    if (recounted !== undefined) await session.notice(recounted);
    return await use(journal);
  });
}

/** The run of this number, or the latest. @throws CliError `usage`, `not-found` */
export function findRun(journal: Journal, number: string | undefined): RunRecord {
  const runs = allRuns(journal);
  const wanted = number === undefined ? runs[0]?.run : Number(idKind.typed(number));
  if (Number.isNaN(wanted)) throw noSuchImport(String(number));
  const found = runs.find(({ run }) => run === wanted);
  if (found) return found;
  const [latest] = runs;
  if (!latest) throw noImports(noneYet);
  const store = latest.store.replace(/^https?:\/\//, '');
  throw new CliError('not-found', `No import ${number} into ${store} on this machine.`, { hint: listHint });
}

/** The error for an argument that is no number of an import. */
export const noSuchImport = (typed: string): CliError =>
  new CliError('usage', `Invalid import number "${typed}": expected a positive whole number.`, {
    hint: listHint,
  });

const listHint = 'To list the imports: shop-cli imports list';

/** When a plan was applied on this machine, in milliseconds since 1970; undefined if it was not. No store need be selected. */
export async function appliedPlan(
  { context }: Session,
  raw: RawOptions,
  { sha256, heading }: ImportPlan,
): Promise<number | undefined> {
  const { journal: stated } = readOptions(journalOptions, raw);
  const path = journalPath(stated, heading.store, context);
  return await readJournal(path, context, async (journal) => journal && whenApplied(journal, sha256));
}

export const noneYet = 'No imports into this store yet.';

const noImports = (message: string): CliError =>
  new CliError('not-found', message, {
    hint: 'The history of an import is on the machine that ran it.',
  });
