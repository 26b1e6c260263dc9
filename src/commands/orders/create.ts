import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { createOrder } from '../../client/endpoints/orders.ts';
import { addBodyOptions, type Flags, readDraft } from '../../input/body.ts';
import type { RawOptions } from '../../input/options.ts';
import { newOrder, order } from '../../resources/orders.ts';
import { isOrdered, pickBasket } from '../baskets/pick.ts';

const flags = { basketKey: '--basket', currencyType: '--currency', languageId: '--language' } as const satisfies Flags;

/** `shop-cli orders create`: `POST /orders`, sent once. */
export const create: CommandDefinition = {
  details:
    'Makes an order of a basket that holds products. Without --currency the order is in euros, without --language in the language of the store. At a terminal without --basket, the basket is picked from the list.\n\n' +
    'The request is sent once. When the answer is lost, the exit code is 10: baskets get shows in orderId whether the order was made.',
  examples: [
    ['orders create --basket 42212126-9CF9-49D8-8E52-5B2858894145', 'In euros'],
    [
      'orders create --basket 42212126-9CF9-49D8-8E52-5B2858894145 --currency USD --language de --dry-run',
      'Only show the request',
    ],
  ],
  result: order,
  isWrite: true,
  options: (command) => addBodyOptions(command, newOrder, { flags }),
  async run(session, raw) {
    const source = { raw, context: session.context, flags };
    const given = await readDraft(newOrder, source, () => []);
    const basketKey = given.basketKey ?? (await pickUnordered(session, raw));
    const record = await createOrder(await session.connect(), { ...given, basketKey });
    await session.show(order, record);
    await session.done(`Created order ${order.idOf(record)} from basket ${basketKey}`);
    return 0;
  },
};

/** A basket that is picked is one Enter away from an order: that is asked once more. */
async function pickUnordered(session: Session, raw: RawOptions): Promise<string> {
  const key = await pickBasket(session, raw, flags.basketKey, (record) => !isOrdered(record));
  await session.confirm(`Order basket ${key} on ${session.storeName()}?`, 'order');
  return key;
}
