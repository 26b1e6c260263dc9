import { getBasket } from '../../client/baskets.ts';
import { basket } from '../../resources/baskets.ts';
import type { CommandDefinition } from '../command.ts';
import { getEach } from '../get-each.ts';
import { readKey } from './key.ts';

/** `shop-cli baskets get`: `GET /baskets/{basketKey}` for each argument. */
export const get: CommandDefinition = {
  description: 'Shows baskets by key, with everything that is in them.',
  examples: [
    ['baskets get 11111111-1111-4111-8111-111111111111', 'One basket as a card'],
    ['baskets get 11111111-1111-4111-8111-111111111111 --fields value,orderId,products --json', 'A few fields of it'],
  ],
  options: (command) => {
    command.argument('<key...>', 'basket keys');
  },
  async run(session, _, typed) {
    const keys = typed.map(readKey);
    const connection = await session.connect();
    return await getEach(session, basket, keys, (key) => getBasket(connection, key));
  },
};
