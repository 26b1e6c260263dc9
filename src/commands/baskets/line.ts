import type { Session } from '../../cli/session.ts';
import { whereToFind } from '../../cli/where-to-find.ts';
import type { Connection } from '../../client/connection.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { findProducts } from '../../client/endpoints/products.ts';
import { getRecord, unlessMissing } from '../../client/records.ts';
import { CliError, missingError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { type BasketLine, basketLine, lineId, lineText } from '../../resources/baskets.ts';
import { upridKind } from '../../resources/shop-kinds.ts';
import { pick, promptsFor } from '../shared/pick.ts';
import { refuseCurl, severalHits } from './body.ts';
import { keyNeeded, readBasket } from './pick.ts';

/** A product in a basket, by its ID with options. */
interface LineId {
  readonly key: string;
  readonly id: string;
}

/** The text of the help for the argument that names a product in a basket. */
export const aboutLine = 'SKU or product ID, with options if any: 206+3-12';

/**
 * Does something with the product of a basket that a command is for: by ID or SKU, as typed or picked. Digits are an ID
 * first, and an SKU where the basket has no such ID or they follow `sku:`.
 * @throws CliError `usage` that names everything missing; `not-found`
 */
export async function atLine<T>(
  session: Session,
  raw: RawOptions,
  typed: readonly (string | undefined)[],
  act: (connection: Connection, line: LineId) => Promise<T>,
): Promise<T> {
  const { key, text } = await readLine(session, raw, typed);
  const connection = await session.connect();
  const id = upridKind.typed(text);
  if (id === undefined) {
    const sku = text.replace(/^sku:/, '');
    return await act(connection, { key, id: await lineBySku(session, connection, { key, sku }) });
  }
  try {
    return await act(connection, { key, id });
  } catch (error) {
    const isMissing = error instanceof CliError && error.kind === 'not-found';
    const other = isMissing ? await unlessMissing(lineBySku(session, connection, { key, sku: text })) : undefined;
    if (other === undefined || other === id) throw error;
    return await act(connection, { key, id: other });
  }
}

interface TypedLine {
  readonly key: string;
  readonly text: string;
}

async function readLine(
  session: Session,
  raw: RawOptions,
  [key, text]: readonly (string | undefined)[],
): Promise<TypedLine> {
  const prompts = promptsFor(session, raw, true);
  if (!prompts && (key === undefined || text === undefined))
    throw missingError([...(key === undefined ? [keyNeeded] : []), productNeeded]);
  const basketKey = await readBasket(session, raw, key);
  if (text !== undefined) return { key: basketKey, text };
  if (!prompts) throw missingError([productNeeded]);
  const lines = await linesOf(await session.connect(), basketKey);
  const picked = await pick(prompts, {
    question: 'Which product?',
    none: `Basket ${basketKey} is empty.`,
    choices: lines.map((line) => ({ value: lineId(line), label: lineLabel(session.named(basketLine, line)) })),
  });
  return { key: basketKey, text: picked };
}

const productNeeded = { name: '<product>', hint: whereToFind.productOf() } as const;

async function linesOf(connection: Connection, key: string): Promise<readonly BasketLine[]> {
  const { products } = await getRecord(connection, basketAt(key));
  return Array.isArray(products) ? (products as readonly BasketLine[]) : [];
}

/** `206{3}12  2 x Mug` */
const lineLabel = (line: BasketLine): string => `${lineId(line)}  ${lineText(line)}`;

interface BySku {
  readonly key: string;
  readonly sku: string;
}

/** The ID of the only product in the basket with exactly this SKU. */
async function lineBySku(session: Session, connection: Connection, { key, sku }: BySku): Promise<string> {
  refuseCurl(session, sku);
  const lines = await linesOf(connection, key);
  const isIt = await skuTest(connection, sku, lines);
  const hits = lines.filter(isIt);
  const [first, ...others] = hits;
  if (first === undefined) {
    throw new CliError('not-found', `Basket ${key} on ${session.storeName()} has no product with the SKU "${sku}".`, {
      status: 404,
      hint: whereToFind.productOf(key),
    });
  }
  if (others.length > 0)
    throw severalHits(
      `Basket ${key} has ${hits.length} products with the SKU "${sku}"`,
      '<product>',
      hits.map((line) => lineLabel(session.named(basketLine, line))),
    );
  return lineId(first);
}

/** The API does not say whether lines have an SKU: without one, the product is looked up, and its lines are meant. */
async function skuTest(
  connection: Connection,
  sku: string,
  lines: readonly BasketLine[],
): Promise<(line: BasketLine) => boolean> {
  if (lines.length === 0 || lines.some((line) => line.sku !== undefined))
    return (line) => String(line.sku ?? '') === sku;
  const found = await findProducts(connection, 'sku', sku);
  const ids = new Set(
    found
      .flatMap(({ uprid, productId }) => [uprid, productId])
      .filter(Boolean)
      .map(String),
  );
  return (line) => ids.has(lineId(line)) || ids.has(String(line.productId ?? ''));
}
