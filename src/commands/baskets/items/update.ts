import type { CommandDefinition } from '../../../cli/command.ts';
import { updateLine } from '../../../client/endpoints/baskets.ts';
import { addBodyOptions, readChanges } from '../../../input/body.ts';
import { basketLine, lineChanges } from '../../../resources/baskets.ts';
import { readLine } from '../pick.ts';

/** `shop-cli baskets items update`: `PATCH /baskets/{basketKey}/{productId}`, sent once. */
export const update: CommandDefinition = {
  details:
    'Changes the quantity of a product in a basket, or the title and price of a custom product. At a terminal without a key or product, you pick it from a list.',
  examples: [
    ['baskets items update 42212126-9CF9-49D8-8E52-5B2858894145 200 --quantity 5', 'Set the quantity to five'],
    [
      'baskets items update 42212126-9CF9-49D8-8E52-5B2858894145 200 --quantity 1 --dry-run',
      'Show the request without sending it',
    ],
  ],
  seeAlso: ['baskets items list', 'baskets items delete'],
  result: basketLine,
  isWrite: true,
  options: (command) => {
    command.argument('[key]', 'basket key').argument('[product-id]', 'product ID, with options if any: 206+3-12');
    addBodyOptions(command, lineChanges);
  },
  async run(session, raw, args) {
    const changes = await readChanges(lineChanges, { raw, context: session.context });
    const { key, product } = await readLine(session, raw, args);
    const updated = await updateLine(await session.connect(), key, product, changes);
    await session.show(basketLine, updated, product);
    await session.done(`Updated product ${product} in basket ${key}`);
    return 0;
  },
};
