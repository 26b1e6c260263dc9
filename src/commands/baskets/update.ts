import type { CommandDefinition } from '../../cli/command.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { getRecord } from '../../client/records.ts';
import { addLineOptions, readLines } from '../../input/basket-lines.ts';
import { addBodyOptions, addUnsetOption, readChanges } from '../../input/body.ts';
import type { RawOptions } from '../../input/options.ts';
import { basket, basketChanges, invalidLines } from '../../resources/baskets.ts';
import { updateOne } from '../shared/update.ts';
import { invalidCoupon, loweredPoints, notes, withProductIds } from './body.ts';
import { addressFields, pickAddressIds, readBasket } from './pick.ts';

/** `shop-cli baskets update`: `PATCH /baskets/{basketKey}`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Changes only the fields you pass; --unset clears one. --product adds to the products in the basket; ' +
    'baskets items update and delete change those. At a terminal without a key, you pick the basket from a list.\n\n' +
    'The request is sent once. If the answer is lost, the exit code is 10: check with baskets get before you retry.',
  examples: [
    ['baskets update 42212126-9CF9-49D8-8E52-5B2858894145 --coupon "WELKOM10"', 'Set a coupon'],
    ['baskets update 42212126-9CF9-49D8-8E52-5B2858894145 --unset coupon', 'Remove the coupon'],
  ],
  seeAlso: ['baskets get', 'baskets items update'],
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
    const read = (raw: RawOptions) =>
      readChanges(basketChanges, { raw, context: session.context, more }, ({ products }) =>
        invalidLines(products ?? []),
      );
    // What is wrong or missing is said before any question, unless an address is still to be picked.
    const complete = addressFields.some((field) => options[field] === true) ? undefined : await read(options);
    const key = await readBasket(session, options, typed);
    const customerOf = async () => (await getRecord(await session.connect(), basketAt(key))).customerId;
    const typedChanges = complete ?? (await read(await pickAddressIds(session, options, customerOf)));
    const changes = await withProductIds(session, await session.connect(), typedChanges);
    await updateOne(session, {
      definition: basket,
      body: basketChanges.toJson(changes),
      at: basketAt(key),
      warning: (updated) =>
        notes(invalidCoupon(changes.coupon, updated), loweredPoints(changes.loyaltyPoints, updated)),
      done: `Updated basket ${key}`,
    });
    return 0;
  },
};
