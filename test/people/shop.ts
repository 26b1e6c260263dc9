import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { ownDirectory } from '../support/run.ts';
import { json, serveStore, type TestStore } from '../support/store.ts';

type Fields = Record<string, unknown>;

/** The records of a shop, by their IDs. */
export interface StoredShop {
  readonly customers: Record<string, Fields>;
  readonly orders: Record<string, Fields>;
  /** Of a customer. */
  readonly addresses: Record<string, readonly Fields[]>;
  readonly baskets: Fields[];
}

/** Answers a request in the place of the shop, or returns false. @param count of requests until now */
type Gate = (path: string, response: ServerResponse, count: number) => boolean;

/** A shop of these people, and the paths that it was asked for. Every command has the same home. */
export async function shopOfPeople(stored: StoredShop, gate: Gate = () => false) {
  const shop = structuredClone(stored);
  const paths: string[] = [];
  const home = ownDirectory();
  const store = await serveStore(({ path: whole, query }, response) => {
    const path = whole.replace('/api/v2', '');
    paths.push(path);
    if (gate(path, response, paths.length)) return;
    const answer = answerOf(shop, path, query);
    json(response, answer === undefined ? 404 : 200, answer ?? { error: { message: 'not found' } });
  });
  const run: TestStore['run'] = (line, options) => store.run(line, { home, ...options });
  const index = (): string => filesIn(home).find((path) => path.endsWith('people.db')) ?? '';
  return { run, url: store.url, paths, shop, home, index };
}

function answerOf(shop: StoredShop, path: string, query: URLSearchParams): unknown {
  const [noun, id = '', part] = path.split('/').filter((word) => word !== '');
  if (noun === 'baskets' && id !== '')
    return shop.baskets.find(({ basketKey }) => `{${basketKey}}` === decodeURIComponent(id));
  if (noun === 'baskets') {
    const offset = Number(query.get('offset'));
    const limit = Number(query.get('limit'));
    return { baskets: shop.baskets.slice(offset, offset + limit), numRows: shop.baskets.length };
  }
  if (part === 'addresses') return { addresses: shop.addresses[id] ?? [] };
  const fields = noun === 'customers' ? shop.customers[id] : shop.orders[id];
  return fields && { [noun === 'customers' ? 'customerId' : 'orderId']: id, ...fields };
}

export const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
