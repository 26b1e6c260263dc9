import type { Connection } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import type { Received } from '../../resources/record.ts';
import type { Session } from '../session.ts';

/** `products get --web`: opens the product's page, or prints its address where no browser can be opened. */
export async function openProductPage({ context, notice, target }: Session, { base }: Connection, product: Received): Promise<number> {
  const page = productPage(product, base);
  if (await context.openPage(page)) await notice(`Opened ${page} in the browser.`);
  else {
    await target.write(`${page}\n`);
    await notice('No browser can be opened here.');
  }
  return 0;
}

/**
 * The address of a product's page. A store may put anything there, and a browser may do anything with it: it is opened only if it is a web page of
 * the store itself.
 * @throws CliError `refused`
 */
export function productPage({ urlAbs, url }: Received, { origin, path }: Connection['base']): string {
  const given = [urlAbs, url].find((text) => typeof text === 'string' && text !== '') as string | undefined;
  if (given === undefined)
    throw new CliError('refused', 'The store gives this product no page.', {
      hint: 'Is it online? shop-cli products get <id> --fields status,url,urlAbs',
    });
  const page = URL.canParse(given, `${origin}${path}/`) ? new URL(given, `${origin}${path}/`) : undefined;
  if (!page || !/^https?:$/.test(page.protocol)) throw notOpened('The address that the store gives for the page is none of a web page.');
  if (page.origin !== origin || page.username !== '' || page.password !== '') {
    throw notOpened(`The page is at ${page.origin}, and the store is ${origin}.`);
  }
  return page.href;
}

function notOpened(why: string): CliError {
  return new CliError('refused', `${why} It was not opened.`, {
    field: '--web',
    hint: 'To see the address: leave --web out, and add --fields urlAbs,url',
  });
}
