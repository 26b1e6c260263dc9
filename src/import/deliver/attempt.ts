import { CliError } from '../../errors.ts';
import type { Admission } from '../../pace/request-queue.ts';
import type { SentMark } from '../evidence/ids/id-marks.ts';
import { noteLag, settle, settleThrottled } from '../evidence/search.ts';
import type { Settled } from '../evidence/settled.ts';
import type { RowInFlight } from '../journal/ledger.ts';
import { type AttemptClass, classOfFailure, classOfReply, signalOf } from './classify.ts';
import { noteFieldsNotKept } from './fields-not-kept.ts';
import { type Action, afterAnswer, afterProbe, judge } from './next.ts';
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
  const mark = rowLookUp?.begin(row.attempts === 1);
  const sending = noun.create(withoutSecretsOf(row, noun, connection), row.values, { language }).then(
    (record) => {
      const notKept = noteFieldsNotKept(noun, row, record, delivery.ledger.notKept);
      const answer = classOfReply(noun, row, record);
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
    if (mark) rowLookUp?.answered(mark, created);
  }
  // Before `leave`, which lets the next row start: this answer may stop the import.
  const isToSend = follow(row, answer, delivery, mark && { mark, onDue });
  delivery.store.requests.leave(ticket, signalOf(answer));
  return await isToSend;
}

/** Where rows are looked up by what they say: what the row was sent after, and what it calls when it only waits for others. */
interface MarkedAttempt {
  readonly mark: SentMark;
  readonly onDue: () => void;
}

async function follow(
  row: RowInFlight,
  answer: AttemptClass,
  delivery: Delivery,
  marked: MarkedAttempt | undefined,
): Promise<boolean> {
  const endedAt = delivery.store.clock.elapsed();
  const { rowLookUp } = delivery.store;
  let action = afterAnswer(answer, rowLookUp && ((refusal) => rowLookUp.refused(refusal)));
  if (action.do === 'probe') action = afterProbe(await delivery.store.stopper.isOfTheRow(action.error));
  if (action.do === 'look up') {
    const settled = await lookUpSent(row, { answer, endedAt, marked }, delivery);
    action = judge({ row: 'answered', answer, attempts: row.attempts }, settled);
  }
  act(row, action, delivery);
  if (answer.kind === 'created') noteLag(row.key, endedAt, delivery.store);
  return action.do === 'send';
}

/** An attempt that has ended, and when, on the monotonic clock. */
interface Ended {
  readonly answer: AttemptClass;
  readonly endedAt: number;
  readonly marked: MarkedAttempt | undefined;
}

/** The audit looks each row up again that was sent once more after 429. */
async function lookUpSent(row: RowInFlight, { answer, endedAt, marked }: Ended, delivery: Delivery): Promise<Settled> {
  const { rowLookUp } = delivery.store;
  if (rowLookUp && marked) {
    const { mark, onDue } = marked;
    return answer.kind === 'created?' && answer.recordId !== undefined
      ? await rowLookUp.settleWithId(row, answer.recordId, mark)
      : await rowLookUp.settle(row, { low: row.low, endedAt, isThrottled: answer.kind === 'throttled' }, onDue);
  }
  if (answer.kind !== 'throttled') return await settle(row.key, endedAt, delivery.store);
  delivery.ledger.sentAgain.set(row.record, { endedAt });
  return await settleThrottled(row.key, endedAt, delivery.store);
}

export function act(row: RowInFlight, action: Action, { ledger, store }: Delivery): void {
  const said = (message: string): string => withoutValuesOf(row, store.noun, message);
  if (action.do === 'leave open') ledger.leaveOpen(row, action.message && said(action.message));
  if (action.do !== 'finish') return;
  const { state, message, ...details } = action.outcome;
  const text = message && said(message);
  ledger.finish(row, state, { ...details, message: text });
  if (action.shows) store.stopper[action.shows](text ?? '');
}
