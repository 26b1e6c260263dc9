import { type BasketChanges, invalidLines, type NewBasket, type NewLine } from '../../resources/baskets.ts';
import { parseUprid } from '../../resources/shop-kinds.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { findAddress } from '../addresses/store.ts';
import { largestAmount, toUnits } from '../amounts.ts';
import { findCustomer } from '../customers/store.ts';
import { paymentModules, shippingModules } from '../first-data/checkout.ts';
import { wrongFields } from '../http/body.ts';
import { defaultLanguage } from '../http/language.ts';
import type { WrongField } from '../http/refusal.ts';
import { productById } from '../products/query.ts';
import { chosenAttributes } from './lines.ts';

/** The invalid fields of a basket after a write; `request` holds the fields of the body. */
export function wrongFieldsOf(
  database: Sqlite,
  members: NewBasket,
  request: NewBasket | BasketChanges,
): readonly WrongField[] {
  return [
    ...wrongCustomer(database, members),
    ...(['billingAddressId', 'deliveryAddressId'] as const).flatMap((name) => wrongAddress(database, members, name)),
    ...wrongModule('shippingModule', members.shippingModule, shippingModules),
    ...wrongModule('paymentModule', members.paymentModule, paymentModules),
    ...wrongLines(database, request.products ?? []),
  ];
}

/** The fields without addresses of another customer, unless the body names them. */
export function withoutForeignAddresses(database: Sqlite, members: NewBasket, request: BasketChanges): NewBasket {
  const foreign = (['billingAddressId', 'deliveryAddressId'] as const).filter(
    (name) => request[name] === undefined && wrongAddress(database, members, name).length > 0,
  );
  return Object.fromEntries(Object.entries(members).filter(([name]) => !foreign.some((dropped) => dropped === name)));
}

function wrongCustomer(database: Sqlite, { customerId }: NewBasket): readonly WrongField[] {
  if (customerId === undefined || findCustomer(database, BigInt(customerId))) return [];
  return [{ field: 'customerId', message: `is not a customer of this store: ${customerId}` }];
}

function wrongAddress(
  database: Sqlite,
  members: NewBasket,
  name: 'billingAddressId' | 'deliveryAddressId',
): readonly WrongField[] {
  const id = members[name];
  if (id === undefined) return [];
  if (members.customerId === undefined) return [{ field: name, message: 'requires a basket with a customer' }];
  if (findAddress(database, BigInt(members.customerId), BigInt(id))) return [];
  return [{ field: name, message: `is not an address of customer ${members.customerId}: ${id}` }];
}

function wrongModule(
  field: string,
  name: string | undefined,
  modules: ReadonlyMap<string, unknown>,
): readonly WrongField[] {
  if (name === undefined || modules.has(name)) return [];
  return [{ field, message: `must be one of ${[...modules.keys()].join(', ')}` }];
}

function wrongLines(database: Sqlite, lines: readonly NewLine[]): readonly WrongField[] {
  const wrong = lines.flatMap((line, at) => {
    const places = [...wrongProduct(database, line), ...wrongPrice(line)];
    return places.map(({ field, message }) => ({ field: `products[${at}].${field}`, message }));
  });
  return [...wrongFields(invalidLines(lines)), ...wrong];
}

function wrongProduct(database: Sqlite, { uprid }: NewLine): readonly WrongField[] {
  if (uprid === undefined) return [];
  const parts = parseUprid(uprid);
  if (!productById(database, parts.productId, defaultLanguage)) {
    return [{ field: 'uprid', message: `is not a product of this store: ${parts.productId}` }];
  }
  if (chosenAttributes(database, parts)) return [];
  return [{ field: 'uprid', message: `names a combination of options that product ${parts.productId} does not have` }];
}

/** The price of a custom product has to fit the store's decimals. */
export function wrongPrice({ price }: NewLine): readonly WrongField[] {
  return price === undefined || toUnits(price) !== undefined
    ? []
    : [{ field: 'price', message: `must be at most ${largestAmount}` }];
}
