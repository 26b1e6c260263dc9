import { getRecord, updateRecord } from '../../../client/records.ts';
import { CliError, isAboutOne } from '../../../errors.ts';
import type { PacedReads } from '../../../pace/paced-reads.ts';
import { emptiedFields, fieldsNotKept, isAnswered, type NotKept, notKept } from '../../../resources/kept-fields.ts';
import type { Fields, StoreRecord } from '../../../resources/record-fields.ts';
import type { UpdatedNoun } from './changes.ts';
import type { RowChange } from './compare.ts';
import { differing, type PatchBody } from './difference.ts';
import { type ChangeResult, failedBy, resultOfChange } from './outcome.ts';

/** How often a change is sent whose answers are lost. */
const maxTries = 5;

/**
 * Sends a change. Where its answer is lost, the record is read, and what still differs is sent again: the values are
 * absolute, so that it does not matter whether it had arrived.
 * @throws CliError what concerns every other row too
 */
export async function sendChange(reads: PacedReads, change: RowChange, noun: UpdatedNoun): Promise<ChangeResult> {
  let state: Open = { left: change.body };
  for (let tries = 1; ; tries++) {
    const next = await sendOnce(reads, change, noun, state);
    if ('result' in next) return next;
    if (tries === maxTries) return failedBy(next.failure);
    state = next;
  }
}

/** A change that is not done. */
interface Open {
  /** What the record does not have yet. */
  readonly left: PatchBody;
  /** Why the last answer is not known of a request that may have arrived. */
  readonly lost?: CliError | undefined;
}

async function sendOnce(
  reads: PacedReads,
  change: RowChange,
  noun: UpdatedNoun,
  open: Open,
): Promise<ChangeResult | (Open & { readonly failure: CliError })> {
  const { row } = change;
  const isDone = (after: StoreRecord): boolean => isAnswered(keptOf(noun, open.left, after, change.current));
  const answer = await answerTo(reads.send((connection) => updateRecord(connection, row.at, open.left, isDone)));
  if (!(answer instanceof CliError)) return changed(noun, change, answer);
  const isLost = answer.kind === 'outcome-unknown';
  if (isAboutOne(answer) && !isLost) return failedBy(answer);
  const lost = isLost ? answer : open.lost;
  if (!isLost && answer.kind !== 'unreachable') return failedOr(answer, lost);
  const found = await answerTo(reads.answerTo((connection) => getRecord(connection, row.at)));
  if (found instanceof CliError) return failedOr(found, lost);
  const failure = lost ?? answer;
  if ('failure' in found)
    return found.failure.kind === 'not-found' ? failedBy(found.failure, 'read') : failedBy(failure);
  const left = leftOf(noun, { ...change, body: open.left }, found.record);
  return Object.keys(left).length === 0
    ? changed(noun, change, { record: found.record, evidence: 'read' })
    : { left, lost, failure };
}

/** What the record does not have: not what the store has set otherwise, and only writes in another form. */
function leftOf(noun: UpdatedNoun, { body, current }: RowChange, found: StoreRecord): PatchBody {
  const left = differing(noun, body, found);
  if (current === undefined) return left;
  const { otherwise } = keptOf(noun, body, found, current);
  const { fields } = noun.record;
  const isSet = (name: string): boolean =>
    otherwise.includes(name) && fieldsNotKept(fields, { [name]: found[name] }, current).length > 0;
  return Object.fromEntries(Object.entries(left).filter(([name]) => !isSet(name)));
}

/** A row that may have been changed is not among those that were not sent. */
function failedOr(error: CliError, lost: CliError | undefined): ChangeResult {
  if (lost === undefined) throw error;
  return failedBy(lost);
}

/** What a record is after a change, and how that is known. */
interface RecordAfter extends Pick<ChangeResult, 'evidence'> {
  readonly record: StoreRecord;
}

/** A failure is an answer too. */
async function answerTo<T>(work: Promise<T>): Promise<T | CliError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

function changed(noun: UpdatedNoun, { row, body, current }: RowChange, shown: RecordAfter): ChangeResult {
  const { changes, record } = noun;
  const { record: after, evidence } = shown;
  return resultOfChange({
    evidence,
    kept: keptOf(noun, body, after, current),
    emptied: current ? emptiedFields(Object.keys(changes.fields), body, current, after) : [],
    isAsBefore: current !== undefined && isAsBefore(record.fields, body, current, after),
    unexpected: noun.unexpected?.(body, after, row.body),
  });
}

const keptOf = (
  { changes, record }: UpdatedNoun,
  body: PatchBody,
  after: StoreRecord,
  current: StoreRecord | undefined,
): NotKept => notKept({ fields: record.fields, drafts: changes.fields, body }, after, current);

/** Whether every field that was sent is exactly as it was. Of a field that is not shown nothing is known. */
const isAsBefore = (fields: Fields, body: PatchBody, current: StoreRecord, after: StoreRecord): boolean =>
  Object.keys(body).every((name) => after[name] !== undefined && String(after[name]) === String(current[name])) &&
  fieldsNotKept(fields, after, current).every((name) => !Object.hasOwn(body, name));
