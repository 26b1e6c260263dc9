import type { Sqlite } from '../../system/sqlite.ts';
import { defaultLanguage, type Language } from '../http/language.ts';
import { fold } from './pattern.ts';
import { addToTotals } from './totals.ts';

/** A product as it is stored. Amounts in ten-thousandths; 0 is "no category", "no manufacturer". */
export interface StoredProduct {
  readonly sku: string;
  readonly ean: string;
  readonly model: string;
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  readonly price: bigint;
  readonly purchasePrice: bigint;
  readonly status: number;
  readonly taxRate: number;
  readonly categoryId: number;
  readonly manufacturerId: number;
  readonly image: string;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly dateAdded: string;
  /** Fields without a column of their own, as in the JSON of the API. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** One combination of option values, with its own stock. */
export interface Variant {
  readonly stockId: number;
  readonly quantity: number;
  readonly attributes: readonly Attribute[];
}

/**
 * One option with the value chosen, named per language: `{ optionId: 3, valueId: 12, names: { nl: ['Maat', 'M'] } }`.
 */
export interface Attribute {
  readonly optionId: number;
  readonly valueId: number;
  readonly names: Readonly<Partial<Record<Language, readonly [option: string, value: string]>>>;
}

/** The id of the first product. */
const firstProductId = 200;

const minimumQuantity = 1;
const withoutOptions: readonly Variant[] = [{ stockId: -1, quantity: 0, attributes: [] }];

/**
 * Appends a product with its variants and its texts in one language, and returns its id. Inside a transaction: ids,
 * places and totals belong together.
 */
export function addProduct(
  database: Sqlite,
  product: StoredProduct,
  { options = [], language = defaultLanguage }: { options?: readonly Variant[]; language?: Language } = {},
): number {
  const isTranslated = language !== defaultLanguage;
  const id = insertProduct(database, isTranslated ? { ...product, name: '', description: '' } : product);
  if (isTranslated) addTexts(database, id, language, product);
  const variants =
    options.length > 0 ? options : withoutOptions.map((variant) => ({ ...variant, quantity: product.quantity }));
  for (const variant of variants) insertVariant(database, id, variant);
  addToTotals(database, { ...product, minimumQuantity, variants: variants.length });
  return id;
}

/** The texts of a product in another language than the store's own. */
export function addTexts(
  database: Sqlite,
  productId: number,
  language: Language,
  { name, description }: Pick<StoredProduct, 'name' | 'description'>,
) {
  database.run(
    'INSERT INTO productTexts VALUES (?, ?, ?, ?, ?)',
    BigInt(productId),
    language,
    name,
    fold(name),
    description,
  );
}

/** Returns the ID of the product. */
function insertProduct(database: Sqlite, product: StoredProduct): number {
  const { lastId } = database.run(
    `INSERT INTO products SELECT coalesce(max(id) + 1, ${firstProductId}),
      ?, ?, ?, ?, ?, ?, ${minimumQuantity}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
      (SELECT coalesce(max(place) + 1, 0) FROM products) FROM products`,
    product.sku,
    product.ean,
    product.model,
    product.name,
    fold(product.name),
    BigInt(product.quantity),
    product.price,
    product.purchasePrice,
    BigInt(product.status),
    BigInt(product.taxRate),
    BigInt(product.categoryId),
    BigInt(product.manufacturerId),
    product.description,
    product.image,
    product.dateAdded,
    JSON.stringify(product.more),
  );
  return Number(lastId);
}

function insertVariant(database: Sqlite, productId: number, { stockId, quantity, attributes }: Variant): void {
  database.run(
    `INSERT INTO variants SELECT coalesce(max(place) + 1, 0), ?, ?, ?, ?, '', '' FROM variants`,
    BigInt(productId),
    BigInt(stockId),
    BigInt(quantity),
    JSON.stringify(attributes),
  );
}
