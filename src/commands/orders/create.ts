import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { createOrder, orderAt } from '../../client/endpoints/orders.ts';
import { getRecord } from '../../client/records.ts';
import { CliError } from '../../errors.ts';
import { addBodyOptions } from '../../input/body.ts';
import type { Flags } from '../../input/body-faults.ts';
import type { RawOptions } from '../../input/options.ts';
import { drawReceipt } from '../../output/card/receipt.ts';
import { basket } from '../../resources/baskets.ts';
import { type NewOrder, newOrder, type Order, order } from '../../resources/orders.ts';
import { receiptOf } from '../../resources/receipt.ts';
import { basketKeyKind, basketReferenceKind } from '../../resources/shop-kinds.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { capitalized } from '../../text/words.ts';
import { isOrdered, ofCustomer, pickBasket } from '../baskets/pick.ts';
import { wholeKeys } from '../baskets/whole-keys.ts';
import { createOne } from '../shared/create.ts';
import { recordBefore } from '../shared/update.ts';

const flags = { basketKey: '--basket', currencyType: '--currency', languageId: '--language' } as const satisfies Flags;

/** `shop-cli orders create`: `POST /orders`, sent once. */
export const definition: CommandDefinition = {
  details:
    'The basket must contain products. The default currency is the euro, and the default language is that of the store. At a terminal, if you do not pass --basket, you pick the basket from a list.\n\n' +
    'If the answer of the store does not contain the order, shop-cli reads its ID from the basket.',
  exitCodes: { 10: 'outcome unknown or wrong: check orderId in baskets get before retrying' },
  examples: [
    ['orders create --basket 42212126-9CF9-49D8-8E52-5B2858894145', 'Create an order in euros'],
    [
      'orders create --basket 42212126-9CF9-49D8-8E52-5B2858894145 --currency USD --language de --dry-run',
      'Show the request without sending it',
    ],
  ],
  seeAlso: ['baskets list', 'orders get'],
  result: order,
  isWrite: true,
  options: (command) => addBodyOptions(command, newOrder, flags),
  async run(session, typed) {
    const raw = await withWholeKey(session, typed);
    await createOne(session, {
      noun: 'order',
      draft: newOrder,
      record: order,
      source: { raw, context: session.context, flags },
      missing: (values) => newOrder.missing(values).map((fault) => ({ ...fault, hint: whereToFind.basket })),
      form: async () => (await import('../../resources/form.ts')).formOf(newOrder.fields),
      command: ['orders', 'create'],
      flags,
      pick: { basketKey: () => pickBasket(session, raw, flags.basketKey, (record) => !isOrdered(record)) },
      origin: ({ basketKey }) => (basketKey ? ` from basket ${basketKeyKind.show(basketKey)}` : ''),
      content: (connection, { basketKey, currencyType = 'EUR' }) =>
        basketContent(session, connection, { key: `${basketKey}`, currency: `${currencyType}` }),
      at: orderAt,
      send: sendOrder,
    });
  },
};

/** A store that refuses the order of a basket that it does not have may say anything: a look shows that. */
async function sendOrder(connection: Connection, draft: NewOrder): Promise<Order> {
  try {
    return await createOrder(connection, draft);
  } catch (error) {
    if (!(error instanceof CliError && error.kind === 'refused')) throw error;
    const key = String(draft.basketKey);
    await refuseMissing(connection, key);
    const isOfBasket = [undefined, 'basketKey', 'products'].includes(error.field);
    throw error.hint === undefined && isOfBasket
      ? error.reworded({ hint: whereToFind.productOf(basketKeyKind.show(key)) })
      : error;
  }
}

/** @throws CliError `not-found` for a basket that the store does not have; what else the look shows is not of interest */
async function refuseMissing(connection: Connection, key: string): Promise<void> {
  await getRecord(connection, basketAt(key)).catch((failure: unknown) => {
    if (failure instanceof CliError && failure.kind === 'not-found') throw failure;
  });
}

/** The beginning of a key becomes the key; a whole key, and an invalid one, stays. */
async function withWholeKey(session: Session, raw: RawOptions): Promise<RawOptions> {
  const key = typeof raw.basket === 'string' ? basketReferenceKind.typed(raw.basket) : undefined;
  if (key === undefined || basketKeyKind.typed(key) !== undefined) return raw;
  const [whole] = await wholeKeys(session, [key]);
  return { ...raw, basket: whole };
}

interface OrderedBasket {
  readonly key: string;
  readonly currency: string;
}

/** The customer, the currency and the receipt, as `baskets get` has it; empty where the store does not show the basket. */
async function basketContent(
  session: Session,
  connection: Connection,
  { key, currency }: OrderedBasket,
): Promise<string> {
  const found = await recordBefore(session, connection, basketAt(key));
  if (!found) return '';
  const { context, settings, named } = session;
  const receipt = receiptOf(named(basket, found), true);
  const lines = receipt ? drawReceipt(receipt, { width: context.stderr.columns, color: settings.color }) : '';
  return `${capitalized(ofCustomer(found) || 'no customer')}, currency ${currency}\n${lines}`;
}
