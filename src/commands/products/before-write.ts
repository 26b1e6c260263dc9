import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { findProducts, products } from '../../client/endpoints/products.ts';
import type { Product } from '../../resources/products.ts';

/**
 * The products with exactly this SKU or EAN, looked up before a write that depends on it. A reply that only may say that
 * there is none is made sure of, as an import does.
 * @throws CliError for a look-up without an answer
 */
export async function findBeforeWrite(
  { context }: Pick<Session, 'context'>,
  connection: Connection,
  field: 'sku' | 'ean',
  code: string,
): Promise<readonly Product[]> {
  return await findProducts(connection, field, code, async (first) => {
    const { confirmSearch } = await import('../../import/march/store-test.ts');
    const { firstReply } = await import('../../import/march/lookup.ts');
    await confirmSearch(context, { connection, noun: products }, { field, code }, firstReply(first));
  });
}
