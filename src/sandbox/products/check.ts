import { identifying, type NewProduct, newProduct } from '../../resources/products.ts';
import type { Money } from '../../text/money.ts';
import { largestAmount, toUnits } from '../amounts.ts';
import { imageNames } from '../first-data/catalogue.ts';
import { refuseIfAny, unstorable, valuesOf } from '../http/body.ts';
import { withoutZeroIds } from '../http/ids.ts';
import type { WrongField } from '../http/refusal.ts';
import type { Catalogue } from '../storage/catalogue.ts';
import { formatDate } from '../storage/fields.ts';
import type { StoredProduct } from './add.ts';

/** Defaults of a new product. */
const absent = {
  text: '',
  quantity: 0,
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
  const sent = newProduct.toJson(product);
  refuseIfAny([...unstorable(sent), ...brokenRules(product, catalogue)]);
  return stored(product, sent, now);
}

function brokenRules(product: NewProduct, catalogue: Catalogue): readonly WrongField[] {
  const { quantity = absent.quantity, categoryId, image = absent.text } = product;
  const rules: readonly (readonly [holds: boolean, field: string, message: string])[] = [
    [identifying.some((name) => product[name]), '', `At least one of ${identifying.join(', ')} must be given.`],
    [Math.abs(quantity) <= mostStock, 'quantity', `must be from -${mostStock} to ${mostStock}`],
    [fits(product.price), 'price', `must be at most ${largestAmount}`],
    [fits(product.purchasePrice), 'purchasePrice', `must be at most ${largestAmount}`],
    [
      categoryId === undefined || catalogue.takesCategory(categoryId),
      'categoryId',
      `is not a category of this shop: ${categoryId}`,
    ],
    [image === '' || catalogue.takesImage(image), 'image', `must be an image of this shop: ${allImages}`],
  ];
  return rules.filter(([holds]) => !holds).map(([, field, message]) => ({ field, message }));
}

const fits = (amount: Money = absent.price): boolean => toUnits(amount) !== undefined;

function stored(product: NewProduct, sent: Readonly<Record<string, unknown>>, now: Date): StoredProduct {
  const text = (name: 'sku' | 'ean' | 'model' | 'name' | 'image'): string => product[name] ?? absent.text;
  return {
    sku: text('sku'),
    ean: text('ean'),
    model: text('model'),
    name: text('name'),
    description: absent.text,
    quantity: product.quantity ?? absent.quantity,
    price: toUnits(product.price ?? absent.price) ?? 0n,
    purchasePrice: toUnits(product.purchasePrice ?? absent.price) ?? 0n,
    status: product.status ?? absent.status,
    taxRate: product.taxRate ?? absent.taxRate,
    categoryId: product.categoryId ?? absent.category,
    manufacturerId: absent.manufacturer,
    image: text('image'),
    dateAdded: formatDate(now),
    more: Object.fromEntries(withoutColumn.filter((name) => name in sent).map((name) => [name, sent[name]])),
  };
}
