import { readIdentifier } from '../../cli/arguments.ts';
import type { Session } from '../../cli/session.ts';
import { getBasket, listBaskets } from '../../client/endpoints/baskets.ts';
import type { RawOptions } from '../../input/options.ts';
import { type Basket, type BasketLine, basket, basketLine } from '../../resources/baskets.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import { formatCount } from '../../text/numbers.ts';
import { missingOf, pick, pickerOf } from '../shared/pick.ts';

/** How many baskets there are to choose from, at most. */
const mostBaskets = 100;

/** The basket that a command is for: its key as typed, else picked from the baskets of the store. @throws CliError `usage` where nobody can be asked. */
export async function readBasket(session: Session, raw: RawOptions, typed: string | undefined): Promise<string> {
  if (typed !== undefined) return readKey(typed);
  return await pickBasket(session, raw, keyArgument.name);
}

/**
 * A basket picked from those of the store.
 * @param isOffered leaves out baskets that the command would be refused for
 * @throws CliError `usage` that names the option or argument for it, where nobody can be asked.
 */
export async function pickBasket(
  session: Session,
  raw: RawOptions,
  name: string,
  isOffered: (record: Basket) => boolean = () => true,
): Promise<string> {
  const prompts = pickerOf(session, raw);
  if (!prompts) throw missingOf([{ ...keyArgument, name }]);
  const { records, totals } = await listBaskets(await session.connect(), mostBaskets, 0);
  const isPartial = records.length >= mostBaskets || Number(totals.numRows) > records.length;
  return await pick(prompts, {
    question: 'Which basket?',
    none:
      records.length === 0
        ? 'The store has no basket.'
        : 'The store has no such basket: baskets list shows those that it has.',
    choices: records
      .filter(isOffered)
      .map((record) => ({ value: basket.idOf(record), label: basketLabel(session.named(basket, record)) })),
    ...(isPartial && {
      others: {
        note: `the first ${records.length}; for another one type its whole key`,
        read: (typed) => basketKeyKind.typed(typed.trim()),
      },
    }),
  });
}

interface LineId {
  readonly key: string;
  readonly product: string;
}

/** The product of a basket that a command is for, as typed or picked. @throws CliError `usage` that names all that is missing. */
export async function readLine(
  session: Session,
  raw: RawOptions,
  [key, product]: readonly (string | undefined)[],
): Promise<LineId> {
  const prompts = pickerOf(session, raw);
  if (!prompts && (key === undefined || product === undefined)) {
    throw missingOf([...(key === undefined ? [keyArgument] : []), productArgument]);
  }
  const basketKey = await readBasket(session, raw, key);
  if (product !== undefined) return { key: basketKey, product: readProductId(product) };
  if (!prompts) throw missingOf([productArgument]);
  const { products } = await getBasket(await session.connect(), basketKey);
  const lines = Array.isArray(products) ? (products as readonly BasketLine[]) : [];
  const picked = await pick(prompts, {
    question: 'Which product?',
    none: `There is no product in basket ${basketKey}.`,
    choices: lines.map((line) => ({
      value: String(line.uprid ?? basketLine.idOf(line)),
      label: lineLabel(session.named(basketLine, line)),
    })),
  });
  return { key: basketKey, product: readProductId(picked) };
}

const keyArgument = { name: '<key>', why: 'baskets list shows the keys' } as const;
const productArgument = { name: '<product-id>', why: 'baskets get <key> shows what is in the basket' } as const;

/** Whether an order was made of a basket. */
export const isOrdered = ({ orderId }: Basket): boolean =>
  ![undefined, null, '', '0', 0].some((none) => orderId === none);

/** `42212126-…  customer 101, 12.50, ordered as 1001` */
function basketLabel(record: Basket): string {
  const { customerId, value } = record;
  const notes = [
    customerId && customerId !== '0' ? `customer ${customerId}` : 'no customer',
    value ? `${value}` : '',
    Array.isArray(record.products) ? `${formatCount(record.products.length)} products` : '',
    isOrdered(record) ? `ordered as ${record.orderId}` : '',
  ];
  return `${basket.idOf(record)}  ${notes.filter((note) => note !== '').join(', ')}`;
}

/** `206{3}12  2 x Mug` */
function lineLabel(line: BasketLine): string {
  const name = line.name ?? line.title ?? '';
  return `${line.uprid ?? basketLine.idOf(line)}  ${line.quantity ?? '?'} x ${name}`;
}

/** A basket's key as it was typed: with or without braces. @throws CliError `usage` */
export const readKey = (typed: string): string => readIdentifier('key', typed);

/** A product of a basket as it was typed: a product id, or one with options. @throws CliError `usage` */
const readProductId = (typed: string): string => readIdentifier('product-id', typed);
