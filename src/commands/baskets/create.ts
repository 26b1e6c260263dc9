import type { CommandDefinition } from '../../cli/command.ts';
import { createBasket } from '../../client/endpoints/baskets.ts';
import { addLineOptions, readLines } from '../../input/basket-lines.ts';
import { addBodyOptions, readDraft } from '../../input/body.ts';
import { basket, faultyLines, newBasket } from '../../resources/baskets.ts';
import { addressMembers, pickAddressIds } from './address-ids.ts';

/** `shop-cli baskets create`: `POST /baskets`, sent once. */
export const create: CommandDefinition = {
  details:
    'Creates a basket. Nothing is required. Without a quantity a product is there once. Without an address the default address of the customer is used, ' +
    'without a module the default one. More loyalty points than there may be become the most there may be. ' +
    'A custom product has a price excluding VAT; its VAT is always 21%.\n\n' +
    'The request is sent once. When the answer is lost, the exit code is 10: look with baskets list before you try again.',
  examples: [
    ['baskets create --customer-id 101 --product 200:2 --product 205+3-15', 'Two products, one of them with an option'],
    [
      'baskets create --custom-product "12.50x2:Engraving" --coupon "WELKOM10" --dry-run',
      'A custom product; only show the request',
    ],
  ],
  result: basket,
  isWrite: true,
  options: (command) => {
    addLineOptions(command);
    addBodyOptions(command, newBasket, { picked: addressMembers });
  },
  async run(session, typed) {
    const raw = await pickAddressIds(session, typed, async () => undefined);
    const more = await readLines(raw, session.context);
    const draft = await readDraft(newBasket, { raw, context: session.context, more }, ({ products }) =>
      faultyLines(products),
    );
    const record = await createBasket(await session.connect(), draft);
    await session.show(basket, record);
    await session.done(`Created basket ${basket.idOf(record)}`);
    return 0;
  },
};
