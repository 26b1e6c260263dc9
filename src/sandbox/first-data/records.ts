import { newAddress } from '../../resources/addresses.ts';
import { newBasket } from '../../resources/baskets.ts';
import { newCustomer } from '../../resources/customers.ts';
import { newOrder } from '../../resources/orders.ts';
import { insertAddress } from '../addresses/store.ts';
import { addBasket } from '../baskets/writing.ts';
import { valuesOf } from '../body.ts';
import { addPoints, freeAccount, insertCustomer } from '../customers/store.ts';
import { asDate } from '../dates.ts';
import { keep } from '../kept.ts';
import { createOrder } from '../orders/create.ts';
import type { Books } from '../route.ts';
import { firstBaskets, firstOrder, type Person, people } from './people.ts';

/** Fills a new database with a few customers, their addresses, baskets and an order. Inside a transaction, after the products. */
export function addRecords(books: Books): void {
  for (const person of people) addPerson(books, person);
  for (const [basketKey, body] of firstBaskets) addBasket(books, basketKey, valuesOf(newBasket.fromJson(body)));
  createOrder(books, valuesOf(newOrder.fromJson(firstOrder)));
}

function addPerson({ database, now }: Books, { customer, password, points, addresses }: Person): void {
  const members = valuesOf(newCustomer.fromJson(customer));
  const account = password === '' ? null : freeAccount(database, members.emailAddress ?? '', 0n);
  const id = insertCustomer(database, { members: keep(newCustomer, members), password, account, now: asDate(now()) });
  addPoints(database, id, points);
  for (const address of addresses) insertAddress(database, id, valuesOf(newAddress.fromJson(address)));
}
