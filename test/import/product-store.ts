import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite } from '../../src/system/sqlite.ts';
import { type Outcome, ownDirectory, type RunOptions } from '../support/run.ts';
import { type Behaviour, json, type SeenRequest, serveStore, type TestStore } from '../support/store.ts';

/** A CSV file of products `S-<n>`. */
export const catalogue = (rows: number, from = 0): string =>
  `sku,name\n${Array.from({ length: rows }, (_, at) => `S-${from + at},Product ${from + at}`).join('\n')}\n`;

export interface Product {
  readonly productId: number;
  readonly sku: string;
  readonly ean?: string;
  readonly name: string;
}

/** How a store answers a creation, and whether the product is created: by default if it says so. */
export interface Answer {
  readonly status: number;
  readonly creates?: boolean;
  readonly headers?: Record<string, string>;
  readonly body?: (product: Product) => unknown;
}

export const created: Answer = { status: 201 };
/** Asks for more patience than any import has. */
export const tooLong: Answer = { status: 429, headers: { 'retry-after': '7200' } };

interface Habits {
  /** What becomes of a SKU in the store. The answer has it as it was sent. */
  readonly keeps?: (sku: string) => string;
  /** Whether a search for a SKU finds a product: by default in any case. */
  readonly finds?: (product: Product, sku: string) => boolean;
  /** Whether it shows a product in its list and finds it. */
  readonly shows?: (product: Product) => boolean;
  /** What it lists of what it has, where that is not all: a search finds the others too. */
  readonly lists?: (all: readonly Product[]) => readonly Product[];
  /** How many it says it has, of what it has and gives. */
  readonly numRows?: (all: number, given: number) => unknown;
  /** Records on a page at most. */
  readonly cap?: number;
}

/** A store that searches as exactly as the API says. */
export const exactly = ({ sku }: Product, search: string): boolean => sku === search;
const inAnyCase = ({ sku }: Product, search: string): boolean => sku.toLowerCase() === search.toLowerCase();

/** A store in memory. */
export function storeOf(
  products: Product[] = [],
  answerPost: (sku: string) => Answer = () => created,
  { keeps = (sku) => sku, finds = inAnyCase, shows = () => true, lists = (all) => all, ...habits }: Habits = {},
): Behaviour {
  const { numRows = (all) => all, cap = 100 } = habits;
  let lastId = 0;
  // The ID of a deleted product is not given to another.
  const nextId = (): number => {
    lastId = Math.max(lastId, products.length) + 1;
    return lastId;
  };
  return ({ method, path, query, body: sent }, response) => {
    if (method === 'POST') {
      const fields = JSON.parse(sent);
      const { sku } = fields;
      const { status, creates = status < 300, headers, body } = answerPost(sku);
      const product = { ...fields, productId: nextId(), sku: keeps(sku) };
      if (creates) products.push(product);
      const usual = status < 300 ? { ...product, sku } : { error: { message: `refused ${sku}` } };
      return json(response, status, body ? body(product) : usual, headers);
    }
    const id = /\/products\/(.+)$/.exec(path)?.[1];
    if (id !== undefined) {
      const asked = decodeURIComponent(id);
      const product =
        products.find(({ productId }) => String(productId) === asked) ??
        products.find((each) => each.sku === asked && shows(each));
      return product ? json(response, 200, product) : json(response, 404, { error: 'not found' });
    }
    const search = query.get('filter[search]');
    const isFound = searchFor(search ?? '', finds);
    const offset = Number(query.get('offset') ?? 0);
    const all = products.filter(shows);
    const found = search === null ? lists(all) : all.filter(isFound);
    const data = found.slice(offset, offset + Math.min(cap, Number(query.get('limit') ?? 100)));
    return json(response, 200, { numRows: numRows(found.length, data.length), data });
  };
}

/** What a search finds: the search is read once, not for each of thousands of products. */
function searchFor(search: string, finds: NonNullable<Habits['finds']>): (product: Product) => boolean {
  const key = search.replace(/^(?:ean|sku):/, '');
  return search.startsWith('ean:') ? ({ ean }) => ean === key : (product) => finds(product, key);
}

/** Whether it asks for a page of the whole list. */
export const isList = ({ query }: SeenRequest): boolean => query.get('limit') === '100' && !query.has('filter[search]');
export const isPost = ({ method }: SeenRequest): boolean => method === 'POST';
export const skusOf = (products: readonly Product[]): readonly string[] => products.map(({ sku }) => sku);

/** The SKUs that more than one product has. */
export const doubledIn = (products: readonly Product[]): readonly string[] =>
  skusOf(products).filter((sku, at, all) => all.indexOf(sku) !== at);

/** Somebody deletes a product in the back office, and perhaps creates another. */
export const lose = (products: Product[], sku: string, ...instead: readonly Product[]): unknown =>
  products.splice(skusOf(products).indexOf(sku), 1, ...instead);

/** Refuses everything while the store has as many products as `limit.most`. */
export function refusingAfter(most: number, products: readonly Product[], answers: Behaviour) {
  const limit = { most };
  const behaviour: Behaviour = (request, response, count) =>
    products.length >= limit.most ? json(response, 401, {}) : answers(request, response, count);
  return { limit, behaviour };
}

export const posts = (seen: readonly SeenRequest[]): number => seen.filter(isPost).length;

/** A directory with this text as `in.csv`; `run` imports that into a store, with one journal. */
export async function ownFile(text: string) {
  const directory = ownDirectory({ 'in.csv': text });
  const usual = ['--journal j.db', '--concurrency 1'];
  const run = (store: TestStore, more = '', options: RunOptions = {}): Promise<Outcome> => {
    const others = usual.filter((option) => !more.includes(option.split(' ')[0] ?? ''));
    return store.run(`products import in.csv --json ${others.join(' ')} ${more}`, { directory, ...options });
  };
  return { directory, run };
}

/** A store, and a directory of a journal and of `in.csv`, which is this text. */
export async function serveShop(text: string, behaviour: Behaviour) {
  const { directory, run: runIn } = await ownFile(text);
  const store = await serveStore(behaviour);
  const { seen } = store;
  return {
    ...{ directory, store, seen },
    /** Imports `in.csv`. */
    async run(more = '', options: RunOptions = {}) {
      const before = seen.length;
      const outcome = await runIn(store, more, options);
      const report = outcome.out === '' ? undefined : JSON.parse(outcome.out);
      return { ...outcome, report, posts: posts(seen.slice(before)) };
    },
    /** Runs another command with the same journal. */
    ask: (line: string, options: RunOptions = {}) => store.run(`${line} --journal j.db`, { directory, ...options }),
    write: (name: string, text: string) => writeFile(join(directory, name), text),
    read: (name: string) => readFile(join(directory, name), 'utf8'),
    /** Changes the journal behind the back of the program. */
    async changeJournal(sql: string) {
      const database = await openSqlite(join(directory, 'j.db'));
      database.exec(sql);
      database.close();
    },
  };
}

/** One import of a file into a store: what it says, its report and how many rows it sent. */
export const importOnce = async (text: string, behaviour: Behaviour, more = '') =>
  (await serveShop(text, behaviour)).run(more);
