import type { CommandDefinition } from '../../../cli/command.ts';
import { lineAt } from '../../../client/endpoints/baskets.ts';
import { CliError } from '../../../errors.ts';
import { addBodyOptions, readChanges } from '../../../input/body.ts';
import { basketLine, lineChanges } from '../../../resources/baskets.ts';
import { updateOne } from '../../shared/update.ts';
import { addLineArguments, readLine } from '../line.ts';

/** `shop-cli baskets items update`: `PATCH /baskets/{basketKey}/{productId}`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Changes the quantity of a product in a basket, or the title and price of a custom product. At a terminal, if you pass no key or product, you pick it from a list.',
  exitCodes: { 10: 'outcome unknown or wrong: check with baskets get before retrying' },
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
    addLineArguments(command);
    addBodyOptions(command, lineChanges);
  },
  async run(session, raw, args) {
    const changes = await readChanges(lineChanges, { raw, context: session.context });
    // The store keeps such a line.
    if (changes.quantity === 0)
      throw new CliError('usage', '--quantity 0 does not remove the product from the basket.', {
        field: '--quantity',
        hint: 'To remove it: shop-cli baskets items delete <key> <product>',
      });
    const at = lineAt(...(await readLine(session, raw, args)));
    await updateOne(session, at, { record: basketLine, changes: lineChanges, body: lineChanges.toJson(changes) });
  },
};
