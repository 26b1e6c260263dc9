import { whereToFind } from '../../cli/hints.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { type Languages, listProducts } from '../../client/endpoints/products.ts';
import type { RawOptions } from '../../input/options.ts';
import type { Choice } from '../../input/prompts/prompts.ts';
import { product } from '../../resources/products.ts';
import type { StoreRecord } from '../../resources/record.ts';
import { missingError, promptsFor } from '../shared/pick.ts';

/** How many products are offered at a time. */
const productLimit = 20;
/** Milliseconds without a key press before a search: one request per key would be too many. */
const pause = 200;

/**
 * The ID, or with `--sku` the SKU, of a product that a person searches for. @throws CliError `usage` without a terminal
 */
export async function pickProduct(
  session: Session,
  raw: RawOptions,
  connection: Connection,
  languages: Languages,
): Promise<string> {
  const prompts = promptsFor(session, raw, true);
  if (!prompts) throw missingError([{ name: '<id-or-sku>', hint: whereToFind.product }]);
  const { askFound } = await import('../../input/prompts/prompts.ts');
  return await askFound(prompts, 'Which product? (type part of its name or SKU)', async (typed, signal) => {
    if (typed !== '') await session.context.clock.sleep(pause, signal);
    if (signal.aborted) return [];
    const filters = {
      limit: String(productLimit),
      only_main_products: 'true',
      ...(typed === '' ? {} : { search: `*${typed}*` }),
    };
    const { records } = await listProducts(connection, filters, languages);
    return records.flatMap((record) => choiceOf(record, raw.sku === true));
  });
}

/** `206  COAT-206  Regenjas Wolkbreuk`; nothing for a product without an SKU where SKUs are wanted. */
function choiceOf(record: StoreRecord, bySku: boolean): readonly Choice<string>[] {
  const { sku = '', name = '' } = record;
  const id = product.idOf({ productId: record.productId ?? record.uprid });
  const value = bySku ? String(sku ?? '') : id;
  return value === '' ? [] : [{ value, label: [id, sku, name].filter(Boolean).join('  ') }];
}
