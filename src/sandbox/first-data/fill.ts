import { newAddress } from '../../resources/addresses.ts';
import { newBasket } from '../../resources/baskets.ts';
import { newCustomer } from '../../resources/customers.ts';
import { newOrder } from '../../resources/orders.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { parseMoney } from '../../text/money.ts';
import { insertAddress } from '../addresses/store.ts';
import { toUnits } from '../amounts.ts';
import { addBasket } from '../baskets/writing.ts';
import { addPoints, freeAccount, insertCustomer } from '../customers/store.ts';
import { valuesOf } from '../http/body.ts';
import { createOrder } from '../orders/store.ts';
import { type Attribute, addTexts, appendTo, type StoredProduct, type Variant } from '../products/add.ts';
import type { RecordStore } from '../route.ts';
import { formatDate, toStored } from '../storage/fields.ts';
import { categories, manufacturers, options } from './catalogue.ts';
import { firstBaskets, firstOrder, type Person, people } from './people.ts';
import { productLines, textLines } from './products.ts';

/**
 * What a shop has before it has products, and what the API cannot create: categories and manufacturers. Inside a
 * transaction.
 */
export function addCatalogue(database: Sqlite): void {
  for (const [id, parentId, names] of categories) {
    database.run('INSERT INTO categories VALUES (?, ?, ?)', BigInt(id), BigInt(parentId), JSON.stringify(names));
  }
  for (const [id, name] of manufacturers) database.run('INSERT INTO manufacturers VALUES (?, ?)', BigInt(id), name);
}

/**
 * Fills a new database with the products of a small bicycle shop, in Dutch and English. Inside a transaction, after the
 * categories.
 */
export function addProducts(database: Sqlite, now: Date): void {
  const texts = new Map(cellsOf(textLines).map(([sku = '', ...rest]) => [sku, rest]));
  const products = appendTo(database);
  let stockId = firstStockId;
  for (const cells of cellsOf(productLines)) {
    const [nameNl = '', nameEn = '', descriptionNl = '', descriptionEn = ''] = texts.get(cells[0] ?? '') ?? [];
    const variants = variantsOf(cells[10] ?? '', stockId);
    const product = productOf(cells, {
      name: nameNl,
      description: descriptionNl,
      dateAdded: formatDate(now),
      ...stockOf(cells[10], variants),
    });
    const { id } = products.add(product, { options: variants });
    addTexts(database, Number(id), 'en', { name: nameEn, description: descriptionEn });
    stockId += variants.length;
  }
  products.end();
}

const firstStockId = 1001;

const cellsOf = (lines: string): readonly string[][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

type Known = Pick<StoredProduct, 'name' | 'description' | 'dateAdded' | 'quantity'>;

function productOf(cells: readonly string[], known: Known): StoredProduct {
  const [
    sku = '',
    ean = '',
    model = '',
    category,
    manufacturer,
    price = '',
    purchasePrice = '',
    taxRate,
    status,
    image = '',
  ] = cells;
  return {
    ...known,
    sku,
    ean,
    model,
    categoryId: Number(category),
    manufacturerId: Number(manufacturer),
    price: unitsOf(price),
    purchasePrice: unitsOf(purchasePrice),
    taxRate: Number(taxRate),
    status: Number(status),
    image,
    more: {},
    minimumQuantity: 1,
    record: '',
  };
}

function unitsOf(text: string): bigint {
  const money = parseMoney(text);
  return (money && toUnits(money)) ?? 0n;
}

/** A product with options has the stock of all of them. */
function stockOf(stock: string | undefined, variants: readonly Variant[]): { readonly quantity: number } {
  return { quantity: variants.length > 0 ? variants.reduce((sum, { quantity }) => sum + quantity, 0) : Number(stock) };
}

/** From `3-12,4-7=5 3-12,4-8=2`; a plain number has no variants. */
function variantsOf(stock: string, firstId: number): readonly Variant[] {
  if (!stock.includes('=')) return [];
  return stock.split(' ').map((combination, at) => {
    const [chosen = '', quantity] = combination.split('=');
    return { stockId: firstId + at, quantity: Number(quantity), attributes: chosen.split(',').map(attributeOf) };
  });
}

function attributeOf(chosen: string): Attribute {
  const [optionId = 0, valueId = 0] = chosen.split('-').map(Number);
  const option = options.get(optionId);
  const value = option?.values.get(valueId);
  if (!option || !value) throw new Error(`The first data names an option that does not exist: ${chosen}.`);
  return { optionId, valueId, names: { nl: [option.names.nl, value.nl], en: [option.names.en, value.en] } };
}

/**
 * Fills a new database with a few customers, their addresses, baskets and an order. Inside a transaction, after the
 * products.
 */
export function addRecords(store: RecordStore): void {
  for (const person of people) addPerson(store, person);
  for (const [basketKey, body] of firstBaskets) addBasket(store, basketKey, valuesOf(newBasket.fromJson(body)));
  createOrder(store, valuesOf(newOrder.fromJson(firstOrder)));
}

function addPerson({ database, now }: RecordStore, { customer, password, points, addresses }: Person): void {
  const fields = valuesOf(newCustomer.fromJson(customer));
  const account = password === '' ? null : freeAccount(database, fields.emailAddress ?? '', 0n);
  const id = insertCustomer(database, {
    fields: toStored(newCustomer, fields),
    password,
    account,
    now: formatDate(now()),
  });
  addPoints(database, id, points);
  for (const address of addresses) insertAddress(database, id, valuesOf(newAddress.fromJson(address)));
}
