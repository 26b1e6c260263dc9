import { basketLine, type NewLine, newLine } from '../../resources/baskets.ts';
import { parseUprid, type Uprid } from '../../resources/shop-kinds.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { percentOf, toUnits, vatOf } from '../amounts.ts';
import { valuesIn } from '../http/body.ts';
import type { Language } from '../http/language.ts';
import { type Attribute, textsOf } from '../products/product.ts';
import { attributesText, namedAttribute } from '../products/shapes.ts';
import { attributesOf, productById } from '../products/table.ts';
import { shapeOf } from '../shape.ts';
import type { Stored } from '../storage/documents.ts';
import type { BasketLineRecord } from '../storage/records.ts';

/** A VAT rate of 21 percent is always assumed for custom products. */
const customRate = 21;

/**
 * A line with what it sells at today's prices, in ten-thousandths and excluding VAT. A custom product, which is no product
 * of the shop, has a title and a price of its own.
 * @param discount the percentage off the prices of the shop, not off those of custom products
 */
export function priceLine(database: Sqlite, line: Stored<BasketLineRecord>, language: Language, discount: bigint) {
  const { title, quantity = 1, price: typed } = bodyOf(line);
  const article = line.uprid === null ? nothing : articleOf(database, parseUprid(line.uprid), language);
  const ownPrice = line.uprid === null ? ((typed && toUnits(typed)) ?? 0n) : undefined;
  const price = ownPrice ?? article.price - percentOf(article.price, discount);
  return {
    ...line,
    ...article,
    name: line.uprid === null ? (title ?? '') : article.name,
    quantity,
    /** Of one, with the discount. */
    price,
    value: price * BigInt(quantity),
    /** A whole percentage. */
    taxRate: ownPrice === undefined ? article.taxRate : customRate,
  };
}

/** What a custom product has of the shop. */
const nothing = { sku: '', ean: '', model: '', image: '', name: '', attributes: [], price: 0n, taxRate: 0 };

function articleOf(database: Sqlite, parts: Uprid, language: Language) {
  const product = productById(database, parts.productId);
  if (!product) return nothing;
  const { sku, ean, model, image, price, taxRate } = product;
  const attributes = chosenAttributes(database, parts) ?? [];
  const { name } = textsOf(product, language);
  return { sku, ean, model, image, name, attributes, price: BigInt(price), taxRate };
}

/** The values of a line. */
export const bodyOf = ({ fields }: BasketLineRecord): NewLine => valuesIn(newLine, fields);

/** What a line is called. A custom product is none of the shop's: by the ID of its line. */
export const upridOf = ({ uprid, id }: Stored<BasketLineRecord>): string => uprid ?? String(id);

/** A line as the sandbox shows it; the API documents no shape for it. */
export function lineRecord(line: ReturnType<typeof priceLine>, language: Language, calculateTax: boolean) {
  const { basketId: _, fields, attributes, taxRate, ...shown } = line;
  const isCustom = line.uprid === null;
  const rate = calculateTax ? taxRate : 0;
  return shapeOf(basketLine.fields, {
    ...fields,
    ...shown,
    productId: upridOf(line).replace(/\{.*/, ''),
    uprid: upridOf(line),
    isCustom,
    attributesString: attributesText(attributes, language),
    attributes: attributes.map((attribute) => namedAttribute(attribute, language)),
    // 21 percent is always assumed for custom products, also where none is taken.
    taxRate: BigInt(isCustom ? customRate : rate) * 10_000n,
    tax: vatOf(line.value, rate),
  });
}

/**
 * The attributes that a uprid chooses; undefined when the product has no record with all of them. A product may be
 * taken without its options.
 */
export function chosenAttributes(database: Sqlite, { productId, chosen }: Uprid): readonly Attribute[] | undefined {
  if (chosen.length === 0) return [];
  return attributesOf(database, productId)
    .map((attributes) =>
      chosen.flatMap(
        ([option, value]) => attributes.find(({ optionId, valueId }) => optionId === option && valueId === value) ?? [],
      ),
    )
    .find((found) => found.length === chosen.length);
}
