import { printRequests } from '../../cli/preview.ts';
import type { Session } from '../../cli/session.ts';
import { deleteIfAny } from '../../client/deletion.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { nameOfPlace, type Place } from '../../client/records.ts';
import { exitCodes } from '../../errors.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText, safe } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import { capitalized, firstOf } from '../../text/words.ts';
import { recordDeletion } from './deletion.ts';
import { eachOf, type ItemResult } from './many/each-of.ts';
import { requestsOf } from './many/requests.ts';
import { pacing } from './paced.ts';

/** Several records of one noun, to be deleted. */
interface Several {
  readonly places: readonly Place<StoreRecord>[];
  /** The person a record is about, for the question; empty where it is gone. */
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
 * Asks once, deletes all, and prints those that are not in the store any more, and those that could not be deleted. A
 * record that is gone already is no failure, so that the same command can be repeated. @returns 7 if some could not be
 * deleted
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
  if (dryRun || curl) {
    const requests = await requestsOf(places, (at) => deleteIfAny(connection, at));
    if (!curl) await printRequests(session, requests);
    return 0;
  }
  const results = await pacing(session, connection, (reads) => deleteAll(session, reads, places));
  const records = places.flatMap((at) => recordsOf(at, results.get(at)));
  await session.showList(recordDeletion, session.options.quiet ? records.filter(({ deleted }) => deleted) : records);
  return await conclude(session, places, results);
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

type Results = ReadonlyMap<Place, ItemResult>;

/** What became of a record, for programs; nothing of a record that was not tried. */
function recordsOf({ id }: Place, ended: ItemResult | undefined): readonly StoreRecord[] {
  if (ended?.result === 'failed') return [{ failed: id, evidence: ended.evidence }];
  return ended?.result === 'done' || ended?.result === 'gone' ? [{ deleted: id, evidence: ended.evidence }] : [];
}

/** Deletes some at a time. @throws what kept others from being tried, once it is said how far it came */
async function deleteAll(
  { context, advise }: Session,
  reads: PacedReads,
  places: readonly Place<StoreRecord>[],
): Promise<Results> {
  const { results, error } = await eachOf(places, (at) => reads.send((connection) => deleteIfAny(connection, at)), {
    atOnce: maxAtOnce,
    interrupted: context.interrupted,
  });
  if (error === undefined) return results;
  const done = [...results.values()].filter(({ result }) => result === 'done').length;
  await advise('Rerun the same command to continue.', `Deleted ${formatCount(done)} of ${formatCount(places.length)}.`);
  throw error;
}

async function conclude(session: Session, places: readonly Place<StoreRecord>[], results: Results): Promise<number> {
  const having = (wanted: ItemResult['result']): number =>
    [...results.values()].filter(({ result }) => result === wanted).length;
  const [first] = places as [Place];
  const failed = [...results].flatMap(([at, ended]) => (ended.result === 'failed' ? [{ at, error: ended.error }] : []));
  for (const { at, error } of failed.slice(0, maxFailures))
    await session.notice(safe`Not deleted: ${nameOfPlace(at)}. ${error?.message ?? ''}`);
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
    await session.done(`Deleted ${countOf(having('done'), first)}${already}`);
    return 0;
  }
  const ids = firstOf(failed.map(({ at: { id = '' } }) => id));
  const parts = `${capitalized(`deleted ${countOf(having('done'), first)}`)}${already}; ${formatCount(failed.length)} could not be deleted: ${ids}.`;
  await session.advise('To try these again, rerun the same command.', escapeText(parts));
  return exitCodes['import-incomplete'];
}

/** Failures that are told one by one. */
const maxFailures = 20;

const countOf = (count: number, { names: [one, many] }: Pick<Place, 'names'>): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
