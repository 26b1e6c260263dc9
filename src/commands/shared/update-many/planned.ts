import { printRequests } from '../../../cli/preview.ts';
import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { nameOfPlace, updateRecord } from '../../../client/records.ts';
import { CliError } from '../../../errors.ts';
import { safe } from '../../../text/escape.ts';
import { formatCount } from '../../../text/numbers.ts';
import { capitalized, cut } from '../../../text/words.ts';
import { requestsOf } from '../many/requests.ts';
import { isForPeople, noticeChanges } from '../update.ts';
import type { ChangeRow, UpdatedNoun } from './changes.ts';
import { type ComparedFile, maxSamples, type ShownChange } from './compare.ts';
import type { ManyOptions } from './options.ts';
import type { ChangeResult } from './outcome.ts';

/** Rows that are named one by one. */
const maxNamed = 20;

/** `40 customers` */
export const countOf = (count: number, { table: { names } }: Pick<UpdatedNoun, 'table'>): string =>
  `${formatCount(count)} ${count === 1 ? names[0] : names[1]}`;

/** The error for a file that changes more than was meant. */
export const tooMany = (count: number, { maxChanges }: ManyOptions, noun: UpdatedNoun): CliError =>
  new CliError(
    'usage',
    `The file would change ${countOf(count, noun)}, and --max-changes is ${formatCount(maxChanges)}. Nothing was sent.`,
    { field: '--max-changes', hint: `See them with --dry-run. If that is right, pass --max-changes ${count}.` },
  );

/** Shows a person what would change: the count, and the first with old and new values. */
export async function tellChanges(session: Session, compared: ComparedFile, noun: UpdatedNoun): Promise<void> {
  for (const sample of compared.samples) await tellSample(session, sample, noun);
  const more = compared.changes.length - compared.samples.length;
  const same = [...compared.results.values()].filter(({ result }) => result === 'done').length;
  const others = [
    more > 0 && compared.samples.length > 0 ? `… and ${formatCount(more)} more.` : [],
    same > 0 ? `${formatCount(same)} ${same === 1 ? 'row is' : 'rows are'} the same in the store.` : [],
  ].flat();
  if (others.length > 0) await session.notice(others.join(' '));
  await tellAbout(session, compared, noun);
  await tellFailures(session, compared.results);
}

/** Says which fields change, without values: what no person watches is kept in a log. */
export async function tellFields(session: Session, compared: ComparedFile, noun: UpdatedNoun): Promise<void> {
  const counts = new Map<string, number>();
  for (const { body } of compared.changes)
    for (const field of Object.keys(body)) counts.set(field, (counts.get(field) ?? 0) + 1);
  const fields = [...counts].map(([field, count]) => `${field} of ${countOf(count, noun)}`);
  if (fields.length > 0) await session.notice(`Changes ${fields.join(', ')}.`);
  await tellAbout(session, compared, noun);
}

async function tellAbout(session: Session, { changes }: ComparedFile, { about }: UpdatedNoun): Promise<void> {
  for (const text of new Set(changes.flatMap(({ body }) => about?.(body) ?? []))) await session.notice(text);
}

async function tellSample(session: Session, { row, body, before }: ShownChange, noun: UpdatedNoun): Promise<void> {
  const name = cut(noun.nameOf(session.named(noun.record, before)), maxName);
  const title = safe`${capitalized(nameOfPlace(row.at))}${name && ` (${name})`}, line ${row.line}:`;
  const after = { ...before, ...body };
  const { record, stays } = noun;
  await noticeChanges(session, record, { before, after, body, stays, heading: title, isPlanned: true });
}

/** Keeps a long name from pushing the values off the screen. */
const maxName = 60;

/** Names the rows that failed, with the words of the store. */
export async function tellFailures(session: Session, results: ReadonlyMap<ChangeRow, ChangeResult>): Promise<void> {
  const failed = [...results].flatMap(([row, ended]) => (ended.result === 'failed' ? [{ row, ended }] : []));
  failed.sort((left, right) => left.row.line - right.row.line);
  for (const { row, ended } of failed.slice(0, maxNamed)) {
    const why = capitalized(ended.error?.message ?? ended.reason ?? '');
    await session.notice(safe`Not updated: ${nameOfPlace(row.at)}, line ${row.line}. ${why}`);
  }
  const more = failed.length - maxNamed;
  if (more > 0) await session.notice(`… and ${formatCount(more)} more.`);
}

interface Planned {
  readonly noun: UpdatedNoun;
  readonly options: ManyOptions;
}

/** What `--dry-run` prints: to people the count and the first, to programs every request. @returns 0 */
export async function showPlanned(
  session: Session,
  connection: Connection,
  compared: ComparedFile,
  { noun, options }: Planned,
): Promise<number> {
  const { notice } = session;
  const { changes, samples } = compared;
  if (isForPeople(session)) await tellPlanned(session, compared, noun);
  else await tellFailures(session, compared.results);
  if (changes.length > options.maxChanges)
    await notice(`Warning: ${tooMany(changes.length, options, noun).message.replace(/ Nothing was sent\.$/, '')}`);
  const shown = isForPeople(session) ? changes.slice(0, Math.max(samples.length, maxSamples)) : changes;
  await printRequests(session, await requestsOf(shown, ({ row, body }) => updateRecord(connection, row.at, body)));
  if (shown.length < changes.length)
    await notice(`The first ${formatCount(shown.length)} requests are shown; --json prints all.`);
  if (options.results !== undefined) await notice('Did not write --results: it is for the outcomes of an update.');
  return 0;
}

async function tellPlanned(session: Session, compared: ComparedFile, noun: UpdatedNoun): Promise<void> {
  const { changes, samples, isCompared } = compared;
  const place = session.settings.storeNamed ? ` on ${session.storeLabel()}` : '';
  const end = samples.length > 0 ? ':' : '.';
  const count = `${isCompared ? '' : 'up to '}${countOf(changes.length, noun)}`;
  await session.notice(safe`Would update ${count}${place}${end}`);
  await tellChanges(session, compared, noun);
}
