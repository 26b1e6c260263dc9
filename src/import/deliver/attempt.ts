import { CliError } from '../../errors.ts';
import type { Admission } from '../../pace/request-queue.ts';
import type { AttemptSaid } from '../evidence/row-look-up.ts';
import type { SentMark } from '../evidence/sending-order.ts';
import type { RowInFlight } from '../journal/ledger.ts';
import type { Action } from './actions.ts';
import { type AttemptClass, classOfFailure, classOfReply, signalOf } from './classify.ts';
import { compared, noteFieldsNotKept } from './fields-not-kept.ts';
import { afterAnswer, afterProbe, judge } from './next.ts';
import { withoutSecretsOf, withoutValuesOf } from './row-secrets.ts';
import type { Delivery } from './run-parts.ts';

/** Sends the row once, and acts on the answer. Returns whether it is to be sent again. */
export async function send(
  row: RowInFlight,
  ticket: Admission,
  delivery: Delivery,
  onDue: () => void,
): Promise<boolean> {
  const { connection, noun, language, rowLookUp } = delivery.store;
  const mark = rowLookUp.order.leave(row.attempts === 1 && row.wasUnsent !== true);
  const sending = noun.create(withoutSecretsOf(row, noun, connection), row.values, { language }).then(
    (record) => {
      const notKept = noteFieldsNotKept(noun, row, record, delivery.ledger.notKept);
      const answer = classOfReply(noun, row, record);
      if (answer.kind === 'created' && notKept.length === 0)
        delivery.ledger.sample ??= { values: row.values, key: row.key, recordId: answer.recordId };
      return answer.kind === 'created' && notKept.length > 0 ? { ...answer, notKept } : answer;
    },
    (error: unknown) => {
      if (error instanceof CliError) return classOfFailure(error);
      throw error;
    },
  );
  let created: string | undefined;
  let answer: AttemptClass;
  try {
    answer = await sending;
    created = answer.kind === 'created' ? answer.recordId : undefined;
  } finally {
    rowLookUp.order.answered(row, mark, created);
  }
  // Before `leave`, which lets the next row start: this answer may stop the import.
  const isToSend = follow(row, answer, delivery, { mark, onDue });
  delivery.store.requests.leave(ticket, signalOf(answer));
  return await isToSend;
}

/** What a row was sent after, and what it calls when it only waits for others. */
interface MarkedAttempt {
  readonly mark: SentMark;
  readonly onDue: () => void;
}

async function follow(
  row: RowInFlight,
  answer: AttemptClass,
  delivery: Delivery,
  { mark, onDue }: MarkedAttempt,
): Promise<boolean> {
  const endedAt = delivery.store.clock.elapsed();
  const { rowLookUp, settleTime, stopper } = delivery.store;
  if (answer.kind === 'not-sent') noteUnsent(row);
  let action = afterAnswer(answer, rowLookUp);
  if (action.do === 'probe') action = afterProbe(await stopper.isOfTheWrite(action.error));
  if (action.do === 'look up') {
    delivery.ledger.noteEnded(row);
    // The audit looks each row up again that was sent once more after 429.
    if (answer.kind === 'throttled') delivery.ledger.sentAgain.set(row.record, { endedAt });
    const said = saidBy(answer, mark);
    if (said !== 'throttled' || settleTime.createsThrottled) row.unclear++;
    const settled = await rowLookUp.settle({
      row,
      low: row.low,
      unclear: row.unclear,
      endedAt,
      said,
      onDue,
      onLook: () => delivery.ledger.flush(),
    });
    if (settled.kind === 'found') delivery.store.requests.noteCreated();
    action = compared(row, judge({ row: 'answered', answer, attempts: row.attempts }, settled), settled, delivery);
  }
  act(row, action, delivery);
  return action.do === 'send';
}

/** The attempt is none of those that may have created the row. */
function noteUnsent(row: RowInFlight): void {
  row.attempts--;
  row.wasUnsent = true;
}

function saidBy(answer: AttemptClass, mark: SentMark): AttemptSaid {
  switch (answer.kind) {
    case 'throttled':
      return 'throttled';
    case 'created?':
      return answer.recordId === undefined ? 'nothing' : { recordId: answer.recordId, mark };
    case 'not-sent':
    case 'created':
    case 'changed':
    case 'rejected':
    case 'rejected?':
    case 'ambiguous':
    case 'stop?':
      return 'nothing';
  }
}

export function act(row: RowInFlight, action: Action, { ledger, store }: Delivery): void {
  const said = (message: string): string => withoutValuesOf(row, store.noun, message);
  if (action.do === 'leave open') {
    ledger.leaveOpen(row, action.message && said(action.message));
    if (action.isInDoubt) ledger.inDoubt++;
  }
  if (action.do !== 'finish') return;
  const { state, message, ...details } = action.outcome;
  const text = message && said(message);
  ledger.finish(row, state, { ...details, message: text });
  if (action.shows) store.stopper[action.shows](text ?? '');
}
