import type { Argument, Command } from 'commander';
import type { Needed } from '../errors.ts';
import type { Kind } from '../resources/kind.ts';
import { idKind, textKind } from '../resources/kinds.ts';
import { basketReferenceKind, orderNumberIn, upridKind } from '../resources/shop-kinds.ts';
import { whereToFind } from '../resources/where-to-find.ts';

/** An argument that names a record. */
export interface RecordArgument {
  /** In the help: `customer-id`. */
  readonly name: string;
  /** How errors call it. */
  readonly title: string;
  readonly kind: Pick<Kind<unknown>, 'typed' | 'expects'>;
  /** Where to find one. */
  readonly hint: string;
  /** What may stand above a list of them, in small letters without spaces: `customerid`. */
  readonly headings: readonly string[];
}

/** Those of several commands. A noun may bring its own. */
export const recordArguments = {
  customer: {
    name: 'customer-id',
    title: 'ID',
    kind: idKind,
    hint: whereToFind.customer,
    headings: ['customerid', 'customer'],
  },
  address: {
    name: 'address-id',
    title: 'ID',
    kind: idKind,
    hint: whereToFind.addressOf(),
    headings: ['addressid', 'address', 'addressbookid'],
  },
  // Whatever the store calls its orders, also as people write a number: but a list of them is none.
  order: {
    name: 'order-id',
    title: 'ID',
    kind: { ...textKind, typed: orderIdOf, expects: 'the ID of an order, such as 1001' },
    hint: whereToFind.order,
    headings: ['orderid', 'order'],
  },
  basket: {
    name: 'key',
    title: 'basket key',
    kind: basketReferenceKind,
    hint: whereToFind.basket,
    headings: ['basketkey', 'basket', 'key'],
  },
  basketProduct: {
    name: 'product',
    title: 'product ID',
    kind: upridKind,
    hint: whereToFind.productOf(),
    headings: ['productid', 'product', 'uprid'],
  },
  product: { name: 'id-or-sku', title: 'ID or SKU', kind: textKind, hint: whereToFind.product, headings: [] },
} as const satisfies Readonly<Record<string, RecordArgument>>;

const known = new WeakMap<Argument, RecordArgument>();

/** Adds an argument that names a record, and is checked before the command begins. @param form `[customer-id...]` */
export function addRecordArgument(command: Command, form: string, about: string, argument: RecordArgument): void {
  command.argument(form, about);
  const added = command.registeredArguments.at(-1);
  if (added) known.set(added, argument);
}

/** What an argument of a command names, if it is a record. */
export const recordArgumentOf = (argument: Argument | undefined): RecordArgument | undefined =>
  argument && known.get(argument);

/** What an error says of such an argument that is missing. @param name the option that it is given by */
export const needed = ({ name: argument, hint }: RecordArgument, name = `<${argument}>`): Needed => ({ name, hint });

/** `1001` for `#1001` and `order 1001`. A name or an e-mail address is none: no store calls its orders so. */
function orderIdOf(text: string): string | undefined {
  return /[,@]/.test(text) || !/\d/.test(text) ? undefined : (orderNumberIn(text) ?? text);
}
