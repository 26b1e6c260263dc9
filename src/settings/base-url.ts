import { CliError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
import { parseUrl } from '../text/urls.ts';

/** The address of a store: scheme, host, port and path, without `/api/` and a trailing slash. */
export interface BaseUrl {
  /** `https://shop.example:8443` */
  readonly origin: string;
  /** `` or `/nl` */
  readonly path: string;
}

/**
 * Reads a store's address. Errors never repeat it: people paste request URLs, which contain the token.
 * @param source for the error: `--store`, `SHOP_URL`, `.env`
 * @throws CliError `usage`
 */
export function parseBaseUrl(value: string, source: string, allowHttp: boolean): BaseUrl {
  const url = /\s/.test(value) ? undefined : parseUrl(value);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw wrong(
      source,
      url ? 'must begin with https://' : 'is not a URL, such as https://shop.example',
      likely(value, source),
    );
  }
  if (url.username !== '' || url.password !== '')
    throw wrong(source, 'must not contain a user name or password', 'Set SHOP_TOKEN instead.');
  if (/[?#]/.test(value))
    throw wrong(source, 'must not contain a query or a fragment', 'Remove it, and set the token in SHOP_TOKEN.');
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.origin)) {
    throw wrong(
      source,
      `would send the token unencrypted to ${url.hostname}`,
      'Use https://, or pass --allow-http on a network you trust.',
    );
  }
  return { origin: url.origin, path: storePath(url.pathname) };
}

/** The path of a store, from that of an address that may end with the path of the API. */
export const storePath = (pathname: string): string =>
  pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api(\/v\d+)?$/, '');

/** `https://shop.example/nl`: safe to print. */
export function formatBaseUrl({ origin, path }: BaseUrl): string {
  return `${origin}${path}`;
}

/** Only 127.0.0.0/8, ::1 and the name `localhost`, not names that look like them. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function wrong(source: string, problem: string, hint?: string): CliError {
  return new CliError('usage', `The store address in ${source} ${problem}.`, {
    field: source,
    hint: hint ?? `Example: ${setting(source, 'https://shop.example')}`,
  });
}

/** What to type to set this address in a source. */
const setting = (source: string, address: string): string =>
  source === '--store' ? `--store ${address}` : `SHOP_URL=${address}`;

/** Suggests `sandbox` or an added scheme. Repeats only lower-case host names: anything else may be a token. */
function likely(value: string, source: string): string | undefined {
  if (nearest(value, ['sandbox']).length > 0) return `Did you mean ${setting(source, 'sandbox')}?`;
  if (!/^(localhost|[\d.]+|([a-z\d-]{1,63}\.)+[a-z]{2,20})(:\d+)?(\/[a-z\d/-]{0,40})?$/.test(value)) return undefined;
  const secure = `https://${value}`;
  if (!parseUrl(secure)) return undefined;
  const address = isLoopback(secure) ? `http://${value}` : secure;
  return `Did you mean ${setting(source, address)}?`;
}
