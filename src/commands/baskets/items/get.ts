import type { CommandDefinition } from '../../../cli/command.ts';
import { getLine } from '../../../client/endpoints/baskets.ts';
import { basketLine } from '../../../resources/baskets.ts';
import { readLine } from '../pick.ts';

/** `shop-cli baskets items get`: `GET /baskets/{basketKey}/{productId}`. */
export const get: CommandDefinition = {
  details:
    'Shows one product of a basket. What it holds is up to the store: everything that it sends is shown. At a terminal, a key or product that is not given is picked from a list.',
  examples: [
    ['baskets items get 42212126-9CF9-49D8-8E52-5B2858894145 200', 'A product'],
    ['baskets items get 42212126-9CF9-49D8-8E52-5B2858894145 200 --json', 'The same as JSON'],
  ],
  result: basketLine,
  options: (command) => {
    command
      .argument('[key]', 'basket key')
      .argument('[product-id]', 'product id, with its options if it has some: 206+3-12');
  },
  async run(session, raw, args) {
    const { key, product } = await readLine(session, raw, args);
    await session.show(basketLine, await getLine(await session.connect(), key, product), product);
    return 0;
  },
};
