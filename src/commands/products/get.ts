import type { CommandDefinition } from '../../cli/command.ts';
import { addRecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import { getProduct, getProductBySku } from '../../client/endpoints/products.ts';
import type { RawOptions } from '../../input/options.ts';
import { product } from '../../resources/products.ts';
import { getEach } from '../shared/get-each.ts';
import { addLanguageOptions, readLanguages } from './filters.ts';
import { pickProduct } from './pick.ts';

/** `shop-cli products get`: `GET /products/{productId or Sku}` for each argument. */
export const definition: CommandDefinition = {
  details:
    'An ID takes precedence over an SKU with the same digits; --sku searches by SKU only. An ID with options shows that variant: 206+3-12 or 206{3}12.\n\n' +
    'With --json, several products are printed as an array. If one is not found, shop-cli still shows the others, and the exit code is 3. At a terminal, if you pass no ID or SKU, you search for a product and pick it.',
  examples: [
    ['products get 206', 'Show one product'],
    ['products get 206 207 --json', 'Show two products as a JSON array'],
  ],
  seeAlso: ['products list'],
  result: product,
  prints: 'each',
  options: (command) => {
    addRecordArgument(command, '[id-or-sku...]', 'product IDs or SKUs', recordArguments.product);
    command.option('--sku', 'treat the arguments as SKUs only');
    addLanguageOptions(command);
  },
  run: getProducts,
};

async function getProducts(session: Session, raw: RawOptions, wanted: readonly string[]): Promise<undefined> {
  const languages = readLanguages(session, raw);
  const connection = await session.connect();
  const isPicked = wanted.length === 0;
  const keys = isPicked ? [await pickProduct(session, raw, connection, { languages })] : wanted;
  const look = raw.sku === true && !isPicked ? getProductBySku : getProduct;
  return await getEach(session, product, keys, (text) => look(connection, text, languages));
}
