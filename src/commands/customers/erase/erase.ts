import type { CommandDefinition } from '../../../cli/command.ts';
import { printRequests } from '../../../cli/preview.ts';
import { addRecordArgument, recordArguments } from '../../../cli/record-arguments.ts';
import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { deleteRecord } from '../../../client/deletion.ts';
import { CliError } from '../../../errors.ts';
import type { RawOptions } from '../../../input/options.ts';
import { refuseQuestion, required } from '../../shared/delete.ts';
import { addFromOption, idsFrom } from '../../shared/ids-from.ts';
import { requestsOf } from '../../shared/many/requests.ts';
import { pacing } from '../../shared/paced.ts';
import { belongingsOf } from './belongings.ts';
import { type DataSubject, eraseAll, isFound, personOf } from './person.ts';
import { confirmed } from './question.ts';
import { ErasureReceipt } from './receipt.ts';
import { nothingFound, reportOne, reportSeveral } from './report.ts';
import { erasedPerson, erasureStep } from './steps.ts';

/** `shop-cli customers erase`: everything that belongs to one person or several, each customer last. */
export const definition: CommandDefinition = {
  caution:
    'Orders and their baskets are kept, because you have to keep invoices. They still contain the name, e-mail address, phone number and addresses. --orders deletes them too, after a second question.',
  details:
    'Deletes what belongs to one person: first the open baskets, then the addresses, and then the customer. It reads and lists all of it, and then asks once; scripts pass --yes. ' +
    'After every deletion, shop-cli reads the record, whatever the store answered. If the record still exists 5 seconds later, it counts as not deleted.\n\n' +
    'The API cannot list what belongs to a customer, so shop-cli reads all baskets of the store. It cannot find an order whose basket was deleted, or what a guest ordered. ' +
    'The index of customers find forgets the person, and no import into this store on this machine sends the person again. Exports, backups and other programs may still have copies.\n\n' +
    'You can interrupt it at any time and run it again: it continues with what is left. If a record cannot be deleted, the customer stays, and the exit code is 7. It is also 7 if the index or the journal keeps its entry. ' +
    '--report writes an erasure report with IDs, times and results, but no personal data. If you run the command again, it adds to this report.\n\n' +
    'To erase several people, pass their IDs, or a file of them with --from. shop-cli checks all IDs first, reads all baskets once, and asks once. ' +
    'If one person cannot be erased, shop-cli still erases the others. The erasure report has a part for each person, which is a complete report on that person. ' +
    'If the store has nothing for an ID, it is listed as not found, never as erased. Either the person was already erased, or no customer ever had this ID.',
  examples: [
    ['customers erase 104 --dry-run', 'Show what there is, and every request'],
    ['customers erase 104 --report erased.json --yes', 'Without confirmation, with an erasure report'],
    ['customers erase 101 102 --report both.json --yes', 'Two people, with one file of erasure reports'],
  ],
  exitCodes: {
    3: 'the store has nothing about any of these people',
    7: 'something could not be deleted: a record, or an entry on this machine',
  },
  seeAlso: ['customers get', 'customers delete'],
  result: (raw, args) => (areSeveral(raw, args) ? erasedPerson : erasureStep),
  prints: ['customers.erase', 'customers.erase.several', 'request'],
  isWrite: true,
  options: (command) => {
    addRecordArgument(command, '[customer-id...]', 'customer IDs', recordArguments.customer);
    addFromOption(command);
    command
      .option('--orders', 'also delete orders and their baskets')
      .option('--report <file>', 'write an erasure report in JSON');
  },
  run: erase,
};

const areSeveral = ({ from }: RawOptions, ids: readonly string[]): boolean => from !== undefined || ids.length > 1;

async function erase(session: Session, raw: RawOptions, typed: readonly string[]): Promise<number> {
  refuseCurl(session);
  const isSeveral = areSeveral(raw, typed);
  refuseQuestion(session, raw);
  const customers = isSeveral
    ? await idsFrom(session.context, raw, typed, recordArguments.customer)
    : [required(typed[0], recordArguments.customer)];
  if (customers.length === 0) {
    await session.notice('There are no IDs in the input. Nothing was deleted.');
    return 0;
  }
  const path = typeof raw.report === 'string' && !session.options.dryRun ? raw.report : undefined;
  const subject = { store: session.storeValue(), customers, isSeveral };
  const receipt = path === undefined ? undefined : await ErasureReceipt.open(session.context, path, subject);
  try {
    const connection = await session.connect({ manyRequests: true, printsRequests: true });
    return await pacing(session, connection, async (reads) => {
      const found = await belongingsOf(session, { connection, reads }, customers);
      const people = [...found].map(([id, all]) => personOf(id, all, raw.orders === true));
      await confirmed(session, people, isSeveral);
      if (session.options.dryRun) return await showRequests(session, connection, people);
      const erased = await eraseAll({ session, connection, reads, receipt }, people);
      const [first] = erased;
      if (!first || erased.every(({ result }) => result === 'not found' || (!isSeveral && result === 'erased before')))
        throw nothingFound(session, connection, customers);
      return isSeveral ? await reportSeveral(session, erased) : await reportOne(session, first, receipt);
    });
  } finally {
    await receipt?.discard();
  }
}

function refuseCurl({ options }: Session): void {
  if (options.curl)
    throw new CliError('usage', '--curl cannot show an erasure: it depends on what the store has.', {
      field: '--curl',
      hint: 'Pass --dry-run.',
    });
}

/** What `--dry-run` prints. @throws CliError `not-found` where the store has nothing */
async function showRequests(session: Session, connection: Connection, people: readonly DataSubject[]): Promise<number> {
  const found = people.filter(isFound);
  if (found.length === 0)
    throw nothingFound(
      session,
      connection,
      people.map(({ id }) => id),
    );
  const erased = found.flatMap(({ plan }) => plan.erased);
  await printRequests(session, await requestsOf(erased, ({ at }) => deleteRecord(connection, at)));
  return 0;
}
