import type { CommandDefinition } from '../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { getRecord } from '../../client/records.ts';
import { customer } from '../../resources/customers.ts';
import { fullCustomer } from '../../resources/full-customer.ts';
import { getEach } from '../shared/get-each.ts';
import { type Paced, withPacedReads } from '../shared/paced.ts';
import { idsOrAsk } from '../shared/pick.ts';
import { FullCustomers } from './full.ts';

/** `shop-cli customers get`: `GET /customers/{customerId}` for each argument. */
export const definition: CommandDefinition = {
  details:
    'The password hash that the store sends is never shown. At a terminal, if you pass no ID, you are asked for one.\n\n' +
    '--full adds the fields addresses, baskets and orders. With --json, that answers a customer who asks what data the shop has about them. ' +
    'The API cannot list the baskets and orders of a customer, so shop-cli reads all baskets of the store, and each order that they refer to. An order whose basket was deleted is missing. ' +
    'If a part fails to load, an error appears in its place, in JSON as {"error":{"code","message","status"}}, and the exit code stays 0.',
  examples: [
    ['customers get 101', 'Show one customer'],
    ['customers get 101 --full', 'Show it with addresses, baskets and orders'],
    ['customers get 101 --fields emailAddress,addressBookIds --json', 'Show two of its fields'],
  ],
  seeAlso: ['addresses list', 'orders list'],
  result: ({ full }) => (full === true ? fullCustomer : customer),
  prints: 'each',
  options: (command) => {
    addRecordArgument(command, '[customer-id...]', 'customer IDs', recordArguments.customer);
    command.option('--full', 'add addresses, baskets and orders');
  },
  async run(session, raw, typed) {
    const ids = await idsOrAsk(session, raw, typed, recordArguments.customer);
    // IDs alone need no more.
    const isFull = raw.full === true && session.options.quiet !== true;
    if (isFull) return await withPacedReads(session, (paced) => getFull(session, paced, ids));
    const connection = await session.connect();
    return await getEach(session, customer, ids, (id) => getRecord(connection, customerAt(id)));
  },
};

async function getFull(session: Session, paced: Paced, ids: readonly string[]): Promise<undefined> {
  const people = new FullCustomers(session, paced, ids);
  await getEach(session, fullCustomer, ids, (id) => people.get(id));
  await session.notice(people.footer());
}
