import type { CommandDefinition } from '../../cli/command.ts';
import { orderAt } from '../../client/endpoints/orders.ts';
import { order } from '../../resources/orders.ts';
import { ofCustomer } from '../baskets/pick.ts';
import { deleteOne, deletion } from '../shared/delete.ts';

/** `shop-cli orders delete`: `DELETE /orders/{orderId}`. */
export const definition: CommandDefinition = {
  details: 'Asks for confirmation; scripts pass --yes.',
  examples: [
    ['orders delete 1001 --yes', 'Without confirmation'],
    ['orders delete 1001 --dry-run', 'Show the request without sending it'],
  ],
  seeAlso: ['orders get'],
  result: deletion,
  isWrite: true,
  options: (command) => {
    command.argument('<order-id>', 'order ID');
  },
  run: (session, _, [id = '']) =>
    deleteOne(session, {
      what: `order ${id}`,
      id,
      definition: order,
      at: orderAt(id),
      nameOf: ofCustomer,
    }),
};
