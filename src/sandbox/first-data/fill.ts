import { newAddress } from '../../resources/addresses.ts';
import { newBasket } from '../../resources/baskets.ts';
import { newCustomer } from '../../resources/customers.ts';
import { newOrder } from '../../resources/orders.ts';
import { newProduct } from '../../resources/products.ts';
import { parseUprid } from '../../resources/shop-kinds.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { addAddress } from '../addresses.ts';
import { addBasket } from '../baskets/writing.ts';
import { addCustomer } from '../customers.ts';
import { valuesIn } from '../http/body.ts';
import { defaultLanguage } from '../http/language.ts';
import { createOrder } from '../orders.ts';
import { type Attribute, productOf } from '../products/product.ts';
import { appendTo } from '../products/table.ts';
import type { RecordStore } from '../route.ts';
import { formatDate } from '../shape.ts';
import { customers } from '../storage/records.ts';
import data from './data.json' with { type: 'json' };

const firstStockId = 1001;

/**
 * Fills a new database with the products of a small bicycle shop, in Dutch and English. Inside a transaction.
 */
export function addProducts(database: Sqlite, now: Date): void {
  const products = appendTo(database);
  let stockId = firstStockId;
  for (const { product: body, manufacturerId, description, english, variants } of data.products) {
    const fields = valuesIn(newProduct, body);
    const options = variants.map(({ options: chosen, quantity }) => ({
      stockId: stockId++,
      quantity,
      attributes: parseUprid(chosen).chosen.map(attributeOf),
    }));
    const product = productOf(fields, defaultLanguage, formatDate(now));
    const texts = { nl: { name: fields.name ?? '', description }, en: english };
    products.add({ ...product, manufacturerId, texts }, options);
  }
  products.end();
}

function attributeOf([optionId, valueId]: readonly [number, number]): Attribute {
  const option = data.options.find(({ id }) => id === optionId);
  const value = option?.values.find(({ id }) => id === valueId);
  if (!option || !value)
    throw new Error(`The first data names an option that does not exist: {${optionId}}${valueId}.`);
  return {
    optionId,
    valueId,
    names: { nl: [option.names.nl, value.names.nl], en: [option.names.en, value.names.en] },
  };
}

/**
 * Fills a new database with a few customers, their addresses, baskets and an order. Inside a transaction, after the
 * products.
 */
export function addRecords(store: RecordStore): void {
  const { database } = store;
  for (const { customer, password, points, addresses } of data.customers) {
    const made = addCustomer(store, valuesIn(newCustomer, customer), password);
    customers.update(database, { ...made, loyaltyPoints: made.loyaltyPoints + points });
    for (const address of addresses) addAddress(database, made.id, valuesIn(newAddress, address));
  }
  for (const { basketKey, basket } of data.baskets) addBasket(store, basketKey, valuesIn(newBasket, basket));
  createOrder(store, valuesIn(newOrder, data.order));
}
