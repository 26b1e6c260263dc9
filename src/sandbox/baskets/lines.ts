import { newLine } from '../../resources/baskets.ts';
import { parseUprid, type Uprid } from '../../resources/shop-kinds.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { decimal, percentOf, toUnits, vatOf } from '../amounts.ts';
import type { Language } from '../http/language.ts';
import type { Attribute } from '../products/add.ts';
import { productById } from '../products/query.ts';
import { attributesText, namedAttribute } from '../products/shapes.ts';
import { withOtherFields } from '../storage/fields.ts';
import type { StoredLine } from './store.ts';

/** What a line sells. Amounts in ten-thousandths, excluding VAT. */
interface Article {
  /** A custom product is none of the shop's: the id of its line. */
  readonly productId: string;
  readonly name: string;
  readonly sku: string;
  readonly ean: string;
  readonly model: string;
  readonly image: string;
  readonly attributes: readonly Attribute[];
  readonly price: bigint;
  /** A whole percentage. */
  readonly taxRate: number;
}

/** A line with its article and its price. */
export interface Line extends StoredLine {
  readonly article: Article;
  readonly quantity: number;
  /** Of one, with the discount of the customer's group. */
  readonly price: bigint;
  readonly value: bigint;
  readonly taxRate: number;
}

/** A VAT rate of 21 percent is always assumed for the price of a custom product. */
const customRate = 21;

/**
 * What the lines come to at today's prices. `discount` is the percentage off the prices of the shop, not off a price of
 * the line's own.
 */
export function priceLine(database: Sqlite, line: StoredLine, language: Language, discount: bigint): Line {
  const article = articleOf(database, line, language);
  const quantity = line.fields.quantity ?? 1;
  const price = hasOwnPrice(line) ? article.price : article.price - percentOf(article.price, discount);
  return { ...line, article, quantity, price, value: price * BigInt(quantity), taxRate: article.taxRate };
}

/** Whether a line is a custom product. */
const isCustom = ({ fields }: StoredLine): boolean => fields.uprid === undefined;

/** A product of the shop may have one too: the API leaves open which products are custom. */
const hasOwnPrice = (line: StoredLine): boolean => isCustom(line) || line.fields.price !== undefined;

function articleOf(database: Sqlite, { uprid, fields }: StoredLine, language: Language): Article {
  const price = fields.price && toUnits(fields.price);
  if (fields.uprid === undefined) {
    const none = { productId: uprid, sku: '', ean: '', model: '', image: '', attributes: [] };
    return { ...none, name: fields.title ?? '', price: price ?? 0n, taxRate: customRate };
  }
  const parts = parseUprid(uprid);
  const row = productById(database, parts.productId, language) ?? {};
  const text = (column: string): string => String(row[column] ?? '');
  return {
    productId: String(parts.productId),
    name: fields.title || text('translatedName') || text('name'),
    ...{ sku: text('sku'), ean: text('ean'), model: text('model'), image: text('image') },
    attributes: chosenAttributes(database, parts) ?? [],
    price: price ?? BigInt(Number(row.price ?? 0)),
    taxRate: price === undefined ? Number(row.taxRate ?? 0) : customRate,
  };
}

/** How a line is shown: its language, whether VAT is calculated, and how its amounts are written. */
interface LineView {
  readonly language: Language;
  readonly calculateTax: boolean;
  amount(units: bigint): string;
}

/** A line as the sandbox shows it; the API documents no shape for it. */
export function lineRecord(
  line: Line,
  { language, calculateTax, amount }: LineView,
): Readonly<Record<string, unknown>> {
  const { article, quantity, value, price, fields } = line;
  const rate = calculateTax ? line.taxRate : 0;
  const record = {
    id: String(line.id),
    productId: article.productId,
    uprid: line.uprid,
    isCustom: isCustom(line),
    sku: article.sku,
    ean: article.ean,
    model: article.model,
    name: article.name,
    title: fields.title ?? '',
    attributesString: attributesText(article.attributes, language),
    attributes: article.attributes.map((attribute) => namedAttribute(attribute, language)),
    image: article.image,
    quantity: String(quantity),
    price: amount(price),
    // 21 percent is always assumed for a price of its own, also where none is taken.
    taxRate: decimal(BigInt(hasOwnPrice(line) ? customRate : rate) * 10_000n),
    value: amount(value),
    tax: amount(vatOf(value, rate)),
  };
  return withOtherFields(record, newLine.toJson(fields));
}

/**
 * The attributes that a uprid chooses; undefined when the product has no record with all of them. A product may be
 * taken without its options.
 */
export function chosenAttributes(database: Sqlite, { productId, chosen }: Uprid): readonly Attribute[] | undefined {
  if (chosen.length === 0) return [];
  const variants = database.all('SELECT attributes FROM variants WHERE productId = ?', productId);
  for (const { attributes } of variants) {
    const found = chosenOf(JSON.parse(String(attributes)) as readonly Attribute[], chosen);
    if (found.length === chosen.length) return found;
  }
  return undefined;
}

function chosenOf(attributes: readonly Attribute[], chosen: Uprid['chosen']): readonly Attribute[] {
  return chosen.flatMap(
    ([option, value]) => attributes.find(({ optionId, valueId }) => optionId === option && valueId === value) ?? [],
  );
}
