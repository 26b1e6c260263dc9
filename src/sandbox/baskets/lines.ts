import { basketLine, type NewLine, newLine } from '../../resources/baskets.ts';
import { parseUprid, type Uprid } from '../../resources/shop-kinds.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { percentOf, toUnits, vatOf } from '../amounts.ts';
import { valuesIn } from '../http/body.ts';
import type { Language } from '../http/language.ts';
import { type Attribute, type Product, textsOf } from '../products/product.ts';
import { attributesText, namedAttribute } from '../products/shapes.ts';
import { attributesOf, productById } from '../products/table.ts';
import { shapeOf } from '../shape.ts';
import type { Stored } from '../storage/documents.ts';
import type { BasketLine } from '../storage/records.ts';

/** What a line sells. Amounts in ten-thousandths, excluding VAT. */
interface Article extends Pick<Product, 'sku' | 'ean' | 'model' | 'image' | 'attributes'> {
  /** A custom product is none of the shop's: the id of its line. */
  readonly productId: string;
  readonly name: string;
  readonly price: bigint;
  /** A whole percentage. */
  readonly taxRate: number;
}

/** A line with its article and its price. */
export interface Line extends Stored<BasketLine> {
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
export function priceLine(database: Sqlite, line: Stored<BasketLine>, language: Language, discount: bigint): Line {
  const body = bodyOf(line);
  const article = articleOf(database, line, body, language);
  const quantity = body.quantity ?? 1;
  const price = hasOwnPrice(line) ? article.price : article.price - percentOf(article.price, discount);
  return { ...line, article, quantity, price, value: price * BigInt(quantity), taxRate: article.taxRate };
}

/** The values of a line. */
export const bodyOf = ({ fields }: BasketLine): NewLine => valuesIn(newLine, fields);

/** What a line is called. */
export const upridOf = ({ uprid, id }: Stored<BasketLine>): string => uprid ?? String(id);

/** A product of the shop may have one too: the API leaves open which products are custom. */
const hasOwnPrice = ({ uprid, fields }: BasketLine): boolean => uprid === null || fields.price !== undefined;

function articleOf(database: Sqlite, { id, uprid }: Stored<BasketLine>, body: NewLine, language: Language): Article {
  const price = body.price && toUnits(body.price);
  if (uprid === null) {
    const none = { productId: String(id), sku: '', ean: '', model: '', image: '', attributes: [] };
    return { ...none, name: body.title ?? '', price: price ?? 0n, taxRate: customRate };
  }
  const parts = parseUprid(uprid);
  const product = productById(database, parts.productId);
  const { sku = '', ean = '', model = '', image = '' } = product ?? {};
  return {
    productId: String(parts.productId),
    name: body.title || (product ? textsOf(product, language).name : ''),
    sku,
    ean,
    model,
    image,
    attributes: chosenAttributes(database, parts) ?? [],
    price: price ?? BigInt(product?.price ?? 0),
    taxRate: price === undefined ? (product?.taxRate ?? 0) : customRate,
  };
}

/** How a line is shown: its language, whether VAT is calculated, and its amounts in the currency of the reader. */
interface LineView {
  readonly language: Language;
  readonly calculateTax: boolean;
  inCurrency(units: bigint): bigint;
}

/** A line as the sandbox shows it; the API documents no shape for it. */
export function lineRecord(line: Line, view: LineView): Readonly<Record<string, unknown>> {
  const { language, calculateTax, inCurrency } = view;
  const { article, quantity, value, price, fields } = line;
  const { name, sku, ean, model, image } = article;
  const rate = calculateTax ? line.taxRate : 0;
  return shapeOf(basketLine.fields, {
    ...fields,
    id: line.id,
    productId: article.productId,
    uprid: upridOf(line),
    isCustom: line.uprid === null,
    sku,
    ean,
    model,
    name,
    attributesString: attributesText(article.attributes, language),
    attributes: article.attributes.map((attribute) => namedAttribute(attribute, language)),
    image,
    quantity,
    price: inCurrency(price),
    // 21 percent is always assumed for a price of its own, also where none is taken.
    taxRate: BigInt(hasOwnPrice(line) ? customRate : rate) * 10_000n,
    value: inCurrency(value),
    tax: inCurrency(vatOf(value, rate)),
  });
}

/**
 * The attributes that a uprid chooses; undefined when the product has no record with all of them. A product may be
 * taken without its options.
 */
export function chosenAttributes(database: Sqlite, { productId, chosen }: Uprid): readonly Attribute[] | undefined {
  if (chosen.length === 0) return [];
  for (const attributes of attributesOf(database, productId)) {
    const found = chosenOf(attributes, chosen);
    if (found.length === chosen.length) return found;
  }
  return undefined;
}

function chosenOf(attributes: readonly Attribute[], chosen: Uprid['chosen']): readonly Attribute[] {
  return chosen.flatMap(
    ([option, value]) => attributes.find(({ optionId, valueId }) => optionId === option && valueId === value) ?? [],
  );
}
