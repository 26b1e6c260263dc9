import { printRequests, RequestShown } from '../../cli/preview.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { deleteIfAny, type Gone } from '../../client/deletion.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { nameOfPlace, type Place } from '../../client/records.ts';
import { CliError, exitCodes, isAboutOne } from '../../errors.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import { evidenceOfFailure } from '../../resources/evidence.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText, safe } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import { capitalized, firstOf } from '../../text/words.ts';
import { recordDeletion } from './deletion.ts';
import { type Paced, pacing } from './paced.ts';

/** Several records of one noun, to be deleted. */
interface Several {
  readonly places: readonly Place<StoreRecord>[];
  /** Whom a record is about, for the question; empty where it is gone. */
  readonly nameOf: (at: Place<StoreRecord>) => Promise<string>;
  readonly titleOf?: ((at: Place) => string) | undefined;
  /** What a person should know before, in sentences. */
  readonly warning: () => Promise<string>;
}

/** Records that a question names. */
const maxNamed = 3;

/** Requests at a time: a shop serves as many to a browser. */
const maxAtOnce = 4;

/**
 * Asks once, deletes all, and prints those that are not in the store any more, and those that could not be deleted. One that is gone already is no failure, so
 * that the same command can be repeated. @returns 7 if some could not be deleted
 * @throws CliError where no other one could be deleted either
 */
export async function deleteSeveral(session: Session, several: Several): Promise<number> {
  const { places } = several;
  const [first] = places;
  if (!first) {
    await session.notice('There are no IDs in the input. Nothing was deleted.');
    return 0;
  }
  const { dryRun, curl } = session.options;
  const count = countOf(places.length, first);
  await confirmed(session, several, count);
  const connection = await session.connect({ manyRequests: true, printsRequests: true });
  const outcomes = await pacing(session, connection, (reads) => deleteAll(session, { connection, reads }, places));
  if (curl) return 0;
  if (dryRun) {
    await printRequests(session, requestsIn(outcomes));
    return 0;
  }
  const records = places.flatMap((at) => resultsOf(at, outcomes.get(at)));
  await session.showList(recordDeletion, session.options.quiet ? records.filter(({ deleted }) => deleted) : records);
  return await conclude(session, places, outcomes);
}

async function confirmed(
  session: Session,
  { places, nameOf, warning, titleOf }: Several,
  count: string,
): Promise<void> {
  const { dryRun, curl, quiet } = session.options;
  const isTold = dryRun && !curl && !quiet && session.settings.output === 'table' && session.settings.storeNamed;
  if (!session.asksToConfirm && !isTold) return await session.confirm(`Delete ${count}?`);
  const named: string[] = [];
  for (const at of places.slice(0, maxNamed)) {
    const name = await nameOf(at);
    named.push(safe`${titleOf ? titleOf(at) : (at.id ?? '')}${name && ` (${name})`}`);
  }
  const more = places.length > maxNamed ? `, … and ${formatCount(places.length - maxNamed)} more` : '';
  const subject = `${count} on ${session.storeLabel()}`;
  const texts = [`${named.join(', ')}${more}.`, await warning()].join(' ');
  if (isTold) await session.notice(safe`Would delete ${subject}: ${texts}`);
  else await session.confirm(safe`Delete ${subject}? ${texts}`);
}

function requestsIn(outcomes: ReadonlyMap<Place, DeletionResult>): readonly StoreRecord[] {
  const shown = [...outcomes.values()].map((outcome) =>
    outcome instanceof RequestShown ? outcome.request : undefined,
  );
  return shown.filter((request) => request !== undefined);
}

/** What became of a record, for programs; nothing of one that was not tried. */
function resultsOf({ id }: Place, outcome: DeletionResult): readonly StoreRecord[] {
  if (outcome instanceof CliError) return [{ failed: id, evidence: evidenceOfFailure(outcome) }];
  return outcome !== undefined && 'result' in outcome ? [{ deleted: id, evidence: outcome.evidence }] : [];
}

/** What became of a record; a failure with its reason. Undefined where it was not tried. */
type DeletionResult = Gone | RequestShown | CliError | undefined;

/** Deletes some at a time, in their order. The first failure that concerns all keeps the others from being tried. */
async function deleteAll(
  session: Session,
  { connection, reads }: Paced,
  places: readonly Place<StoreRecord>[],
): Promise<ReadonlyMap<Place, DeletionResult>> {
  const outcomes = new Map<Place, DeletionResult>();
  const waiting = places.values();
  const fatal: unknown[] = [];
  const isShown = session.options.dryRun || session.options.curl;
  const send: PacedReads['send'] = isShown ? (once) => once(connection) : reads.send;
  const work = async (): Promise<void> => {
    for (const at of waiting) {
      if (fatal.length > 0) return;
      try {
        outcomes.set(at, await deleteOne(send, at));
      } catch (error) {
        fatal.push(error);
      }
      // Its request may have arrived: that is known of no other one.
      if (session.context.interrupted.aborted && outcomes.get(at) instanceof CliError) fatal.push(outcomes.get(at));
    }
  };
  // What is only shown is shown in order.
  await Promise.all(Array.from({ length: isShown ? 1 : maxAtOnce }, work));
  const [error] = fatal;
  if (error === undefined) return outcomes;
  const done = [...outcomes.values()].filter((outcome) => hasEnded(outcome, 'deleted')).length;
  if (!isShown)
    await session.notice(
      `Deleted ${formatCount(done)} of ${formatCount(places.length)}. Rerun the same command to continue.`,
    );
  throw error;
}

const hasEnded = (outcome: DeletionResult, wanted: Gone['result']): boolean =>
  outcome !== undefined && 'result' in outcome && outcome.result === wanted;

/** @throws every failure that another record would meet too */
async function deleteOne(send: PacedReads['send'], at: Place<StoreRecord>): Promise<DeletionResult> {
  try {
    return await send((connection: Connection) => deleteIfAny(connection, at));
  } catch (error) {
    if (error instanceof RequestShown) return error;
    if (error instanceof CliError && isAboutOne(error)) return error;
    throw error;
  }
}

async function conclude(
  session: Session,
  places: readonly Place<StoreRecord>[],
  outcomes: ReadonlyMap<Place, DeletionResult>,
): Promise<number> {
  const having = (wanted: Gone['result']): number => places.filter((at) => hasEnded(outcomes.get(at), wanted)).length;
  const [first] = places as [Place];
  const failed = places.filter((at) => outcomes.get(at) instanceof CliError);
  for (const at of failed.slice(0, maxFailures))
    await session.notice(safe`Not deleted: ${nameOfPlace(at)}. ${(outcomes.get(at) as CliError).message}`);
  const gone = having('gone');
  const already = gone === 0 ? '' : `; ${formatCount(gone)} ${gone === 1 ? 'was' : 'were'} gone already`;
  if (gone === places.length) {
    // A 404 may also say that the API is not at this address.
    await listProducts(await session.connect(), { limit: '1' });
    await session.notice(
      `Warning: ${session.storeName()} has none of these ${first.names[1]}. Are the IDs those of ${first.names[1]}?`,
    );
  }
  if (failed.length === 0) {
    await session.done(`Deleted ${countOf(having('deleted'), first)}${already}`);
    return 0;
  }
  const ids = firstOf(failed.map(({ id = '' }) => id));
  await session.notice(
    escapeText(
      `${capitalized(`deleted ${countOf(having('deleted'), first)}`)}${already}; ${formatCount(failed.length)} could not be deleted: ${ids}. To try these again, rerun the same command.`,
    ),
  );
  return exitCodes['import-incomplete'];
}

/** Failures that are told one by one. */
const maxFailures = 20;

const countOf = (count: number, { names: [one, many] }: Pick<Place, 'names'>): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
