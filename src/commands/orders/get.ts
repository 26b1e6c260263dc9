import { getOrder } from '../../client/orders.ts';
import { order } from '../../resources/orders.ts';
import type { CommandDefinition } from '../command.ts';
import { getEach } from '../get-each.ts';

/** `shop-cli orders get`: `GET /orders/{orderId}` for each argument. */
export const get: CommandDefinition = {
  description: 'Shows orders by id. What an order holds is up to the store: everything that it sends is shown.',
  examples: [
    ['orders get 1001', 'One order as a card'],
    ['orders get 1001 --json', 'The same as JSON'],
  ],
  result: order,
  options: (command) => {
    command.argument('<order id...>', 'order ids');
  },
  async run(session, _, ids) {
    const connection = await session.connect();
    return await getEach(session, order, ids, (id) => getOrder(connection, id));
  },
};
