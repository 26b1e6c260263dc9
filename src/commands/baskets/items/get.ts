import { getLine } from '../../../client/baskets.ts';
import { basketLine } from '../../../resources/baskets.ts';
import type { CommandDefinition } from '../../command.ts';
import { readKey, readProductId } from '../key.ts';

/** `shop-cli baskets items get`: `GET /baskets/{basketKey}/{productId}`. */
export const get: CommandDefinition = {
  description: 'Shows one product of a basket. What it holds is up to the store: everything that it sends is shown.',
  examples: [
    ['baskets items get 42212126-9CF9-49D8-8E52-5B2858894145 200', 'A product'],
    ['baskets items get 42212126-9CF9-49D8-8E52-5B2858894145 200 --json', 'The same as JSON'],
  ],
  result: basketLine,
  options: (command) => {
    command.argument('<key>', 'basket key').argument('<product id>', 'product id, with its options if it has some: 206+3-12');
  },
  async run(session, _, [key = '', product = '']) {
    const [basketKey, productId] = [readKey(key), readProductId(product)];
    await session.show(basketLine, await getLine(await session.connect(), basketKey, productId));
    return 0;
  },
};
