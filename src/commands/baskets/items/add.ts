import type { CommandDefinition } from '../../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../../cli/record-arguments.ts';
import type { Session } from '../../../cli/session.ts';
import { basketAt } from '../../../client/endpoints/baskets.ts';
import { CliError } from '../../../errors.ts';
import { addLineOptions } from '../../../input/basket-lines.ts';
import { readChanges } from '../../../input/body.ts';
import type { RawOptions } from '../../../input/options.ts';
import { basket, basketChanges } from '../../../resources/baskets.ts';
import { wholeFrom } from '../../../resources/kinds.ts';
import { pickProduct } from '../../products/pick.ts';
import { askId, promptsFor } from '../../shared/pick.ts';
import { updateOne } from '../../shared/update.ts';
import { withProductIds } from '../body.ts';
import { linesOf } from '../lines.ts';
import { readBasket } from '../pick.ts';

/** `shop-cli baskets items add`: `PATCH /baskets/{basketKey}` with products, sent once. */
export const definition: CommandDefinition = {
  details:
    'Shows the basket afterwards. If a product is already in the basket, its quantity goes up. At a terminal, if you pass no product or key, you search for the product and pick the basket from a list.',
  exitCodes: { 10: 'outcome unknown or wrong: check with baskets get before retrying' },
  examples: [
    ['baskets items add 42212126-9CF9-49D8-8E52-5B2858894145 --product 201:3', 'Add three of a product'],
    [
      'baskets items add 42212126-9CF9-49D8-8E52-5B2858894145 --custom-product "12.50:Engraving"',
      'Add a custom product',
    ],
  ],
  seeAlso: ['baskets items update', 'products list'],
  result: basket,
  isWrite: true,
  options: (command) => {
    addRecordArgument(command, '[key]', 'basket key', recordArguments.basket);
    addLineOptions(command);
  },
  async run(session, options, [typed]) {
    const isPicked = picksProduct(session, options);
    const picked = isPicked ? await readBasket(session, options, typed) : typed;
    const raw = isPicked ? await withProduct(session, options) : options;
    const more = await linesOf(session, raw);
    const named = await readChanges(basketChanges, { raw: {}, context: session.context, more });
    const key = await readBasket(session, raw, picked);
    const changes = await withProductIds(session, await session.connect(), named);
    await updateOne(session, basketAt(key), {
      record: basket,
      changes: basketChanges,
      body: basketChanges.toJson(changes),
      done: `Added products to basket ${key}`,
    });
  },
};

/** Whether a product is searched for at a terminal, since none is named. @throws CliError `usage` without a terminal */
function picksProduct(session: Session, raw: RawOptions): boolean {
  if ([raw.product, raw.customProduct, raw.productsFile].some((option) => option !== undefined)) return false;
  if (!promptsFor(session, raw, true))
    throw new CliError('usage', 'Nothing to add. Pass --product, --custom-product or --products-file.', {
      field: '--product',
    });
  return true;
}

/** The options with the product that a person picks, and its quantity. */
async function withProduct(session: Session, raw: RawOptions): Promise<RawOptions> {
  const id = await pickProduct(session, raw, await session.connect(), { variants: true });
  const quantity = await askId(session, raw, { title: 'quantity', kind: wholeFrom(1), suggestion: '1' });
  return { ...raw, product: [`${id}:${quantity}`] };
}
