import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { type Languages, listProducts } from '../../client/endpoints/products.ts';
import type { RawOptions } from '../../input/options.ts';
import type { Choice } from '../../input/prompts/prompts.ts';
import { type Product, product } from '../../resources/products.ts';
import { missingOf, pickerOf } from '../shared/pick.ts';

/** How many products are offered at a time. */
const mostProducts = 20;
/** Milliseconds without a key after which the store is asked: a request for each key would be too many. */
const pause = 200;

/** A product that a person looked for in the store, by its id, or by its SKU with `--sku`. @throws CliError `usage` where nobody can be asked. */
export async function pickProduct(
  session: Session,
  raw: RawOptions,
  connection: Connection,
  languages: Languages,
): Promise<string> {
  const prompts = pickerOf(session, raw);
  if (!prompts) throw missingOf([{ name: '<id-or-sku>', why: 'products list shows them' }]);
  const { askFound } = await import('../../input/prompts/prompts.ts');
  return await askFound(prompts, 'Which product? (type a part of its name or SKU)', async (typed, signal) => {
    if (typed !== '') await session.context.clock.sleep(pause, signal);
    if (signal.aborted) return [];
    const filters = {
      limit: String(mostProducts),
      only_main_products: 'true',
      ...(typed === '' ? {} : { search: `*${typed}*` }),
    };
    const { records } = await listProducts(connection, filters, languages);
    return records.flatMap((record) => choiceOf(record, raw.sku === true));
  });
}

/** `206  COAT-206  Regenjas Wolkbreuk`; nothing for a product that has not the name that it would be fetched by. */
function choiceOf(record: Product, bySku: boolean): readonly Choice<string>[] {
  const { sku = '', name = '' } = record;
  const id = product.idOf({ productId: record.productId ?? record.uprid });
  const value = bySku ? String(sku ?? '') : id;
  return value === '' ? [] : [{ value, label: [id, sku, name].filter(Boolean).join('  ') }];
}
