import type { Command } from 'commander';
import { readId } from '../../cli/arguments.ts';
import { addRecordArgument, needed, recordArguments } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { getRecord } from '../../client/records.ts';
import { missingError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { type BasketLine, basketLine, lineId, lineText } from '../../resources/baskets.ts';
import { pick, promptsFor } from '../shared/pick.ts';
import { readBasket } from './pick.ts';

/** Adds what names a product in a basket. */
export function addLineArguments(command: Command, product = '[product]'): void {
  addRecordArgument(command, '[key]', 'basket key', recordArguments.basket);
  const about = 'product ID, with options if any: 206+3-12';
  addRecordArgument(command, product, about, recordArguments.basketProduct);
}

/** The product of a basket that a command is for: as typed, or picked. @throws CliError `usage` that names everything missing */
export async function readLine(
  session: Session,
  raw: RawOptions,
  [key, typed]: readonly (string | undefined)[],
): Promise<readonly [key: string, id: string]> {
  const prompts = promptsFor(session, raw, true);
  if (!prompts && (key === undefined || typed === undefined))
    throw missingError([
      ...(key === undefined ? [needed(recordArguments.basket)] : []),
      ...(typed === undefined ? [needed(recordArguments.basketProduct)] : []),
    ]);
  const basketKey = await readBasket(session, raw, key);
  if (typed !== undefined) return [basketKey, readId('basketProduct', typed)];
  if (!prompts) throw missingError([needed(recordArguments.basketProduct)]);
  const { products } = await getRecord(await session.connect(), basketAt(basketKey));
  const lines = Array.isArray(products) ? (products as readonly BasketLine[]) : [];
  const id = await pick(prompts, {
    question: 'Which product?',
    none: `Basket ${basketKey} is empty.`,
    choices: lines.map((line) => ({ value: lineId(line), label: lineLabel(session.named(basketLine, line)) })),
  });
  return [basketKey, id];
}

/** `206{3}12  2 x Mug` */
const lineLabel = (line: BasketLine): string => `${lineId(line)}  ${lineText(line)}`;
