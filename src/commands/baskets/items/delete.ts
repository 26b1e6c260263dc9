import { deleteLine } from '../../../client/baskets.ts';
import type { CommandDefinition } from '../../command.ts';
import { deleteOne, deletion } from '../../delete-one.ts';
import { readKey, readProductId } from '../key.ts';

/** `shop-cli baskets items delete`: `DELETE /baskets/{basketKey}/{productId}`. */
export const remove: CommandDefinition = {
  description: 'Removes a product from a basket. Asks first; in scripts --yes is needed.',
  examples: [
    ['baskets items delete 42212126-9CF9-49D8-8E52-5B2858894145 200 --yes', 'Without a question'],
    ['baskets items delete 42212126-9CF9-49D8-8E52-5B2858894145 200 --dry-run', 'Only show the request'],
  ],
  result: deletion,
  options: (command) => {
    command.argument('<key>', 'basket key').argument('<product id>', 'product id, with its options if it has some: 206+3-12');
  },
  async run(session, _, [key = '', product = '']) {
    const [basketKey, id] = [readKey(key), readProductId(product)];
    return await deleteOne(session, {
      what: `product ${id} of basket ${basketKey}`,
      id,
      remove: (connection) => deleteLine(connection, basketKey, id),
    });
  },
};
