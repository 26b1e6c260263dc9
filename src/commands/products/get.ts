import type { CommandDefinition } from '../../cli/command.ts';
import { startSandbox } from '../../cli/embedded-store.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { getProduct, getProductBySku } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { type Product, product } from '../../resources/products.ts';
import { parseUrl } from '../../text/urls.ts';
import { getEach } from '../shared/get-each.ts';
import { addLanguageOptions, readLanguages } from './filters.ts';
import { pickProduct } from './pick.ts';

/** `shop-cli products get`: `GET /products/{productId or Sku}` for each argument. */
export const definition: CommandDefinition = {
  details:
    'An ID takes precedence over an SKU with the same digits; --sku searches by SKU only. An ID with options shows that variant: 206+3-12 or 206{3}12.\n\n' +
    'In JSON, several products are an array. If one is not found, the others are still shown and the exit code is 3. At a terminal without an ID or SKU, you search for a product and pick it.',
  examples: [
    ['products get 206', 'Show one product'],
    ['products get 206 207 --json', 'Show two products as a JSON array'],
  ],
  seeAlso: ['products list'],
  result: product,
  prints: 'each',
  options: (command) => {
    command
      .argument('[id-or-sku...]', 'product IDs or SKUs')
      .option('--sku', 'read the arguments as SKUs only')
      .option('--web', 'open the product page in the browser');
    addLanguageOptions(command);
  },
  run: getProducts,
};

async function getProducts(session: Session, raw: RawOptions, wanted: readonly string[]): Promise<undefined> {
  const languages = readLanguages(session, raw);
  if (raw.web === true) refuseForWeb(session, wanted);
  const connection = await session.connect();
  const keys = wanted.length === 0 ? [await pickProduct(session, raw, connection, { languages })] : wanted;
  const look = raw.sku === true ? getProductBySku : getProduct;
  if (raw.web === true)
    return await openProductPage(session, connection, await look(connection, keys[0] ?? '', languages));
  return await getEach(session, product, keys, (text) => look(connection, text, languages));
}

function refuseForWeb({ settings, options }: Session, wanted: readonly string[]): void {
  if (wanted.length > 1) throw new CliError('usage', '--web opens one product at a time.', { field: '--web' });
  if (!options.curl && settings.store().kind === 'sandbox') {
    throw new CliError('usage', '--web cannot use the embedded store: it stops when this command ends.', {
      field: '--web',
      hint: startSandbox,
    });
  }
}

/** `products get --web`: opens the product's page, or prints its address where no browser can be opened. */
async function openProductPage(
  { context, notice, target }: Session,
  { base }: Connection,
  product: Product,
): Promise<undefined> {
  const page = productPage(product, base);
  if (await context.openPage(page)) await notice(`Opened ${page} in the browser.`);
  else {
    await target.write(`${page}\n`);
    await notice('Cannot open a browser here.');
  }
}

/**
 * The URL of a product's page. It comes from the store and is opened in a browser, so it must be a web page of that
 * store.
 * @throws CliError `refused`
 */
function productPage({ urlAbs, url }: Product, { origin, path }: Connection['base']): string {
  const address = [urlAbs, url].find((text) => typeof text === 'string' && text !== '') as string | undefined;
  if (address === undefined)
    throw new CliError('refused', 'The store returned no page for this product.', {
      hint: 'Check whether it is online: shop-cli products get <id> --fields status,url,urlAbs',
    });
  const page = parseUrl(address, `${origin}${path}/`);
  if (!page || !/^https?:$/.test(page.protocol)) throw notOpened('The URL of the page is not a web address.');
  if (page.origin !== origin || page.username !== '' || page.password !== '') {
    throw notOpened(`The page is at ${page.origin}, but the store is at ${origin}.`);
  }
  return page.href;
}

function notOpened(why: string): CliError {
  return new CliError('refused', `${why} It was not opened.`, {
    field: '--web',
    hint: 'To see the URL, replace --web with --fields urlAbs,url',
  });
}
