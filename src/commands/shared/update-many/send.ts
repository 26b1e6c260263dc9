import { getRecord, updateRecord } from '../../../client/records.ts';
import { CliError } from '../../../errors.ts';
import type { PacedReads } from '../../../people/paced-reads.ts';
import { fieldsNotKept } from '../../../resources/kept-fields.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import type { UpdatedNoun } from './changes.ts';
import type { RowChange } from './compare.ts';
import { differing, type PatchBody } from './difference.ts';
import { type ChangeOutcome, changedWith, failedBy } from './outcome.ts';

/** How often a change is sent whose answers are lost. */
const maxTries = 5;

/**
 * Sends a change. Where its answer is lost, the record is read, and what still differs is sent again: the values are
 * absolute, so that it does not matter whether it had arrived.
 * @throws CliError what concerns every other row too
 */
export async function sendChange(reads: PacedReads, change: RowChange, noun: UpdatedNoun): Promise<ChangeOutcome> {
  let state: Open = { left: change.body };
  for (let tries = 1; ; tries++) {
    const next = await sendOnce(reads, change, noun, state);
    if ('outcome' in next) return next;
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
  { row, body }: RowChange,
  noun: UpdatedNoun,
  open: Open,
): Promise<ChangeOutcome | (Open & { readonly failure: CliError })> {
  const answer = await answerTo(reads.send((connection) => updateRecord(connection, row.at, open.left)));
  if (!(answer instanceof CliError)) return changed(noun, body, answer);
  if (answer.kind === 'refused' || answer.kind === 'not-found') return failedBy(answer);
  const lost = answer.kind === 'outcome-unknown' ? answer : open.lost;
  if (answer.kind !== 'outcome-unknown' && answer.kind !== 'unreachable') return failedOr(answer, lost);
  const found = await answerTo(reads.answerTo((connection) => getRecord(connection, row.at)));
  if (found instanceof CliError) return failedOr(found, lost);
  const failure = lost ?? answer;
  if ('failure' in found) return failedBy(found.failure.kind === 'not-found' ? found.failure : failure);
  const left = differing(noun, open.left, found.record);
  return Object.keys(left).length === 0 ? changed(noun, body, found.record) : { left, lost, failure };
}

/** A row that may have been changed is not among those that were not sent. */
function failedOr(error: CliError, lost: CliError | undefined): ChangeOutcome {
  if (lost === undefined) throw error;
  return failedBy(lost);
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

const changed = (noun: UpdatedNoun, body: PatchBody, after: StoreRecord): ChangeOutcome =>
  changedWith(fieldsNotKept(noun.record.fields, body, after), noun.unchanged?.(body, after));
