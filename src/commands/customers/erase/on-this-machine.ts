import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { safe } from '../../../text/escape.ts';
import { forgetCustomer } from '../index-place.ts';
import { type ErasedCustomer, markInJournal } from './in-journal.ts';
import type { ErasureStep } from './steps.ts';

/** Forgets a customer on this machine. It comes last: while the store has the customer, a search would note the customer again. */
export async function forgotten(
  session: Session,
  connection: Connection,
  { id, record, orderIds }: ErasedCustomer,
): Promise<readonly ErasureStep[]> {
  const index = await forgetCustomer(session, connection, [
    { customerId: id },
    ...orderIds.map((orderId) => ({ orderId })),
  ]);
  const journal = await markInJournal(session, connection, { id, record });
  const steps: ErasureStep[] = [];
  for (const [what, outcome, hint] of [
    ['index entry', index, howToForget],
    ['journal entry', journal, howToMark],
  ] as const) {
    if (outcome === undefined) continue;
    const at = session.context.clock.now().toISOString();
    const hasFailed = outcome.result === 'failed';
    if (hasFailed) await session.notice(safe`Not deleted: ${what} ${id}. ${outcome.problem} ${hint}`);
    const reason = hasFailed ? 'cannot be opened or written' : null;
    steps.push({ what, id, result: outcome.result, at, reason, evidence: hasFailed ? 'none' : 'answered' });
  }
  return steps;
}

const howToForget = "To forget everyone instead, run 'shop-cli customers find --forget'.";

const howToMark = 'Until then imports count this customer as existing.';
