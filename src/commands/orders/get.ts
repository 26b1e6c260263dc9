import type { CommandDefinition } from '../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { orderAt } from '../../client/endpoints/orders.ts';
import { getRecord } from '../../client/records.ts';
import { missingParts, order } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { aboutFull, addFullOption, withParts } from '../shared/full.ts';
import { getEach } from '../shared/get-each.ts';
import { idsOrAsk } from '../shared/pick.ts';

/** `shop-cli orders get`: `GET /orders/{orderId}` for each argument. */
export const definition: CommandDefinition = {
  details: `Shows every field the store sends, as a receipt if the order has products.\n\n${aboutFull} Parts that the order includes stay as they were when it was placed. If the customer is one of them, currentCustomer is added, with the customer as they are now. At a terminal, if you pass no ID, you are asked for one.`,
  examples: [
    ['orders get 1001', 'Show one order'],
    ['orders get 1001 --full --mask-pii', 'Show it with customer and addresses, safe for a ticket'],
    ['orders get 1001 --json', 'Show it as JSON'],
  ],
  seeAlso: ['baskets get', 'customers get'],
  result: order,
  prints: 'each',
  options: (command) => {
    addRecordArgument(command, '[order-id...]', 'order IDs', recordArguments.order);
    addFullOption(command);
  },
  async run(session, raw, typed) {
    const asked = await idsOrAsk(session, raw, typed, recordArguments.order);
    const ids = asked.map((text) => recordArguments.order.kind.typed(text) ?? text);
    const connection = await session.connect();
    const look = (id: string) => getRecord(connection, orderAt(id));
    return await getEach(
      session,
      order,
      ids,
      raw.full === true ? async (id) => fullOrder(session, connection, await look(id)) : look,
    );
  },
};

/** Says so where there is nothing to add: a person would look for it. */
async function fullOrder(session: Session, connection: Connection, received: StoreRecord): Promise<StoreRecord> {
  if (missingParts(received, 'order').length > 0) return await withParts(connection, received, 'order');
  const isForPeople = session.settings.output === 'table' && !session.options.quiet;
  if (isForPeople) await session.notice('--full adds nothing here: the store sends the order with all its parts.');
  return received;
}
