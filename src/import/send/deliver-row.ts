import { createProduct } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import type { RowUnderWay } from '../journal/ledger.ts';
import type { Ticket } from '../pace/pacer.ts';
import { type AttemptClass, type AttemptResult, classify, signalOf } from './classify.ts';
import type { Desk } from './desk.ts';
import { noteLag } from './lag.ts';
import { lookUntilKnown, type Settled, settle, settleThrottled } from './settle.ts';

/** A row is sent so often at most, each time after a look-up has said "absent". */
const mostAttempts = 5;

/** Brings one row that is announced (I1) to its end: sends it, finds out what became of it, and sends it again only when that is safe (I2). */
export async function deliverRow(row: RowUnderWay, turn: Ticket, desk: Desk): Promise<void> {
  try {
    let next = await sendOnce(row, turn, desk);
    while (next === 'again') {
      const again = await desk.gate.enter('send');
      if (!again) return desk.ledger.withdraw([{ ...row, attempts: row.attempts + 1 }]);
      next = await sendAgain(row, again, desk);
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    desk.halt.stop(error);
    desk.ledger.leaveOpen(row);
  }
}

type Next = 'done' | 'again';

/** The intent of another attempt is on disk before it leaves. */
async function sendAgain(row: RowUnderWay, turn: Ticket, desk: Desk): Promise<Next> {
  row.attempts++;
  try {
    desk.ledger.announce([row]);
  } catch (error) {
    desk.gate.leave(turn, { kind: 'answered' });
    throw error;
  }
  return await sendOnce(row, turn, desk);
}

async function sendOnce(row: RowUnderWay, turn: Ticket, desk: Desk): Promise<Next> {
  const { values } = row.row;
  const result: AttemptResult = await createProduct(desk.connection, values, { language: desk.language }).then(
    (product) => ({ kind: 'reply', values, product }),
    (error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      return { kind: 'failure', error };
    },
  );
  const verdict = classify(result);
  // First, so that an answer that stops the import lets no other row go.
  const next = follow(row, verdict, desk);
  desk.gate.leave(turn, signalOf(verdict));
  return await next;
}

/** What is done about each class of answer (`import.md`, section 5). */
async function follow(row: RowUnderWay, verdict: AttemptClass, desk: Desk): Promise<Next> {
  const endedAt = desk.clock.elapsed();
  switch (verdict.kind) {
    case 'created':
      desk.ledger.finish(row, 'created', { product: verdict.productId });
      desk.halt.created();
      noteLag(row.key, endedAt, desk);
      return 'done';
    case 'changed':
      desk.ledger.finish(row, 'stuck', { product: verdict.productId, message: verdict.message });
      desk.halt.changed(verdict.message);
      return 'done';
    case 'rejected':
      return verdict.lookFirst ? await lookAtRefused(row, verdict, desk) : refuse(row, verdict, desk);
    case 'not-sent':
      return 'again';
    case 'throttled':
      return await conclude(row, await checking(desk, settleThrottled(row.key, endedAt, desk)), desk);
    case 'ambiguous':
      return await conclude(row, await checking(desk, settle(row.key, endedAt, desk)), desk);
    case 'stop?':
      if (await desk.halt.isOfTheRow(verdict.error)) return await lookAtDenied(row, verdict.error, endedAt, desk);
      desk.ledger.leaveOpen(row);
      return 'done';
  }
}

interface Refusal {
  readonly message: string;
  readonly field: string | undefined;
}

function refuse(row: RowUnderWay, { message, field }: Refusal, desk: Desk): Next {
  desk.ledger.finish(row, 'rejected', { message, member: field });
  desk.halt.rejected(message);
  return 'done';
}

/** A refusal that says, or may mean, that the key is there already. */
async function lookAtRefused(row: RowUnderWay, refusal: Refusal, desk: Desk): Promise<Next> {
  const settled = await checking(desk, lookUntilKnown(row.key, desk));
  if (settled.kind === 'found' && row.attempts === 1) {
    desk.ledger.finish(row, 'existing', { product: settled.productId });
    return 'done';
  }
  return settled.kind === 'absent' || settled.kind === 'near'
    ? refuse(row, refusal, desk)
    : await conclude(row, settled, desk);
}

/** A firewall or a redirect may stand behind the store as well as before it: the row is refused only when it is not there after the settle time. */
async function lookAtDenied(row: RowUnderWay, { message }: CliError, endedAt: number, desk: Desk): Promise<Next> {
  const settled = await checking(desk, settle(row.key, endedAt, desk));
  return settled.kind === 'absent' || settled.kind === 'near'
    ? refuse(row, { message, field: undefined }, desk)
    : await conclude(row, settled, desk);
}

/** What a look-up means for a row that was sent. */
async function conclude(row: RowUnderWay, settled: Settled, desk: Desk): Promise<Next> {
  const { ledger } = desk;
  switch (settled.kind) {
    case 'found':
      ledger.finish(row, 'created', { product: settled.productId });
      desk.halt.created();
      return 'done';
    case 'twice':
      ledger.finish(row, 'duplicate', {
        product: settled.productIds.join(' '),
        message: twiceMessage(settled.productIds),
      });
      return 'done';
    case 'near':
      ledger.finish(row, 'stuck', { message: nearMessage(settled.code) });
      return 'done';
    case 'absent':
      if (row.attempts < mostAttempts) return 'again';
      ledger.finish(row, 'uncertain', {
        message: `sent ${row.attempts} times without a clear answer, and it is not there`,
      });
      return 'done';
    case 'refused':
      ledger.finish(row, 'stuck', { message: unfindableMessage(settled.message) });
      return 'done';
    case 'unknown':
      ledger.leaveOpen(row, `it could not be looked up: ${settled.message}`);
      return 'done';
    case 'stopped':
      ledger.leaveOpen(row);
      return 'done';
  }
}

export const twiceMessage = (ids: readonly string[]): string =>
  `the store has it twice: products ${ids.join(' and ')}; nothing was deleted`;

export const nearMessage = (code: string): string => `the store has "${code}", which may be this one`;

export const unfindableMessage = (why: string): string =>
  `it was sent, and the store does not let it be looked up: ${why}`;

async function checking<T>(desk: Desk, work: Promise<T>): Promise<T> {
  desk.checking++;
  return await work.finally(() => {
    desk.checking--;
  });
}
