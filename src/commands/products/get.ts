import { getProduct, getProductBySku } from '../../client/products.ts';
import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { product } from '../../resources/products.ts';
import type { CommandDefinition } from '../command.ts';
import { sandboxThatStays } from '../connect.ts';
import { getEach } from '../get-each.ts';
import type { Session } from '../session.ts';
import { addLanguageOptions, readLanguages } from './filters.ts';
import { pickProduct } from './pick.ts';
import { openProductPage } from './web.ts';

/** `shop-cli products get`: `GET /products/{productId or Sku}` for each argument. */
export const get: CommandDefinition = {
  description:
    'Shows products by id or SKU. An id wins over an SKU of the same digits; --sku looks for the SKU only.\n\n' +
    'Several products are an array in JSON. When one is not found, the others are shown all the same and the exit code is 3. At a terminal without an id or SKU, a product is looked for and picked.',
  examples: [
    ['products get 206', 'One product as a card'],
    ['products get 206 207 --json', 'Two products as a JSON array'],
  ],
  result: product,
  options: (command) => {
    command
      .argument('[id or sku...]', 'product ids or SKUs')
      .option('--sku', 'the arguments are SKUs, never ids')
      .option('--web', 'open the page of the product in the browser, if it is on the store itself');
    addLanguageOptions(command);
  },
  run: getProducts,
};

async function getProducts(session: Session, raw: RawOptions, wanted: readonly string[]): Promise<number> {
  const languages = readLanguages(session, raw);
  if (raw.web === true) refuseForWeb(session, wanted);
  const connection = await session.connect();
  const asked = wanted.length === 0 ? [await pickProduct(session, raw, connection, languages)] : wanted;
  const look = raw.sku === true ? getProductBySku : getProduct;
  if (raw.web === true) return await openProductPage(session, connection, await look(connection, asked[0] ?? '', languages));
  return await getEach(session, product, asked, (text) => look(connection, text, languages));
}

function refuseForWeb({ settings, options }: Session, wanted: readonly string[]): void {
  if (wanted.length > 1) throw new CliError('usage', '--web opens one product at a time.', { field: '--web' });
  if (!options.curl && settings.store().kind === 'sandbox') {
    throw new CliError('usage', '--web needs a store that stays: this sandbox ends with the command, and its pages with it.', {
      field: '--web',
      hint: sandboxThatStays,
    });
  }
}
