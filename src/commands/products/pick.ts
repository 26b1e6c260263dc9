import { needed, recordArguments } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { type Languages, listProducts } from '../../client/endpoints/products.ts';
import { missingError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import type { Choice } from '../../input/prompts/choice.ts';
import { product } from '../../resources/products.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { promptsFor } from '../shared/pick.ts';

/** How many products are offered at a time. */
const productLimit = 20;
/** Milliseconds without a key press before a search: one request per key would be too many. */
const pause = 200;

interface Offered {
  readonly languages?: Languages;
  /** Offers each variant of a product, rather than the product. */
  readonly variants?: boolean;
}

/** The ID of a product that a person searches for. @throws CliError `usage` without a terminal */
export async function pickProduct(
  session: Session,
  raw: RawOptions,
  connection: Connection,
  { languages = {}, variants = false }: Offered,
): Promise<string> {
  const prompts = promptsFor(session, raw, true);
  if (!prompts) throw missingError([needed(recordArguments.product)]);
  const { askFound } = await import('../../input/prompts/prompts.ts');
  return await askFound(prompts, 'Which product? (type part of its name or SKU)', async (typed, signal) => {
    if (typed !== '') await session.context.clock.sleep(pause, signal);
    if (signal.aborted) return [];
    const filters = {
      limit: String(productLimit),
      ...(variants ? {} : { only_main_products: 'true' }),
      ...(typed === '' ? {} : { search: `*${typed}*` }),
    };
    const { records } = await listProducts(connection, filters, languages);
    const choices = records.flatMap((record) => choiceOf(record, variants));
    // A store that ignores only_main_products lists a product once for each variant.
    return choices.filter(({ value }, at) => choices.findIndex((choice) => choice.value === value) === at);
  });
}

/** `206  COAT-206  Regenjas Wolkbreuk`, and what its options are for a variant. */
function choiceOf(record: StoreRecord, variants: boolean): readonly Choice<string>[] {
  const { sku, name, attributesString, uprid, productId } = record;
  const value = variants ? String(uprid ?? productId ?? '') : product.idOf({ productId: productId ?? uprid });
  const title = [name, ...(variants ? [attributesString] : [])].filter(Boolean).join(' ');
  return value === '' ? [] : [{ value, label: [value, sku, title].filter(Boolean).join('  ') }];
}
