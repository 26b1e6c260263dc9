import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { customerAt } from '../../../client/endpoints/customers.ts';
import { notFound } from '../../../client/records.ts';
import { CliError, exitCodes } from '../../../errors.ts';
import { escapeText, safe, shellWord } from '../../../text/escape.ts';
import { formatCount } from '../../../text/numbers.ts';
import { firstOf } from '../../../text/words.ts';
import type { ErasureReceipt } from './receipt.ts';
import { countsOf, erasedPerson, erasureStep, isErased, type PersonErasure, recordOf, withResult } from './steps.ts';

/** A store may take the ID of a customer who is gone out of the baskets. */
const unseen =
  'Orders are found through baskets, so orders of a customer who was deleted before may still be there, with the name and addresses.';

/** The error for IDs of which the store has nothing. An erasure leaves the same, and so does an ID that never was one. */
export function nothingFound(session: Session, connection: Connection, ids: readonly string[]): CliError {
  const [first = ''] = ids;
  const which = ids.length === 1 ? `the customer ID ${first}` : `these customer IDs: ${firstOf(ids)}`;
  const text = `No customer, address or basket with ${which} is on ${session.storeName()}.`;
  const sentence = ids.length === 1 ? text : `No customer, address or basket on ${session.storeName()} has ${which}.`;
  return notFound(connection, customerAt(first), `${sentence} ${unseen}`);
}

/** Prints what became of the records of one person. @returns 7 if something is left @throws what stopped it */
export async function reportOne(
  session: Session,
  { customer: id, steps: done, error }: PersonErasure,
  receipt: ErasureReceipt | undefined,
): Promise<number> {
  if (error !== undefined) await session.advise('Rerun the same command.', interruptedText(done));
  if (isThrown(session, error)) throw error;
  const hasKept = withResult(done, 'kept').length > 0;
  const steps = [...done, ...(hasKept ? [] : (receipt?.keptBefore(id) ?? []))];
  const shown = session.options.quiet ? withResult(steps, 'deleted', 'gone') : steps;
  await session.showList(
    erasureStep,
    shown.map((step) => ({ ...step })),
  );
  const kept = withResult(steps, 'kept');
  if (kept.length > 0 && !session.options.quiet)
    await session.notice(keptText(kept, 'the name and addresses of the customer'));
  const failed = withResult(steps, 'failed', 'left');
  if (failed.length === 0) {
    await session.done(`Erased customer ${id} (${countsOf(withResult(steps, 'deleted', 'gone'))})`);
    return 0;
  }
  const left = `Customer ${id} is not erased: ${countsOf(failed)} could not be deleted.`;
  await session.advise('To try again, rerun the same command.', left);
  return exitCodes['import-incomplete'];
}

/** Orders that a text names. */
const maxNamed = 5;

/** The index that customers find searches forgets an erased customer with these orders. */
function keptText(kept: PersonErasure['steps'], what: string): string {
  const orders = kept.filter((step) => step.what === 'order').map(({ id }) => shellWord(id));
  const text = `Kept ${countsOf(kept)}, with ${what}.`;
  if (orders.length === 0) return text;
  const more = orders.length > maxNamed ? ' …' : '';
  const numbers = safe`${orders.slice(0, maxNamed).join(' ')}${more}`;
  return `${text} 'customers find' may no longer find them: to see the orders, run 'shop-cli orders get ${numbers}'.`;
}

const interruptedText = (steps: PersonErasure['steps']): string => {
  const done = withResult(steps, 'deleted').length;
  return `Deleted ${formatCount(done)} of ${formatCount(steps.filter(({ result }) => result !== 'kept').length)} records. The customer is not erased.`;
};

/** What is wrong with one of several is told with the others, and is exit code 7. */
const isThrown = ({ context }: Session, error: unknown): boolean =>
  error !== undefined && (context.interrupted.aborted || !(error instanceof CliError));

/** Prints what became of several people. @returns 7 if one is not erased @throws what stopped it */
export async function reportSeveral(session: Session, people: readonly PersonErasure[]): Promise<number> {
  const having = (result: PersonErasure['result']) => people.filter((person) => person.result === result);
  const left = having('not erased');
  const error = people.find((person) => person.error !== undefined)?.error;
  if (isThrown(session, error)) {
    await session.advise('To continue, rerun the same command.', `${partsOf(people)}.`);
    throw error;
  }
  const shown = session.options.quiet ? people.filter(isErased) : people;
  await session.showList(erasedPerson, shown.map(recordOf));
  const kept = withResult(
    people.flatMap(({ steps }) => steps),
    'kept',
  );
  if (kept.length > 0 && !session.options.quiet)
    await session.notice(keptText(kept, 'the names and addresses of the customers'));
  const missing = having('not found').map(({ customer }) => customer);
  if (missing.length > 0) await session.notice(safe`Warning: ${notErased(missing)} ${unseen}`);
  if (left.length === 0) {
    await session.done(partsOf(people));
    return 0;
  }
  await session.advise('To try again, rerun the same command.', `${partsOf(people)}.`);
  return exitCodes['import-incomplete'];
}

const notErased = (ids: readonly string[]): string =>
  `Nothing was found or erased for ${firstOf(ids)}: erased before, or never a customer.`;

/** `Erased 3 customers (2 baskets, 3 addresses, 3 customers); 1 not erased: 103; 1 not found: 999` */
function partsOf(people: readonly PersonErasure[]): string {
  const having = (result: PersonErasure['result']) => people.filter((person) => person.result === result);
  const erased = having('erased');
  const counts = countsOf(
    withResult(
      erased.flatMap(({ steps }) => steps),
      'deleted',
      'gone',
    ),
  );
  const others = (['erased before', 'not erased', 'not found'] as const).flatMap((result) => {
    const ids = having(result).map(({ customer }) => customer);
    return ids.length === 0 ? [] : [`${formatCount(ids.length)} ${result}: ${firstOf(ids)}`];
  });
  const count = `${formatCount(erased.length)} ${erased.length === 1 ? 'customer' : 'customers'}`;
  return escapeText([`Erased ${count}${counts && ` (${counts})`}`, ...others].join('; '));
}
