import type { CommandDefinition } from '../../cli/command.ts';
import { getBasket, updateBasket } from '../../client/endpoints/baskets.ts';
import { addLineOptions, readLines } from '../../input/basket-lines.ts';
import { addBodyOptions, addUnsetOption, readChanges } from '../../input/body.ts';
import { basket, basketChanges, faultyLines } from '../../resources/baskets.ts';
import { addressFields, pickAddressIds, readBasket } from './pick.ts';

/** `shop-cli baskets update`: `PATCH /baskets/{basketKey}`, sent once. */
export const update: CommandDefinition = {
  details:
    'Changes the members of a basket that are given, and leaves the others as they are. --unset clears one. Products are added to those that are there; ' +
    'baskets items update and delete change them. At a terminal without a key, the basket is picked from the list.\n\n' +
    'The request is sent once. When the answer is lost, the exit code is 10: look with baskets get before you try again.',
  examples: [
    ['baskets update 42212126-9CF9-49D8-8E52-5B2858894145 --coupon "WELKOM10"', 'A coupon'],
    ['baskets update 42212126-9CF9-49D8-8E52-5B2858894145 --unset coupon', 'No coupon any more'],
  ],
  result: basket,
  isWrite: true,
  options: (command) => {
    command.argument('[key]', 'basket key');
    addLineOptions(command);
    addBodyOptions(command, basketChanges, { picked: addressFields });
    addUnsetOption(command, basketChanges);
  },
  async run(session, options, [typed]) {
    const more = await readLines(options, session.context);
    const key = await readBasket(session, options, typed);
    const raw = await pickAddressIds(
      session,
      options,
      async () => (await getBasket(await session.connect(), key)).customerId,
    );
    const source = { raw, context: session.context, more };
    const changes = await readChanges(basketChanges, source, ({ products }) => faultyLines(products ?? []));
    const updated = await updateBasket(await session.connect(), key, changes);
    await session.show(basket, updated);
    await session.done(`Updated basket ${key}`);
    return 0;
  },
};
