import { getProduct, getProductBySku } from '../../client/products.ts';
import type { RawOptions } from '../../input/options.ts';
import { product } from '../../resources/products.ts';
import type { CommandDefinition } from '../command.ts';
import { getEach } from '../get-each.ts';
import type { Session } from '../session.ts';
import { addLanguageOptions, readLanguages } from './filters.ts';

/** `shop-cli products get`: `GET /products/{productId or Sku}` for each argument. */
export const get: CommandDefinition = {
  description:
    'Shows products by id or SKU. An id wins over an SKU of the same digits; --sku looks for the SKU only.\n\n' +
    'Several products are an array in JSON. When one is not found, the others are shown all the same and the exit code is 3.',
  examples: [
    ['products get 206', 'One product as a card'],
    ['products get 206 207 --json', 'Two products as a JSON array'],
  ],
  result: product,
  options: (command) => {
    command.argument('<id or sku...>', 'product ids or SKUs').option('--sku', 'the arguments are SKUs, never ids');
    addLanguageOptions(command);
  },
  run: getProducts,
};

async function getProducts(session: Session, raw: RawOptions, wanted: readonly string[]): Promise<number> {
  const languages = readLanguages(session, raw);
  const connection = await session.connect();
  const look = raw.sku === true ? getProductBySku : getProduct;
  return await getEach(session, product, wanted, (text) => look(connection, text, languages));
}
