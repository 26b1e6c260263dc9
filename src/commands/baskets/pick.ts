import { readId } from '../../cli/arguments.ts';
import { needed, recordArguments } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import { listBasketsOrNone } from '../../client/endpoints/baskets.ts';
import { missingError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { shownText } from '../../output/display.ts';
import { type Basket, basket } from '../../resources/baskets.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import { formatCount } from '../../text/numbers.ts';
import { pick, promptsFor } from '../shared/pick.ts';
import { wholeKeys } from './whole-keys.ts';

/** How many baskets are offered. */
const basketLimit = 100;

/**
 * The key of the basket that a command is for: as typed, whole, or picked from a list. @throws CliError `usage` without a
 * terminal, and those of `wholeKeys`
 */
export async function readBasket(session: Session, raw: RawOptions, typed: string | undefined): Promise<string> {
  const [key] = typed === undefined ? [] : await wholeKeys(session, [readId('basket', typed)]);
  return key ?? (await pickBasket(session, raw));
}

/**
 * The key of a basket that a person picks.
 * @param name the option for it, for the error
 * @param isOffered whether the command can use a basket
 * @throws CliError `usage` without a terminal, `not-found` without baskets.
 */
export async function pickBasket(
  session: Session,
  raw: RawOptions,
  name?: string,
  isOffered: (record: Basket) => boolean = () => true,
): Promise<string> {
  const prompts = promptsFor(session, raw, true);
  if (!prompts) throw missingError([needed(recordArguments.basket, name)]);
  const { records, totals } = await listBasketsOrNone(await session.connect(), basketLimit, 0);
  const isPartial = records.length >= basketLimit || Number(totals.numRows) > records.length;
  return await pick(prompts, {
    question: 'Which basket?',
    none:
      records.length === 0
        ? 'The store has no baskets.'
        : 'Every basket is already ordered. Create a new one: shop-cli baskets create',
    choices: records
      .filter(isOffered)
      .map((record) => ({ value: basket.idOf(record), label: basketLabel(session.named(basket, record)) })),
    ...(isPartial && {
      others: {
        note: `first ${records.length}; for others, type the full key`,
        read: (typed) => basketKeyKind.typed(typed.trim()),
      },
    }),
  });
}

/** Whether a basket has been ordered. */
export const isOrdered = ({ orderId }: StoreRecord): boolean =>
  ![undefined, null, '', '0', 0].some((none) => orderId === none);

/** `42212126-…  customer 101, 12.50, ordered as 1001` */
function basketLabel(record: StoreRecord): string {
  const { value } = record;
  const notes = [
    ofCustomer(record) || 'no customer',
    value ? shownText(basket.fields.value, value) : '',
    Array.isArray(record.products) ? `${formatCount(record.products.length)} products` : '',
    isOrdered(record) ? `ordered as ${record.orderId}` : '',
  ];
  return `${basket.idOf(record)}  ${notes.filter((note) => note !== '').join(', ')}`;
}

/** `customer 101`; empty without one. */
export const ofCustomer = ({ customerId }: StoreRecord): string =>
  customerId && String(customerId) !== '0' ? `customer ${customerId}` : '';
