import { identifying, type NewProduct, newProduct } from '../../resources/products.ts';
import { largestAmount, toUnits } from '../amounts.ts';
import { imageNames } from '../first-data/shop.ts';
import { refuseIfAny, unstorable, valuesOf, withoutZeroIds } from '../http/body.ts';
import type { WrongField } from '../http/refusal.ts';
import { formatDate } from '../shape.ts';
import type { Catalogue } from '../storage/catalogue.ts';
import type { StoredProduct } from './add.ts';

/** Defaults of a new product. */
const absent = {
  text: '',
  quantity: 0,
  minimumQuantity: 1,
  price: { units: 0n, scale: 0 },
  status: 1,
  taxRate: 21,
  category: 0,
  manufacturer: 0,
} as const;

/** Stock is a 32-bit integer, as shop databases have it. */
const mostStock = 2 ** 31 - 1;

const allImages = [...imageNames].join(', ');

const columns: ReadonlySet<keyof NewProduct> = new Set([
  ...(['model', 'sku', 'ean', 'name', 'quantity', 'categoryId'] as const),
  ...(['price', 'purchasePrice', 'status', 'taxRate', 'image'] as const),
]);

/** Fields of the resource file without a column of their own are stored as sent. Aliases repeat another field. */
const withoutColumn = newProduct.names.filter((name) => !columns.has(name));

/**
 * The product that a body of `POST /products` asks for.
 * @throws Refusal 422 that names every wrong field.
 */
export function checkNewProduct(body: unknown, catalogue: Catalogue, now: Date): StoredProduct {
  const product = valuesOf(newProduct.fromJson(withoutZeroIds(body, ['categoryId'])));
  const amounts = amountsOf(product);
  refuseIfAny([...unstorable(product), ...brokenRules(product, amounts, catalogue)]);
  return productOf(product, amounts, formatDate(now));
}

/** The prices of a product in ten-thousandths; undefined where one is too large to keep. */
interface Amounts {
  readonly price: bigint | undefined;
  readonly purchasePrice: bigint | undefined;
}

export const amountsOf = ({ price = absent.price, purchasePrice = absent.price }: NewProduct): Amounts => ({
  price: toUnits(price),
  purchasePrice: toUnits(purchasePrice),
});

function brokenRules(product: NewProduct, amounts: Amounts, catalogue: Catalogue): readonly WrongField[] {
  const { quantity = absent.quantity, categoryId, image = absent.text } = product;
  const wrong: WrongField[] = [];
  const refuse = (field: string, message: string): unknown => wrong.push({ field, message });
  if (!identifying.some((name) => product[name]))
    refuse('', `At least one of ${identifying.join(', ')} must be given.`);
  if (Math.abs(quantity) > mostStock) refuse('quantity', `must be from -${mostStock} to ${mostStock}`);
  if (amounts.price === undefined) refuse('price', `must be at most ${largestAmount}`);
  if (amounts.purchasePrice === undefined) refuse('purchasePrice', `must be at most ${largestAmount}`);
  if (categoryId !== undefined && !catalogue.takesCategory(categoryId))
    refuse('categoryId', `is not a category of this shop: ${categoryId}`);
  if (image !== '' && !catalogue.takesImage(image)) refuse('image', `must be an image of this shop: ${allImages}`);
  return wrong;
}

/** A product with these fields, and the defaults of the others. @param dateAdded `YYYY-MM-DD HH:MM:SS` */
export function productOf(
  product: NewProduct,
  { price = 0n, purchasePrice = 0n }: Amounts,
  dateAdded: string,
): StoredProduct {
  const text = (name: 'sku' | 'ean' | 'model' | 'name' | 'image'): string => product[name] ?? absent.text;
  return {
    sku: text('sku'),
    ean: text('ean'),
    model: text('model'),
    name: text('name'),
    description: absent.text,
    quantity: product.quantity ?? absent.quantity,
    price,
    purchasePrice,
    status: product.status ?? absent.status,
    taxRate: product.taxRate ?? absent.taxRate,
    categoryId: product.categoryId ?? absent.category,
    manufacturerId: absent.manufacturer,
    image: text('image'),
    dateAdded,
    more: withoutColumn.some((name) => name in product) ? othersOf(product) : {},
    minimumQuantity: absent.minimumQuantity,
    record: absent.text,
  };
}

function othersOf(product: NewProduct): Readonly<Record<string, unknown>> {
  const sent = newProduct.toJson(product);
  return Object.fromEntries(withoutColumn.filter((name) => name in sent).map((name) => [name, sent[name]]));
}
