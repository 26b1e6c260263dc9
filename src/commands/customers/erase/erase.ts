import type { CommandDefinition } from '../../../cli/command.ts';
import { printRequests } from '../../../cli/preview.ts';
import { addRecordArgument, recordArguments } from '../../../cli/record-arguments.ts';
import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { customerAt } from '../../../client/endpoints/customers.ts';
import { notFound } from '../../../client/records.ts';
import { CliError, exitCodes } from '../../../errors.ts';
import type { RawOptions } from '../../../input/options.ts';
import { evidenceField } from '../../../resources/evidence.ts';
import { defineRecord } from '../../../resources/record.ts';
import * as record from '../../../resources/record-fields.ts';
import { orNull } from '../../../resources/record-fields.ts';
import { safe } from '../../../text/escape.ts';
import { formatCount } from '../../../text/numbers.ts';
import { firstOf } from '../../../text/words.ts';
import { required } from '../../shared/delete.ts';
import { forgetCustomer } from '../index-place.ts';
import { type Belonging, belongingsOf } from './belongings.ts';
import { carriedOut, type Plan, planOf, reasonOf, requestsFor } from './carry-out.ts';
import { type ErasedCustomer, markInJournal } from './in-journal.ts';
import { afterLastRead, settled } from './last-reads.ts';
import { ErasureReceipt, type ErasureStep } from './receipt.ts';

/** A record of a person, and what became of it. */
const erasureStep = defineRecord(
  ['id'],
  {
    what: record.text('What').inTable(1),
    id: record.text('ID').inTable(2),
    result: record.text('Result').inTable(3),
    at: orNull(record.text('At').inTable(5)),
    reason: orNull(record.text('Reason').inTable(4)),
    evidence: evidenceField.inTable(6),
  },
  { isOwn: true, isOfPeople: true },
);

/** `shop-cli customers erase`: everything that belongs to one person, the customer last. */
export const definition: CommandDefinition = {
  caution:
    'Orders and their baskets are kept, since invoices must be: they keep name, e-mail address, phone number and addresses. --orders deletes these too, after a question of its own.',
  details:
    'Deletes what belongs to one person: open baskets, addresses, then the customer. All of it is read and named before you are asked once; scripts pass --yes. ' +
    'After every deletion the record is read, whatever the store answered: one that is still there 5 seconds later is not deleted.\n\n' +
    'The API cannot list what belongs to a customer: shop-cli reads all baskets of the store. It cannot find an order whose basket was deleted, or what a guest ordered. ' +
    'The index of customers find forgets the person, and no import into this store on this machine sends the row again. Exports, backups and other programs may still have copies.\n\n' +
    'It can be interrupted at any time, and repeated: it reads what is left. If a record cannot be deleted, the customer stays and the exit code is 7; it also is if the index or the journal keeps its entry. ' +
    '--report writes a receipt with IDs, times and results, and no personal data; a repetition adds to it.',
  examples: [
    ['customers erase 104 --dry-run', 'Show what there is, and every request'],
    ['customers erase 104 --report erased.json --yes', 'Without confirmation, with a receipt'],
  ],
  exitCodes: { 7: 'something could not be deleted: a record, or an entry on this machine' },
  seeAlso: ['customers get', 'customers delete'],
  result: erasureStep,
  prints: 'list',
  isWrite: true,
  options: (command) => {
    addRecordArgument(command, '<customer-id>', 'customer ID', recordArguments.customer);
    command
      .option('--orders', 'also delete orders and their baskets')
      .option('--report <file>', 'write a receipt in JSON');
  },
  run: erase,
};

async function erase(session: Session, raw: RawOptions, [typed]: readonly string[]): Promise<number> {
  const id = required(typed, recordArguments.customer);
  const { options, context } = session;
  if (options.curl)
    throw new CliError('usage', '--curl cannot show an erasure: it depends on what the store has.', {
      field: '--curl',
      hint: 'Pass --dry-run.',
    });
  const path = typeof raw.report === 'string' && !options.dryRun ? raw.report : undefined;
  const erased = { store: session.storeValue(), customer: id };
  const receipt = path === undefined ? undefined : await ErasureReceipt.open(context, path, erased);
  try {
    const connection = await session.connect({ manyRequests: true, printsRequests: true });
    const all = await belongingsOf(session, connection, id);
    const plan = planOf(all, raw.orders === true);
    if (plan.erased.length + plan.kept.length === 0) return await nothingLeft(session, connection, id, receipt);
    await confirmed(session, id, plan, raw.orders === true);
    if (options.dryRun) {
      await printRequests(session, await requestsFor(connection, plan));
      return 0;
    }
    const { steps: done, error } = await carriedOut(session, connection, plan);
    const steps = await afterLastRead(session, connection, id, [
      ...done,
      ...(error === undefined ? await settled(session, connection, id, leftOnly(receipt, done)) : []),
    ]);
    const withFiles = isComplete(steps)
      ? [...steps, ...(await forgotten(session, connection, { id, record: all.record, orderIds: all.orderIds }))]
      : steps;
    await receipt?.write(withFiles, isComplete(withFiles));
    if (error !== undefined) await session.notice(interruptedText(steps));
    // What is wrong with one of several is told with the others, and is exit code 7.
    if (error !== undefined && (context.interrupted.aborted || !(error instanceof CliError))) throw error;
    return await conclude(session, id, withFiles);
  } finally {
    await receipt?.discard();
  }
}

/** What an earlier erasure left, and this one did not find. */
const leftOnly = (receipt: ErasureReceipt | undefined, steps: readonly ErasureStep[]): readonly ErasureStep[] =>
  (receipt?.leftBefore ?? []).filter(({ what, id }) => !steps.some((step) => step.what === what && step.id === id));

const isComplete = (steps: readonly ErasureStep[]): boolean =>
  steps.every(({ result }) => result !== 'failed' && result !== 'left');

/** A store may take the ID of a customer who is gone out of the baskets. */
const unseen =
  'Orders are found by baskets: those of a customer who was deleted before may still be there, with the name and addresses.';

/** What is on this machine comes last: while the store has the customer, a search would note the customer again. */
async function forgotten(
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

/** The last request of an interrupted erasure may have arrived. @throws CliError `not-found` where nothing says that there was one */
async function nothingLeft(
  session: Session,
  connection: Connection,
  id: string,
  receipt: ErasureReceipt | undefined,
): Promise<number> {
  const left = await settled(session, connection, id, receipt?.leftBefore ?? []);
  // Without a receipt nothing else says that an earlier erasure could not reach the index or the journal.
  const lastStep = session.options.dryRun
    ? []
    : await forgotten(session, connection, { id, record: undefined, orderIds: [] });
  if (left.length === 0 && lastStep.every(({ result }) => result === 'gone')) {
    const text = `No customer, address or basket with the customer ID ${id} is on ${session.storeName()}. ${unseen}`;
    throw notFound(connection, customerAt(id), text);
  }
  const steps = [...left, ...lastStep];
  await receipt?.write(steps, isComplete(steps));
  return await conclude(session, id, [...steps, ...(receipt?.keptBefore ?? [])]);
}

async function confirmed(session: Session, id: string, { erased, kept }: Plan, withOrders: boolean): Promise<void> {
  const store = session.storeLabel();
  if (!session.options.quiet) await session.notice(planText(store, erased, kept));
  await session.confirm(safe`Erase customer ${id} on ${store}: ${countsOf(erased)}? This cannot be undone.`);
  const orders = erased.filter(({ what }) => what === 'order').map((one) => one.id);
  if (withOrders && orders.length > 0)
    await session.confirm(safe`Delete the orders ${firstOf(orders)} too? Most shops must keep invoices.`);
}

const planText = (store: string, erased: readonly Belonging[], kept: readonly Belonging[]): string =>
  [
    safe`To be deleted on ${store}:`,
    ...erased.map((one) => safe`  ${lineOf(one)}`),
    ...(kept.length === 0 ? [] : ['Kept:', ...kept.map((one) => safe`  ${lineOf(one)}: ${reasonOf(one)}`)]),
  ].join('\n');

const lineOf = ({ what, id, name }: Belonging): string => `${what} ${id}${name && ` (${name})`}`;

const names = {
  basket: 'baskets',
  order: 'orders',
  address: 'addresses',
  customer: 'customers',
  'index entry': 'index entries',
  'journal entry': 'journal entries',
} as const;

/** `2 baskets, 3 addresses, 1 customer` */
function countsOf(all: readonly Pick<ErasureStep, 'what'>[]): string {
  const counts = (Object.keys(names) as (keyof typeof names)[]).map((what) => {
    const count = all.filter((one) => one.what === what).length;
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? what : names[what]}`];
  });
  return counts.flat().join(', ');
}

const interruptedText = (steps: readonly ErasureStep[]): string => {
  const done = steps.filter(({ result }) => result === 'deleted').length;
  return `Deleted ${formatCount(done)} of ${formatCount(steps.filter(({ result }) => result !== 'kept').length)} records. The customer is not erased: rerun the same command.`;
};

async function conclude(session: Session, id: string, steps: readonly ErasureStep[]): Promise<number> {
  const isShown = ({ result }: ErasureStep): boolean =>
    !session.options.quiet || result === 'deleted' || result === 'gone';
  await session.showList(
    erasureStep,
    steps.filter(isShown).map((step) => ({ ...step })),
  );
  const having = (...results: readonly string[]): readonly ErasureStep[] =>
    steps.filter(({ result }) => results.includes(result));
  const kept = having('kept');
  if (kept.length > 0 && !session.options.quiet)
    await session.notice(`Kept ${countsOf(kept)}, with the name and addresses of the customer.`);
  const failed = having('failed', 'left');
  if (failed.length === 0) {
    await session.done(`Erased customer ${id} (${countsOf(having('deleted', 'gone'))})`);
    return 0;
  }
  await session.notice(
    `Customer ${id} is not erased: ${countsOf(failed)} could not be deleted. To try again, rerun the same command.`,
  );
  return exitCodes['import-incomplete'];
}
