import type { CommandDefinition } from '../../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../../cli/record-arguments.ts';
import { basketAt } from '../../../client/endpoints/baskets.ts';
import { getRecord } from '../../../client/records.ts';
import { basketLine } from '../../../resources/baskets.ts';
import { showWhole } from '../../shared/list.ts';
import { readBasket } from '../pick.ts';

/** `shop-cli baskets items list`: the products in the reply of `GET /baskets/{basketKey}`. */
export const definition: CommandDefinition = {
  details:
    'Reads the basket, because the API cannot list its products separately. At a terminal, if you pass no key, you pick the basket from a list.',
  examples: [
    ['baskets items list 42212126-9CF9-49D8-8E52-5B2858894145', 'As a table'],
    ['baskets items list 42212126-9CF9-49D8-8E52-5B2858894145 --quiet', 'Only the IDs, for items get'],
  ],
  seeAlso: ['baskets items get', 'baskets get'],
  result: basketLine,
  prints: 'list',
  options: (command) => {
    addRecordArgument(command, '[key]', 'basket key', recordArguments.basket);
  },
  async run(session, raw, [typed]) {
    const key = await readBasket(session, raw, typed);
    const { products } = await getRecord(await session.connect(), basketAt(key));
    return await showWhole(session, basketLine, Array.isArray(products) ? products : [], {
      names: ['product', 'products'],
      none: `Basket ${key}${session.onStore()} has no products.`,
    });
  },
};
