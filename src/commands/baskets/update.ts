import type { CommandDefinition } from '../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { addLineOptions } from '../../input/basket-lines.ts';
import { addBodyOptions, addUnsetOption, readChanges } from '../../input/body.ts';
import { basket, basketChanges, invalidLines } from '../../resources/baskets.ts';
import { filledByStore } from '../../resources/draft-fields.ts';
import { updateOne } from '../shared/update.ts';
import { invalidCoupon, loweredPoints, notes, withProductIds } from './body.ts';
import { linesOf } from './lines.ts';
import { readBasket } from './pick.ts';

/** `shop-cli baskets update`: `PATCH /baskets/{basketKey}`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Changes only the fields you pass; --unset clears one. --product adds products to the basket. To change or remove products, use ' +
    'baskets items update and delete. At a terminal, if you pass no key, you pick the basket from a list.',
  exitCodes: { 10: 'outcome unknown or wrong: check with baskets get before retrying' },
  examples: [
    ['baskets update 42212126-9CF9-49D8-8E52-5B2858894145 --coupon "WELKOM10"', 'Set a coupon'],
    ['baskets update 42212126-9CF9-49D8-8E52-5B2858894145 --unset coupon', 'Remove the coupon'],
  ],
  seeAlso: ['baskets get', 'baskets items update'],
  result: basket,
  isWrite: true,
  options: (command) => {
    addRecordArgument(command, '[key]', 'basket key', recordArguments.basket);
    addLineOptions(command);
    addBodyOptions(command, basketChanges);
    addUnsetOption(command, basketChanges);
  },
  async run(session, raw, [typed]) {
    const source = { raw, context: session.context, more: await linesOf(session, raw) };
    // What is wrong or missing is said before any question.
    const named = await readChanges(basketChanges, source, ({ products }) => invalidLines(products ?? []));
    const key = await readBasket(session, raw, typed);
    const changes = await withProductIds(session, await session.connect(), named);
    await updateOne(session, basketAt(key), {
      record: basket,
      changes: basketChanges,
      body: basketChanges.toJson(changes),
      warnsOf: ['loyaltyPoints', ...filledByStore(basketChanges.fields, changes)],
      warning: (updated) =>
        notes(invalidCoupon(changes.coupon, updated), loweredPoints(changes.loyaltyPoints, updated)),
    });
  },
};
