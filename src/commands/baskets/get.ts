import { getBasket } from '../../client/baskets.ts';
import { basket } from '../../resources/baskets.ts';
import type { CommandDefinition } from '../command.ts';
import { getEach } from '../get-each.ts';
import { readKey } from './key.ts';

/** `shop-cli baskets get`: `GET /baskets/{basketKey}` for each argument. */
export const get: CommandDefinition = {
  description: 'Shows baskets by key, with everything that is in them.',
  examples: [
    ['baskets get 42212126-9CF9-49D8-8E52-5B2858894145', 'One basket as a card'],
    ['baskets get 42212126-9CF9-49D8-8E52-5B2858894145 --fields value,orderId,products --json', 'A few fields of it'],
  ],
  result: basket,
  options: (command) => {
    command.argument('<key...>', 'basket keys');
  },
  async run(session, _, typed) {
    const keys = typed.map(readKey);
    const connection = await session.connect();
    return await getEach(session, basket, keys, (key) => getBasket(connection, key));
  },
};
