import type { CommandDefinition } from '../../cli/command.ts';
import { basketAt, createBasket } from '../../client/endpoints/baskets.ts';
import { addLineOptions, lineArguments } from '../../input/basket-lines.ts';
import { addBodyOptions } from '../../input/body.ts';
import { basket, invalidLines, type NewBasket, newBasket } from '../../resources/baskets.ts';
import type { Form } from '../../resources/form.ts';
import { safe } from '../../text/escape.ts';
import { createOne } from '../shared/create.ts';
import { invalidCoupon, loweredPoints, notes, withProductIds } from './body.ts';
import { linesOf } from './lines.ts';

/** `shop-cli baskets create`: `POST /baskets`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Nothing is required. The quantity of a product is 1 by default. The addresses default to those of the customer, ' +
    'and the modules to those of the store. The store lowers loyalty points above the maximum. ' +
    'The price of a custom product excludes VAT, which is always 21%.\n\n' +
    '--products-file takes JSON, CSV or an Excel workbook. A table needs a column sku or uprid, and a column quantity. shop-cli looks up every SKU ' +
    'first, and lists those that the store does not have. If a row has both, they must belong to the same product.',
  exitCodes: { 10: 'outcome unknown or wrong: check with baskets list before retrying' },
  examples: [
    [
      'baskets create --customer 101 --product "BEL-001:2" --product 205+3-15',
      'Create a basket with two products, by SKU and by ID with an option',
    ],
    [
      'baskets create --custom-product "12.50x2:Engraving" --coupon "WELKOM10" --dry-run',
      'A custom product, without sending it',
    ],
  ],
  seeAlso: ['baskets items add', 'orders create'],
  result: basket,
  isWrite: true,
  options: (command) => {
    addLineOptions(command);
    addBodyOptions(command, newBasket);
  },
  async run(session, raw) {
    const more = await linesOf(session, raw);
    let sent: NewBasket = {};
    await createOne(session, {
      noun: 'basket',
      draft: newBasket,
      record: basket,
      source: { raw, context: session.context, more },
      missing: ({ products }) => invalidLines(products),
      // An empty basket is valid: questions are asked only without any option.
      isIncomplete: (values) =>
        Object.keys(values).length === 0 && raw.body === undefined && session.options.yes !== true,
      form: async () => basketForm(await import('../../resources/form.ts')),
      command: ['baskets', 'create', ...lineArguments(raw)],
      at: basketAt,
      prepare: async (connection, draft) => {
        sent = await withProductIds(session, connection, draft);
        return sent;
      },
      send: createBasket,
      warnsOf: ['loyaltyPoints'],
      warning: (created) =>
        notes(
          invalidCoupon(sent.coupon, created),
          loweredPoints(sent.loyaltyPoints, created),
          session.prompts && !sent.products && basket.idOf(created) !== ''
            ? safe`To add products: shop-cli baskets items add ${basket.idOf(created)}`
            : '',
        ),
    });
  },
};

const basketForm = ({ formOf, onlyFields }: typeof import('../../resources/form.ts')): Form =>
  formOf(newBasket.fields, { order: onlyFields(['customerId', 'coupon']) });
