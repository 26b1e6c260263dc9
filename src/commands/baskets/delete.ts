import { deleteBasket } from '../../client/baskets.ts';
import type { CommandDefinition } from '../command.ts';
import { deleteOne } from '../delete-one.ts';
import { readKey } from './key.ts';

/** `shop-cli baskets delete`: `DELETE /baskets/{basketKey}`. */
export const remove: CommandDefinition = {
  description: 'Deletes a basket. Asks first; in scripts --yes is needed.',
  examples: [
    ['baskets delete 11111111-1111-4111-8111-111111111111 --yes', 'Without a question'],
    ['baskets delete 11111111-1111-4111-8111-111111111111 --dry-run', 'Only show the request'],
  ],
  options: (command) => {
    command.argument('<key>', 'basket key');
  },
  async run(session, _, [typed = '']) {
    const key = readKey(typed);
    return await deleteOne(session, { what: `basket ${key}`, id: key, remove: (connection) => deleteBasket(connection, key) });
  },
};
