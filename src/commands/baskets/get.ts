import { readId } from '../../cli/arguments.ts';
import type { CommandDefinition } from '../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { getRecord } from '../../client/records.ts';
import type { RawOptions } from '../../input/options.ts';
import { basket, receiptPage } from '../../resources/baskets.ts';
import { related } from '../../resources/orders.ts';
import { partition, type RecordDefinition, type RecordPage } from '../../resources/record.ts';
import * as record from '../../resources/record-fields.ts';
import { aboutFull, addFullOption, withParts } from '../shared/full.ts';
import { getEach } from '../shared/get-each.ts';
import { readBasket } from './pick.ts';
import { wholeKeys } from './whole-keys.ts';

/** `shop-cli baskets get`: `GET /baskets/{basketKey}` for each argument. */
export const definition: CommandDefinition = {
  details: `Shows each basket as a receipt. At a terminal, if you pass no key, you pick one from a list.\n\nInstead of a whole key, you can pass its first eight characters to any command, if only one of the newest 500 baskets begins with them.\n\n${aboutFull}`,
  examples: [
    ['baskets get 42212126-9CF9-49D8-8E52-5B2858894145', 'Show one basket'],
    [
      'baskets get 42212126-9CF9-49D8-8E52-5B2858894145 --full --mask-pii',
      'Show it with customer and addresses, safe for a ticket',
    ],
    [
      'baskets get 42212126-9CF9-49D8-8E52-5B2858894145 --fields value,orderId,products --json',
      'Show a few of its fields',
    ],
  ],
  seeAlso: ['baskets items list', 'orders create'],
  result: shownAs,
  prints: 'each',
  options: (command) => {
    addRecordArgument(command, '[key...]', 'basket keys', recordArguments.basket);
    addFullOption(command);
  },
  async run(session, raw, typed) {
    const named = typed.map((key) => readId('basket', key));
    const keys = named.length === 0 ? [await readBasket(session, raw, undefined)] : await wholeKeys(session, named);
    const connection = await session.connect();
    const look = (key: string) => getRecord(connection, basketAt(key));
    return await getEach(
      session,
      shownAs(raw),
      keys,
      raw.full === true ? async (key) => withParts(connection, await look(key), 'basket') : look,
    );
  },
};

function shownAs(raw: RawOptions): RecordDefinition {
  return raw.full === true ? fullBasket : basket;
}

/** A basket with its customer and addresses. */
const fullBasket = {
  ...basket,
  fields: {
    ...basket.fields,
    customerId: record.id('Customer ID'),
    billingAddressId: record.id('Billing address ID'),
    deliveryAddressId: record.id('Delivery address ID'),
    ...related,
  },
  page: fullPage,
} satisfies RecordDefinition;

/** First what a customer on the phone asks for: who, where to, what, and how much. */
function fullPage(received: record.StoreRecord): RecordPage {
  const { rest, ...page } = receiptPage(received, true);
  const shown = Object.fromEntries(Object.entries(rest).filter(([name]) => !isWrittenCountry(name, received)));
  return partition({ ...page, rest: shown }, (name) => first.has(name));
}

const first: ReadonlySet<string> = new Set([
  'basketKey',
  'customerId',
  'orderId',
  'dateCreated',
  'lastModified',
  ...Object.keys(related),
]);

/** A country ID differs between stores, and the address shows the name. */
function isWrittenCountry(name: string, received: record.StoreRecord): boolean {
  const address = received[name.replace(/CountryId$/, 'Address')] as record.StoreRecord | undefined;
  const { id } = (address?.country ?? {}) as record.StoreRecord;
  return name.endsWith('CountryId') && id !== undefined && String(id) === String(received[name]);
}
