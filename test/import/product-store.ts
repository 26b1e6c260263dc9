import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDirectory, type Outcome, type RunOptions } from '../support/run.ts';
import { type Behaviour, json, type SeenRequest, type TestStore } from '../support/store.ts';

/** A CSV file of products `S-<n>`. */
export const catalogue = (rows: number, from = 0): string =>
  `sku,name\n${Array.from({ length: rows }, (_, at) => `S-${from + at},Product ${from + at}`).join('\n')}\n`;

export interface Product {
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
}

/** A store in memory. `answerPost` decides the status of a creation, and whether the product is created. */
export function storeOf(
  products: Product[],
  answerPost: (sku: string) => { status: number; creates?: boolean; headers?: Record<string, string> },
): Behaviour {
  return (request, response) => {
    if (request.method === 'POST') {
      const { sku, name } = JSON.parse(request.body);
      const { status, creates = status < 300, headers } = answerPost(sku);
      const product = { productId: products.length + 1, sku, name };
      if (creates) products.push(product);
      return json(response, status, status < 300 ? product : { error: { message: `refused ${sku}` } }, headers);
    }
    const search = request.query.get('filter[search]')?.replace(/^sku:/, '');
    const offset = Number(request.query.get('offset') ?? 0);
    const found = products.filter(({ sku }) => search === undefined || sku.toLowerCase() === search.toLowerCase());
    return json(response, 200, {
      numRows: found.length,
      data: found.slice(offset, offset + Number(request.query.get('limit') ?? 100)),
    });
  };
}

export const posts = (seen: readonly SeenRequest[]): number => seen.filter(({ method }) => method === 'POST').length;

/** The port of a store, so that a later one has the same address. */
export const portOf = ({ url }: TestStore): { readonly port: number } => ({ port: Number(new URL(url).port) });

/** Runs imports of one file with one journal in a directory of its own. */
export const withFile = <T>(
  text: string,
  use: (
    run: (store: TestStore, more?: string, options?: RunOptions) => Promise<Outcome>,
    directory: string,
  ) => Promise<T>,
): Promise<T> =>
  inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), text);
    return await use(
      (store, more = '', options = {}) =>
        store.run(`products import in.csv --json --journal j.db --concurrency 1 ${more}`, { directory, ...options }),
      directory,
    );
  });
