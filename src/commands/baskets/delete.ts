import type { CommandDefinition } from '../../cli/command.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { basket } from '../../resources/baskets.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { deleteOne, deletion } from '../shared/delete.ts';
import { ofCustomer, readBasket } from './pick.ts';

/** `shop-cli baskets delete`: `DELETE /baskets/{basketKey}`. */
export const definition: CommandDefinition = {
  details: 'Asks for confirmation; scripts pass --yes. At a terminal without a key, you pick the basket from a list.',
  examples: [
    ['baskets delete 42212126-9CF9-49D8-8E52-5B2858894145 --yes', 'Without confirmation'],
    ['baskets delete 42212126-9CF9-49D8-8E52-5B2858894145 --dry-run', 'Show the request without sending it'],
  ],
  seeAlso: ['baskets list', 'baskets items delete'],
  result: deletion,
  isWrite: true,
  options: (command) => {
    command.argument('[key]', 'basket key');
  },
  async run(session, raw, [typed]) {
    const key = await readBasket(session, raw, typed);
    return await deleteOne(session, {
      what: `basket ${key}`,
      id: key,
      definition: basket,
      at: basketAt(key),
      nameOf,
    });
  },
};

/** `3 products of customer 101` */
function nameOf(record: StoreRecord): string {
  const count = Array.isArray(record.products) ? record.products.length : 0;
  return [`${count} ${count === 1 ? 'product' : 'products'}`, ofCustomer(record)].filter(Boolean).join(' of ');
}
