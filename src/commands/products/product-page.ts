import type { Connection } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import { parseUrl } from '../../text/urls.ts';

/**
 * The URL of a product's page. It comes from the store and is opened in a browser, so it must be a web page of that
 * store.
 * @throws CliError `refused`
 */
export function productPage({ urlAbs, url }: Product, { origin, path }: Connection['base']): string {
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
