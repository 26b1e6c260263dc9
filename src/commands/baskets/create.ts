import type { CommandDefinition } from '../../cli/command.ts';
import { createBasket } from '../../client/endpoints/baskets.ts';
import { addLineOptions, lineArguments, readLines } from '../../input/basket-lines.ts';
import { addBodyOptions } from '../../input/body.ts';
import { basket, faultyLines, newBasket } from '../../resources/baskets.ts';
import type { Form } from '../../resources/form.ts';
import { createOne } from '../shared/create.ts';
import { addressFields, pickAddressIds } from './pick.ts';

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
    addBodyOptions(command, newBasket, { picked: addressFields });
  },
  async run(session, typed) {
    const raw = await pickAddressIds(session, typed, async () => undefined);
    const more = await readLines(raw, session.context);
    await createOne(session, {
      noun: 'basket',
      draft: newBasket,
      record: basket,
      source: { raw, context: session.context, more },
      missing: ({ products }) => faultyLines(products),
      // An empty basket is valid: only a command line without any option is asked about.
      isIncomplete: (given) =>
        Object.keys(given).length === 0 && raw.body === undefined && session.options.yes !== true,
      form: async () => basketForm(await import('../../resources/form.ts')),
      command: ['baskets', 'create', ...lineArguments(raw)],
      send: createBasket,
    });
    return 0;
  },
};

const basketForm = ({ formOf, onlyFields }: typeof import('../../resources/form.ts')): Form =>
  formOf(newBasket.members, { order: onlyFields(['customerId', 'coupon']) });
