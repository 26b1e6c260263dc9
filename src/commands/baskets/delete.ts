import { deleteBasket } from '../../client/baskets.ts';
import type { CommandDefinition } from '../command.ts';
import { deleteOne, deletion } from '../delete-one.ts';
import { readKey } from './key.ts';

/** `shop-cli baskets delete`: `DELETE /baskets/{basketKey}`. */
export const remove: CommandDefinition = {
  description: 'Deletes a basket. Asks first; in scripts --yes is needed.',
  examples: [
    ['baskets delete 42212126-9CF9-49D8-8E52-5B2858894145 --yes', 'Without a question'],
    ['baskets delete 42212126-9CF9-49D8-8E52-5B2858894145 --dry-run', 'Only show the request'],
  ],
  result: deletion,
  options: (command) => {
    command.argument('<key>', 'basket key');
  },
  async run(session, _, [typed = '']) {
    const key = readKey(typed);
    return await deleteOne(session, { what: `basket ${key}`, id: key, remove: (connection) => deleteBasket(connection, key) });
  },
};
