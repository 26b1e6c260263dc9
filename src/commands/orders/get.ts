import type { CommandDefinition } from '../../cli/command.ts';
import { getOrder } from '../../client/endpoints/orders.ts';
import { order } from '../../resources/orders.ts';
import { aboutFull, addFullOption, withParts } from '../shared/full.ts';
import { getEach } from '../shared/get-each.ts';

/** `shop-cli orders get`: `GET /orders/{orderId}` for each argument. */
export const get: CommandDefinition = {
  details: `Shows orders by ID with every field the store sends, as a receipt if the order has products.\n\n${aboutFull} What the order already includes is not fetched: it is as it was ordered.`,
  examples: [
    ['orders get 1001', 'Show one order'],
    ['orders get 1001 --full --mask-pii', 'Show it with customer and addresses, safe for a ticket'],
    ['orders get 1001 --json', 'Show it as JSON'],
  ],
  result: order,
  options: (command) => {
    command.argument('<order-id...>', 'order IDs');
    addFullOption(command);
  },
  async run(session, raw, ids) {
    const connection = await session.connect();
    const look = (id: string) => getOrder(connection, id);
    return await getEach(
      session,
      order,
      ids,
      raw.full === true ? async (id) => withParts(connection, await look(id), 'order') : look,
    );
  },
};
