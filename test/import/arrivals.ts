import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

/** What came of the import of a file into a store, and what the store has then: the fields that are asked for. */
export async function arrivals(
  file: string | Uint8Array,
  {
    options = '',
    name = 'file.csv',
    before,
  }: { options?: string | readonly string[]; name?: string; before?: string } = {},
) {
  const typed = typeof options === 'string' ? options.split(' ').filter((word) => word !== '') : options;
  const { run } = await serveSandbox({ empty: true });
  const directory = ownDirectory({ [name]: file, 'before.csv': before ?? '' });
  if (before !== undefined) await run('products import before.csv --quiet', { directory });
  const { code, err } = await run(['products', 'import', name, ...typed], { directory });
  const { out } = await run('products list --all --json --fields sku,ean,name,price,quantity,status');
  const products = JSON.parse(out) as readonly Record<string, unknown>[];
  return { code, err, products, skus: products.map(({ sku }) => sku) };
}
