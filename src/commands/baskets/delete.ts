import { readId } from '../../cli/arguments.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { basket } from '../../resources/baskets.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { deleting } from '../shared/delete.ts';
import { ofCustomer, readBasket } from './pick.ts';
import { wholeKeys } from './whole-keys.ts';

/** `shop-cli baskets delete`: `DELETE /baskets/{basketKey}`. */
export const definition = deleting({
  line: 'baskets delete 42212126-9CF9-49D8-8E52-5B2858894145',
  details: 'At a terminal, if you pass no key, you pick the basket from a list.',
  seeAlso: ['baskets list', 'baskets items delete'],
  record: basket,
  options: (command) => addRecordArgument(command, '[key...]', 'basket keys', recordArguments.basket),
  find: async (session, raw, [typed]) => basketAt(await readBasket(session, raw, typed)),
  argument: recordArguments.basket,
  wholeArguments: async (session, args) =>
    await wholeKeys(
      session,
      args.map((key) => readId('basket', key)),
    ),
  placeOf: basketAt,
  nameOf,
});

/** `3 products of customer 101` */
function nameOf(record: StoreRecord): string {
  const count = Array.isArray(record.products) ? record.products.length : 0;
  return [`${count} ${count === 1 ? 'product' : 'products'}`, ofCustomer(record)].filter(Boolean).join(' of ');
}
