import type { Session } from '../../../cli/session.ts';
import { listBaskets } from '../../../client/endpoints/baskets.ts';
import { exitCodes } from '../../../errors.ts';
import { escapeText, safe } from '../../../text/escape.ts';
import { formatCount } from '../../../text/numbers.ts';
import { capitalized, firstOf } from '../../../text/words.ts';
import { notTried } from '../many/each-of.ts';
import type { ChangeRow, UpdatedNoun } from './changes.ts';
import { type ChangeResult, outcomeOf } from './outcome.ts';
import { countOf, tellFailures } from './planned.ts';
import { type ResultsFile, resultOf } from './results.ts';

interface Concluded {
  readonly rows: readonly ChangeRow[];
  readonly noun: UpdatedNoun;
  readonly ended: ReadonlyMap<ChangeRow, ChangeResult>;
  /** Those whose failures are to be told one by one. */
  readonly told: ReadonlyMap<ChangeRow, ChangeResult>;
  readonly results: ResultsFile | undefined;
  /** What kept rows from being sent. */
  readonly error: unknown;
}

/** The rows with this outcome. */
type Having = (wanted: ReturnType<typeof outcomeOf>) => readonly ChangeRow[];

/** Prints what became of the rows, and writes the file of it. @returns 7 if some failed @throws what stopped the others */
export async function conclude(session: Session, concluded: Concluded): Promise<number> {
  const { rows, noun, told, results, error } = concluded;
  const all = rows.map((row) => ({ row, ended: concluded.ended.get(row) ?? notTried() }));
  const having: Having = (wanted) => all.filter(({ ended }) => outcomeOf(ended) === wanted).map(({ row }) => row);
  const records = all.map(({ row, ended }) => resultOf(noun.table, row, ended));
  await results?.write(records);
  await tellFailures(session, told);
  await warnOfChanged(session, concluded);
  const parts = partsOf(having, noun);
  if (error !== undefined) throw await stopped(session, error, having, parts);
  await refuseWrongNoun(session, concluded, having('failed').length);
  await printList(session, noun, records);
  if (all.some(({ ended }) => ended.result === 'done' && ended.hasEmptied)) {
    await session.advise(whyStopped, `${capitalized(parts)}.`);
    return exitCodes['import-incomplete'];
  }
  if (having('failed').length > 0) {
    await session.advise('To try these again, rerun the same command.', `${capitalized(parts)}.`);
    return exitCodes['import-incomplete'];
  }
  await session.done(capitalized(parts));
  return 0;
}

const whyStopped =
  'Stopped, because the store empties fields that are not sent. Correct these records, then update with files that have every field.';

/** `updated 38 customers; 4,960 unchanged; 2 failed: 102, 105; 3 not sent: 107, 108, 109` */
function partsOf(having: Having, noun: UpdatedNoun): string {
  const listed = (rows: readonly ChangeRow[]): string => firstOf(rows.map(({ at: { id = '' } }) => id));
  const same = having('unchanged').length;
  const named = (['failed', 'not sent'] as const).flatMap((outcome) => {
    const rows = having(outcome);
    return rows.length === 0 ? [] : `${formatCount(rows.length)} ${outcome}: ${listed(rows)}`;
  });
  return escapeText(
    [`updated ${countOf(having('changed').length, noun)}`, same > 0 ? `${formatCount(same)} unchanged` : [], ...named]
      .flat()
      .join('; '),
  );
}

/** The error for rows that were not sent. What was changed is said before it. */
async function stopped(session: Session, error: unknown, having: Having, parts: string): Promise<unknown> {
  const changed = having('changed');
  if (changed.length > 0) await session.notice(safe`Updated: ${firstOf(changed.map(({ at: { id = '' } }) => id))}.`);
  await session.advise('To continue, rerun the same command.', `${capitalized(parts)}.`);
  return error;
}

/** Warns of what a person would not expect of the rows that were changed. */
async function warnOfChanged(session: Session, { rows, ended }: Concluded): Promise<void> {
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const one = ended.get(row);
    if (one?.result !== 'done' || one.message === '') continue;
    groups.set(one.message, [...(groups.get(one.message) ?? []), `${row.at.id}`]);
  }
  for (const [message, ids] of groups) await session.notice(safe`Warning: ${capitalized(message)}: ${firstOf(ids)}.`);
}

/** A store without any of the records may be another one, or the IDs those of other records. */
async function refuseWrongNoun(session: Session, { rows, ended, noun }: Concluded, failed: number): Promise<void> {
  const isMissing = [...ended.values()].every((one) => one.result === 'failed' && one.error?.kind === 'not-found');
  if (failed < rows.length || !isMissing) return;
  // A 404 may also say that the API is not at this address.
  await listBaskets(await session.connect(), 1, 0);
  const many = noun.table.names[1];
  await session.notice(`Warning: ${session.storeName()} has none of these ${many}. Are these really IDs of ${many}?`);
}

/** Prints a row for each. At a terminal the lines above say it all; IDs alone are those that were changed. */
async function printList(
  session: Session,
  noun: UpdatedNoun,
  records: readonly ReturnType<typeof resultOf>[],
): Promise<void> {
  const { settings, options, target } = session;
  if (settings.output === 'table' && !options.quiet && target.width !== undefined) return;
  const listed = options.quiet ? records.filter(({ outcome }) => outcome === 'changed') : records;
  await session.showList(noun.result, listed);
}
