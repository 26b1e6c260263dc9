import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import { defaultLanguage, type Language } from '../http/language.ts';
import { fold } from './filters.ts';
import { bothTotals, storeTotals, withProduct } from './totals.ts';

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
  readonly minimumQuantity: number;
  /** In a copy, the JSON of the record as the other store sent it; else ''. */
  readonly record: string;
}

/** One combination of option values, with its own stock. */
interface Variant {
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

/** Appends products within one transaction. */
export interface Append {
  /** Appends a product with its variants and its texts in one language. Returns its row, as the list of main products has it. */
  add(product: StoredProduct, more?: { readonly options?: readonly Variant[]; readonly language?: Language }): SqlRow;
  /** Writes the totals: the last thing before the commit. */
  end(): void;
}

/** The id of the first product. */
const firstProductId = 200;

/** For one transaction: the last ids, places and totals are read once, and the totals written once. */
export function appendTo(database: Sqlite): Append {
  let known: ReturnType<typeof readEnds> | undefined;
  return {
    add(product, { options = [], language = defaultLanguage } = {}) {
      known ??= readEnds(database);
      const { ends } = known;
      const row = rowOf(product, ends.id++);
      insertProduct(database, language === defaultLanguage ? row : { ...row, name: '', description: '' }, ends.place++);
      if (language !== defaultLanguage) addTexts(database, row.id, language, product);
      const variants = options.length > 0 ? options : [{ stockId: -1, quantity: product.quantity, attributes: [] }];
      for (const variant of variants) insertVariant(database, row.id, variant, ends.variantPlace++);
      known.totals = withProduct(known.totals, { ...product, variants: variants.length });
      return row;
    },
    end() {
      if (known) storeTotals(database, known.totals);
    },
  };
}

/** The totals of both lists, and the next id and places: those are dense, so the number of records is the next one. */
function readEnds(database: Sqlite) {
  const { totals, lastId } = bothTotals(database);
  const ends = { id: (lastId || firstProductId - 1) + 1, place: totals.main.rows, variantPlace: totals.full.rows };
  return { ends, totals };
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

/** The row of a product, as lists read it. Written out, since an object of this size that is made by spreading takes ten times as long. */
export const rowOf = (product: StoredProduct, id: number) => ({
  id,
  sku: product.sku,
  ean: product.ean,
  model: product.model,
  name: product.name,
  minimumQuantity: product.minimumQuantity,
  price: Number(product.price),
  purchasePrice: Number(product.purchasePrice),
  status: product.status,
  taxRate: product.taxRate,
  categoryId: product.categoryId,
  manufacturerId: product.manufacturerId,
  description: product.description,
  image: product.image,
  dateAdded: product.dateAdded,
  more: JSON.stringify(product.more),
  stockId: -1,
  stock: product.quantity,
  attributes: '[]',
  record: product.record,
});

export function insertProduct(database: Sqlite, row: ReturnType<typeof rowOf>, place: number): void {
  database.run(
    'INSERT INTO products VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    BigInt(row.id),
    row.sku,
    row.ean,
    row.model,
    row.name,
    fold(row.name),
    BigInt(row.stock),
    BigInt(row.minimumQuantity),
    BigInt(row.price),
    BigInt(row.purchasePrice),
    BigInt(row.status),
    BigInt(row.taxRate),
    BigInt(row.categoryId),
    BigInt(row.manufacturerId),
    row.description,
    row.image,
    row.dateAdded,
    row.more,
    BigInt(place),
    row.record,
  );
}

function insertVariant(database: Sqlite, productId: number, variant: Variant, place: number): void {
  database.run(
    "INSERT INTO variants VALUES (?, ?, ?, ?, ?, '', '', '')",
    BigInt(place),
    BigInt(productId),
    BigInt(variant.stockId),
    BigInt(variant.quantity),
    JSON.stringify(variant.attributes),
  );
}
