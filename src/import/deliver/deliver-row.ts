import { createProduct } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import type { ImportRun } from '../import-run.ts';
import type { RowInFlight } from '../journal/ledger.ts';
import { notCompared } from '../march/fingerprint.ts';
import type { Admission } from '../pace/request-queue.ts';
import { type AttemptClass, classOfFailure, classOfReply, type Refusal, signalOf } from './classify.ts';
import { noteCreatesThrottled, noteLag, outcomeOfLookUp, type Settled, settle, settleThrottled } from './settle.ts';

/** Delivers one announced row (I1): sends it, finds out the outcome, and sends it again only when that is safe (I2). */
export async function deliverRow(row: RowInFlight, firstTicket: Admission, run: ImportRun): Promise<void> {
  try {
    let next = await sendOnce(row, firstTicket, run);
    while (next === 'retry') {
      const ticket = await run.requests.enter('send');
      if (!ticket) return run.ledger.withdraw([{ ...row, attempts: row.attempts + 1 }]);
      next = await sendAgain(row, ticket, run);
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    run.stopper.stop(error);
    run.ledger.leaveOpen(row);
  }
}

type Next = 'done' | 'retry';

/** The intent of another attempt is on disk before it leaves. */
async function sendAgain(row: RowInFlight, ticket: Admission, run: ImportRun): Promise<Next> {
  row.attempts++;
  try {
    await run.ledger.announce([row]);
  } catch (error) {
    run.requests.leave(ticket, { kind: 'answered' });
    throw error;
  }
  return await sendOnce(row, ticket, run);
}

async function sendOnce(row: RowInFlight, ticket: Admission, run: ImportRun): Promise<Next> {
  const { language } = run.options.settings;
  const answer = await createProduct(run.connection, row.values, { language }).then(
    (product) => classOfReply(row.key, product),
    (error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      return classOfFailure(error);
    },
  );
  // Before `leave`, which lets the next row start: this answer may stop the import.
  const next = follow(row, answer, run);
  run.requests.leave(ticket, signalOf(answer));
  return await next;
}

/** Acts on each class of answer (docs/reliability.md). */
async function follow(row: RowInFlight, answer: AttemptClass, run: ImportRun): Promise<Next> {
  const endedAt = run.clock.elapsed();
  switch (answer.kind) {
    case 'created':
      run.ledger.finish(row, 'created', { product: answer.productId });
      run.stopper.created();
      noteLag(row.key, endedAt, run);
      return 'done';
    case 'created?':
      return await confirm(row, answer.productId, endedAt, run);
    case 'changed':
      return block(row, answer, run);
    case 'rejected':
      return refuse(row, answer, run);
    case 'rejected?':
      return await settleRefused(row, { ...answer, saysExists: true }, endedAt, run);
    case 'not-sent':
      return 'retry';
    case 'throttled':
      return await followThrottling(row, endedAt, run);
    case 'ambiguous':
      row.isUnclear = true;
      return applyLookUp(row, await settle(row.key, endedAt, run), run);
    case 'stop?':
      if (await run.stopper.isOfTheRow(answer.error)) return await settleRefused(row, answer.error, endedAt, run);
      run.ledger.leaveOpen(row);
      return 'done';
  }
}

function refuse(row: RowInFlight, { message, field }: Refusal, run: ImportRun): Next {
  run.ledger.finish(row, 'rejected', { message, field });
  run.stopper.rejected(message);
  return 'done';
}

/**
 * A store that asks to wait is believed, until a look-up finds a row that got no other answer: this store creates what
 * it throttles. The audit looks each row up again that was sent once more after it.
 */
async function followThrottling(row: RowInFlight, endedAt: number, run: ImportRun): Promise<Next> {
  run.throttled.set(row.record, endedAt);
  const settled = await settleThrottled(row.key, endedAt, run);
  const isCreated = settled.kind === 'found' || settled.kind === 'duplicate';
  if (isCreated && !row.isUnclear) noteCreatesThrottled(run);
  return applyLookUp(row, settled, run);
}

/** The store confirmed a creation. If no look-up finds it, the row may exist under another key. */
async function confirm(row: RowInFlight, productId: string, endedAt: number, run: ImportRun): Promise<Next> {
  const settled = await settle(row.key, endedAt, run);
  if (settled.kind !== 'absent') return applyLookUp(row, settled, run);
  return block(row, { productId, message: unconfirmedMessage(productId) }, run);
}

const unconfirmedMessage = (id: string): string =>
  `the store answered with product ${id}, but does not find it under this key`;

/** The store seems to have created it with another key: no run sends the row again. */
function block(row: RowInFlight, why: { readonly message: string; readonly productId?: string }, run: ImportRun): Next {
  run.ledger.finish(row, 'blocked', { product: why.productId, message: why.message });
  run.stopper.changed(why.message);
  return 'done';
}

/**
 * A store may create a row and refuse it all the same, or refuse it because it exists: it is rejected only if absent
 * after the settle time.
 */
async function settleRefused(
  row: RowInFlight,
  refusal: Refusal & { readonly saysExists?: boolean },
  endedAt: number,
  run: ImportRun,
): Promise<Next> {
  const settled = await settle(row.key, endedAt, run);
  if (settled.kind === 'found' && refusal.saysExists && row.attempts === 1) {
    run.ledger.finish(row, 'existing', { product: settled.productId, fingerprint: notCompared });
    return 'done';
  }
  return settled.kind === 'absent' ? refuse(row, refusal, run) : applyLookUp(row, settled, run);
}

/** Acts on the look-up of a row that was sent. */
function applyLookUp(row: RowInFlight, settled: Settled, run: ImportRun): Next {
  const { ledger } = run;
  switch (settled.kind) {
    case 'found':
      ledger.finish(row, 'created', { product: settled.productId });
      run.stopper.created();
      return 'done';
    case 'absent':
      return sendAgainIfAllowed(row, run);
    case 'duplicate':
    case 'near':
    case 'refused': {
      const { state, ...details } = outcomeOfLookUp(settled);
      ledger.finish(row, state, details);
      return 'done';
    }
    case 'unknown':
      ledger.leaveOpen(row, `look-up failed: ${settled.message}`);
      return 'done';
    case 'stopped':
      ledger.leaveOpen(row);
      return 'done';
  }
}

/** The most attempts for a row. Each follows a look-up that said "absent". */
const mostAttempts = 5;

function sendAgainIfAllowed(row: RowInFlight, { ledger }: ImportRun): Next {
  const { attempts } = row;
  if (attempts < mostAttempts) return 'retry';
  const message = `sent ${attempts} times without a clear answer, and not found in the store`;
  ledger.finish(row, 'uncertain', { message });
  return 'done';
}
