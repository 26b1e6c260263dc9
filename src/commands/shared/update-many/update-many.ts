import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { CliError } from '../../../errors.ts';
import { abandonAfterInterrupt } from '../../../pace/grace.ts';
import { maxAtOnce } from '../../../pace/pace.ts';
import type { PacedReads } from '../../../pace/paced-reads.ts';
import { safe } from '../../../text/escape.ts';
import { eachOf } from '../many/each-of.ts';
import { pacing } from '../paced.ts';
import { isForPeople } from '../update.ts';
import { type ChangeRow, readChangeRows, type UpdatedNoun } from './changes.ts';
import { type ComparedFile, compareRows, notCompared, type RowChange } from './compare.ts';
import { conclude } from './conclude.ts';
import type { ManyOptions } from './options.ts';
import { type ChangeResult, resultOfFailure, type UpdatedItem } from './outcome.ts';
import { countOf, showPlanned, tellChanges, tellFields, tooMany } from './planned.ts';
import { ResultsFile } from './results.ts';
import { sendChange } from './send.ts';

/**
 * Updates the records that a file names: reads and checks all of the file, compares it with the store, asks once, and sends
 * what differs. It can be interrupted and repeated. @returns 7 if some could not be updated
 * @throws CliError `usage` before anything is sent
 */
export async function updateMany(session: Session, options: ManyOptions, noun: UpdatedNoun): Promise<number> {
  const { dryRun } = session.options;
  // A script that forgot --yes learns it before anything is read.
  if (!session.asksToConfirm) await session.confirm(`Update ${noun.table.names[1]}?`, 'update');
  const rows = await readChangeRows(session, options, noun);
  const { path: input, results: path } = options;
  const results =
    path === undefined || dryRun
      ? undefined
      : await ResultsFile.open(session.context, { path, input, definition: noun.result });
  const abandon = abandonAfterInterrupt(session.context);
  try {
    const connection = await session.connect({
      connections: maxAtOnce,
      manyRequests: true,
      printsRequests: true,
      signal: abandon.signal,
    });
    return await pacing(session, connection, (reads) =>
      updateAll({ session, connection, reads, rows, noun, options, results }),
    );
  } finally {
    abandon.abort();
    await results?.discard();
  }
}

interface Updating {
  readonly session: Session;
  readonly connection: Connection;
  readonly reads: PacedReads;
  readonly rows: readonly ChangeRow[];
  readonly noun: UpdatedNoun;
  readonly options: ManyOptions;
  readonly results: ResultsFile | undefined;
}

async function updateAll(updating: Updating): Promise<number> {
  const { session, connection, noun, options, rows, results } = updating;
  const plan = await comparison(updating);
  const { changes } = plan;
  if (session.options.dryRun) return await showPlanned(session, connection, plan, { noun, options });
  if (changes.length > options.maxChanges) throw tooMany(changes.length, options, noun);
  const isWatched = session.asksToConfirm || (isForPeople(session) && session.context.stderr.isTerminal);
  const isTold = isWatched && changes.length > 0;
  if (isTold) await tellChanges(session, plan, noun);
  else if (isForPeople(session)) await tellFields(session, plan, noun);
  if (changes.length > 0) await confirmed(session, changes.length, noun);
  const sent = await sendAll(updating, changes);
  const ended = new Map([...plan.results, ...sent.results]);
  const told = isTold ? sent.results : ended;
  return await conclude(session, { rows, noun, ended, told, results, error: sent.error });
}

/** A dry run without a store that answers shows what the file says. */
async function comparison(updating: Updating): Promise<ComparedFile> {
  const { session, rows } = updating;
  if (!session.options.dryRun) return await compared(updating);
  if (!session.settings.storeNamed) return notCompared(rows);
  return await compared(updating).catch(async (error: unknown) => {
    if (!(error instanceof CliError) || error.kind !== 'unreachable') throw error;
    await session.notice(safe`The rows are not compared: ${error.message}`);
    return notCompared(rows);
  });
}

async function compared({ session, reads, rows, noun }: Updating): Promise<ComparedFile> {
  let done = 0;
  const work = () => ({ done, total: rows.length, place: 'read', note: reads.wait() });
  const display = session.progress(work, false);
  try {
    return await compareRows(reads, rows, noun, () => {
      done++;
      display.show();
    });
  } catch (error) {
    if (session.context.interrupted.aborted) await session.notice('Nothing was sent.');
    throw error;
  } finally {
    await display.end();
  }
}

async function confirmed(session: Session, count: number, noun: UpdatedNoun): Promise<void> {
  if (session.asksToConfirm)
    await session.confirm(`Update ${countOf(count, noun)} on ${session.storeLabel()}?`, 'update');
}

interface Sent {
  readonly results: ReadonlyMap<ChangeRow, ChangeResult>;
  /** What kept the others from being sent. */
  readonly error: unknown;
}

/** Sends the first alone, then some at a time, until the store has emptied other fields of a record. */
async function sendAll({ session, reads, noun }: Updating, changes: readonly RowChange[]): Promise<Sent> {
  let done = 0;
  let failed = 0;
  const work = { total: changes.length, place: 'updated' };
  const display = session.progress(() => ({ ...work, done, problems: { failed }, note: reads.wait() }), false);
  const { results, error } = await eachOf<RowChange, UpdatedItem>(
    changes,
    (change) => sendChange(reads, change, noun),
    {
      atOnce: maxAtOnce,
      // A store may empty what a change does not have: one record shows it.
      isFirstAlone: true,
      interrupted: session.context.interrupted,
      resultOf: resultOfFailure,
      isLast: (ended) => ended.result === 'done' && ended.hasEmptied,
      onResult: (_, ended) => {
        done++;
        if (ended.result === 'failed') failed++;
        display.show();
      },
    },
  );
  await display.end();
  return { results: new Map([...results].map(([{ row }, ended]) => [row, ended])), error };
}
