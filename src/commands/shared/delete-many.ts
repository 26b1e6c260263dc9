import { printRequests } from '../../cli/preview.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { deleteIfAny } from '../../client/deletion.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { nameOfPlace, type Place } from '../../client/records.ts';
import { exitCodes } from '../../errors.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { OutcomeEvidence } from '../../resources/evidence.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText, safe } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import { firstOf } from '../../text/words.ts';
import { recordDeletion } from './deletion.ts';
import { eachOf, type ItemResult } from './many/each-of.ts';
import { requestsOf } from './many/requests.ts';
import { pacing } from './paced.ts';

/** Several records of one noun, to be deleted. */
export interface Several {
  readonly places: readonly Place<StoreRecord>[];
  /** The person a record is about, for the question; empty where it is gone. */
  readonly nameOf: (at: Place<StoreRecord>) => Promise<string>;
  readonly titleOf?: ((at: Place) => string) | undefined;
  /** What a person should know before, in sentences. */
  readonly warning: () => Promise<string>;
  /** What is known of some before: nothing is sent about these. */
  readonly known?: Results;
  /** Notes which are gone, once that is certain. */
  readonly noteGone?: NoteGone | undefined;
}

export type NoteGone = (connection: Connection, places: readonly Place[]) => Promise<void>;

/** A record that was not to be deleted after all. */
interface KeptItem {
  readonly result: 'kept';
  readonly evidence: OutcomeEvidence;
  /** Why, after its name: `has order 1001`. */
  readonly reason: string;
}

export type DeletionResult = ItemResult | KeptItem;

/** Records that a question names. */
const maxNamed = 3;

/** Requests at a time: a shop serves as many to a browser. */
export const maxAtOnce = 4;

/**
 * Asks once, deletes all, and prints those that are not in the store any more, and those that could not be deleted. A
 * record that is gone already is no failure, so that the same command can be repeated. @returns 7 if some could not be
 * deleted
 * @throws CliError where no other one could be deleted either
 */
export async function deleteSeveral(session: Session, several: Several): Promise<number> {
  const { places: all, known = new Map(), noteGone } = several;
  const places = all.filter((at) => !known.has(at));
  const [first] = all;
  if (!first) return await deleteNone(session, 'There are no IDs in the input.');
  const { dryRun, curl } = session.options;
  await tellKept(session, known);
  if (places.length > 0) await confirmed(session, { ...several, places }, countOf(places.length, first));
  const connection = await session.connect({ manyRequests: true, printsRequests: true });
  if (dryRun || curl) {
    const requests = await requestsOf(places, (at) => deleteIfAny(connection, at));
    if (!curl) await printRequests(session, requests);
    return 0;
  }
  const { results: sent, error } = await pacing(session, connection, (reads) => deleteAll(session, reads, places));
  const results = new Map([...known, ...sent]);
  await noteGone?.(
    connection,
    all.filter((at) => ['done', 'gone'].includes(results.get(at)?.result ?? '')),
  );
  if (error !== undefined) throw await cutOff(session, error, sent);
  const records = all.flatMap((at) => recordsOf(at, results.get(at)));
  await session.showList(recordDeletion, session.options.quiet ? records.filter(({ deleted }) => deleted) : records);
  return await conclude(session, all, results);
}

/** An empty list is a result too, for programs. @param why what a person reads */
export async function deleteNone(session: Session, why: string): Promise<number> {
  if (session.settings.output !== 'table') await session.showList(recordDeletion, []);
  await session.notice(`${why} Nothing was deleted.`);
  return 0;
}

/** Before the question, which is about the others. */
async function tellKept(session: Session, known: Results): Promise<void> {
  const kept = [...known].flatMap(([at, ended]) => (ended.result === 'kept' ? [{ at, reason: ended.reason }] : []));
  for (const { at, reason } of kept.slice(0, maxFailures))
    await session.notice(safe`Kept: ${nameOfPlace(at)} ${reason}.`);
  const more = kept.length - maxFailures;
  if (more > 0) await session.notice(`Kept: ${formatCount(more)} more.`);
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

type Results = ReadonlyMap<Place, DeletionResult>;

/** What became of a record, for programs; nothing of a record that was not tried. */
function recordsOf({ id }: Place, ended: DeletionResult | undefined): readonly StoreRecord[] {
  if (ended?.result === 'kept') return [{ kept: id, reason: ended.reason, evidence: ended.evidence }];
  if (ended?.result === 'failed') return [{ failed: id, evidence: ended.evidence }];
  return ended?.result === 'done' || ended?.result === 'gone' ? [{ deleted: id, evidence: ended.evidence }] : [];
}

/** Deletes some at a time. @returns what kept others from being tried too */
const deleteAll = ({ context }: Session, reads: PacedReads, places: readonly Place<StoreRecord>[]) =>
  eachOf(places, (at) => reads.send((connection) => deleteIfAny(connection, at)), {
    atOnce: maxAtOnce,
    interrupted: context.interrupted,
  });

/** Says how far it came. @returns the error */
async function cutOff({ advise }: Session, error: unknown, results: Results): Promise<unknown> {
  const done = [...results.values()].filter(({ result }) => result === 'done').length;
  await advise('Rerun the same command to continue.', `Deleted ${formatCount(done)} of ${formatCount(results.size)}.`);
  return error;
}

async function conclude(session: Session, places: readonly Place<StoreRecord>[], results: Results): Promise<number> {
  const having = (wanted: DeletionResult['result']): number =>
    [...results.values()].filter(({ result }) => result === wanted).length;
  const [first] = places as [Place];
  const failed = [...results].flatMap(([at, ended]) => (ended.result === 'failed' ? [{ at, error: ended.error }] : []));
  for (const { at, error } of failed.slice(0, maxFailures))
    await session.notice(safe`Not deleted: ${nameOfPlace(at)}. ${error?.message ?? ''}`);
  const gone = having('gone');
  const already = gone === 0 ? '' : `; ${formatCount(gone)} ${gone === 1 ? 'was' : 'were'} already gone`;
  if (gone === places.length) {
    // A 404 may also say that the API is not at this address.
    await listProducts(await session.connect(), { limit: '1' });
    await session.notice(
      `Warning: ${session.storeName()} has none of these ${first.names[1]}. Are these really IDs of ${first.names[1]}?`,
    );
  }
  const kept = [...results].flatMap(([at, { result }]) => (result === 'kept' ? [at] : []));
  if (failed.length + kept.length === 0) {
    await session.done(`Deleted ${countOf(having('done'), first)}${already}`);
    return 0;
  }
  const parts = [
    `Deleted ${countOf(having('done'), first)}${already}`,
    ...(kept.length === 0
      ? []
      : [`${formatCount(kept.length)} ${kept.length === 1 ? 'was' : 'were'} kept: ${idsOf(kept)}`]),
    ...(failed.length === 0
      ? []
      : [`${formatCount(failed.length)} could not be deleted: ${idsOf(failed.map(({ at }) => at))}`]),
  ];
  const next =
    failed.length === 0 ? 'To delete one that was kept, pass its ID.' : 'To try these again, rerun the same command.';
  await session.advise(next, escapeText(`${parts.join('; ')}.`));
  return exitCodes['import-incomplete'];
}

const idsOf = (places: readonly Place[]): string => firstOf(places.map(({ id = '' }) => id));

/** Failures that are told one by one. */
const maxFailures = 20;

const countOf = (count: number, { names: [one, many] }: Pick<Place, 'names'>): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
