import { CliError, exitCodes } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Import } from '../import-run.ts';
import type { Journal } from '../journal/journal.ts';
import type { ImportSession } from '../journal/session.ts';
import type { Catalogue, RowFault } from '../read/catalogue.ts';
import type { Desk } from '../send/desk.ts';
import { annotate } from './annotations.ts';
import { KnownRows } from './known-rows.ts';
import { type Outputs, print, type Rejection, reject, writeReport } from './outputs.ts';
import { faultProblem, type Problem, problemOf, reportOf } from './report.ts';
import { writeResults } from './results-file.ts';
import type { Tally } from './tally.ts';
import { describeFault, howManyRows } from './words.ts';

/** A run whose sending has ended, in whatever way. */
interface Ended {
  readonly run: Import;
  readonly catalogue: Catalogue;
  readonly tally: Tally;
  readonly journal: Journal;
  readonly session: ImportSession;
  readonly outputs: Outputs;
  /** What was told of the file's own faults. */
  readonly faults: readonly RowFault[];
  /** Why each faulty row is. */
  readonly faulty: ReadonlyMap<number, Rejection> | undefined;
  readonly ending: CliError | undefined;
  readonly desk: Desk;
}

/** Problems that are told one by one; all of them are in the journal, and in the files. */
const mostTold = 1000;

/** Writes everything down, tells what became of the rows and what to do next. Returns the exit code. @throws the ending, when nothing got in */
export async function conclude(ended: Ended): Promise<number> {
  const { run, catalogue, tally, journal, session, outputs, faults, desk } = ended;
  const ending = closeRun(ended);
  const known = new KnownRows(journal, session.run, desk.ledger.unwritten);
  const problems = known.problems(mostTold).map(problemOf);
  const wasInterrupted = run.context.interrupted.aborted;
  const stopped = ending?.message ?? (wasInterrupted ? 'interrupted' : null);
  const report = reportOf(tally, { run: session.run, problems: [...faults.map(faultProblem), ...problems], stopped });
  await tellProblems(run, problems, tally);
  await annotate(run, problems);
  await print(run, report);
  const isWritten = await writeEach(run, [
    () => reject(run, catalogue, outputs.rejected ? rejectionsOf(ended, known) : new Map(), outputs.rejected),
    () => writeResults({ catalogue, tally, known }, outputs.results),
    () =>
      writeReport({ ...report, settle: desk.settleTime.current, lag: Math.round(desk.settleTime.lag) }, outputs.report),
  ]);
  if (ending && tally.count('created') + tally.count('open') + tally.uncertain === 0) throw ending;
  if (ending) await run.notice(`Stopped early: ${ending.message}${ending.hint === undefined ? '' : ` ${ending.hint}`}`);
  await tellNext(ended, stopped);
  if (desk.halt.signal.aborted || tally.notSent + tally.count('open') > 0) return exitCodes['import-stopped'];
  if (!tally.isComplete) return exitCodes['import-incomplete'];
  return isWritten ? 0 : exitCodes.fault;
}

/** Each file for itself: rows were sent, and what became of them is told whatever cannot be written. False when something could not. */
async function writeEach({ notice }: Import, writes: readonly (() => Promise<void>)[]): Promise<boolean> {
  const failures: CliError[] = [];
  for (const write of writes) {
    await write().catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      failures.push(error);
    });
  }
  for (const { message } of failures)
    await notice(`Warning: ${escapeText(message)} shop-cli imports show has what it would hold.`);
  return failures.length === 0;
}

/** Writes the last outcomes and the end of the run. What cannot be written any more is the ending. */
function closeRun({ journal, session, tally, desk, ending }: Ended): CliError | undefined {
  try {
    desk.ledger.flush();
    const isOver = tally.notSent + tally.count('open') === 0 && !desk.halt.signal.aborted;
    // A store that refused everything may have been mended when the same command comes again: every row is tried then.
    const isVain = ending?.kind === 'refused' && tally.count('created') === 0;
    journal.endRun(session.run, isOver ? 'finished' : isVain ? 'set aside' : 'unfinished', ending?.message ?? null);
    return ending;
  } catch (error) {
    return ending ?? (error as CliError);
  }
}

async function tellProblems(run: Import, problems: readonly Problem[], tally: Tally): Promise<void> {
  for (const { line, key, outcome, message } of problems) {
    await run.notice(
      describeFault({
        line,
        value: key ?? '',
        message: `${outcome === 'open' ? 'to be checked' : outcome}: ${message}`,
      }),
    );
  }
  const all = tally.count('rejected') + tally.uncertain + tally.count('duplicate') + tally.count('open');
  if (all > problems.length)
    await run.notice(`… and ${formatCount(all - problems.length)} more rows: shop-cli imports show lists them.`);
}

async function tellNext({ run, tally, session }: Ended, stopped: string | null): Promise<void> {
  const { notice } = run;
  if (tally.uncertain > 0) {
    await notice(
      'Uncertain rows may be in the shop or not. Look each up with products get --sku before you send it again.',
    );
  }
  if (tally.count('duplicate') > 0)
    await notice('Delete one of two products with the same key in the back office: shop-cli deletes nothing.');
  if (tally.count('rejected') > 0 && run.files.rejected === undefined) {
    await notice(
      'Rejected rows: mend them, and run the same command again. --rejected rejected.csv writes them to a file of their own.',
    );
  }
  if (stopped !== null || tally.notSent + tally.count('open') > 0) {
    await notice(
      `${howManyRows(tally.notSent)} ${tally.notSent === 1 ? 'is' : 'are'} not sent yet. The same command continues import ${session.run}.`,
    );
  }
  await notice(`Kept as import ${session.run}: shop-cli imports show ${session.run}`);
}

function rejectionsOf({ tally, faulty }: Ended, known: KnownRows): ReadonlyMap<number, Rejection> {
  const found = new Map(faulty);
  if (tally.count('rejected') === 0) return found;
  for (const { record, state, member, message } of known.all()) {
    if (state === 'rejected') found.set(record, { field: member ?? '', message: message ?? '' });
  }
  return found;
}
