import { CliError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';

/** Where a store is: scheme, host, port and path, without `/api/v2` and without a trailing slash. Two stores are the same if these are. */
export interface BaseUrl {
  /** `https://shop.example:8443` */
  readonly origin: string;
  /** `` or `/nl` */
  readonly path: string;
}

/**
 * Reads a store's address. The value is never repeated in the error: people paste whole request URLs, and those hold the token.
 * @param source what gave the value, for the error: `--store`, `SHOP_URL`, `.env`.
 * @throws CliError `usage`
 */
export function parseBaseUrl(value: string, source: string, allowHttp: boolean): BaseUrl {
  const url = parseUrl(value);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw wrong(
      source,
      url ? 'must begin with https://' : 'is not a URL such as https://shop.example',
      likely(value, source),
    );
  }
  if (url.username !== '' || url.password !== '')
    throw wrong(source, 'must not hold a user name or password', 'Set SHOP_TOKEN instead.');
  if (/[?#]/.test(value))
    throw wrong(source, 'must not hold a query or a fragment', 'Give only the address, and the token in SHOP_TOKEN.');
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.origin)) {
    throw wrong(
      source,
      `would send the token unencrypted to ${url.hostname}`,
      'Use https://, or --allow-http if that network is yours.',
    );
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '').replace(/\/api(\/v2)?$/, '') };
}

/** `https://shop.example/nl`: safe to print. */
export function formatBaseUrl({ origin, path }: BaseUrl): string {
  return `${origin}${path}`;
}

function parseUrl(value: string): URL | undefined {
  return /\s/.test(value) || !URL.canParse(value) ? undefined : new URL(value);
}

/** Loopback by the address itself (127.0.0.0/8, ::1) or the name `localhost`; a name that only looks like it is not. */
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

/** How a source is given this address. */
const setting = (source: string, address: string): string =>
  source === '--store' ? `--store ${address}` : `SHOP_URL=${address}`;

/** What was most likely meant, where only the scheme is missing, or a letter of `sandbox`. Nothing that may be a token is repeated: only small letters, and a host as hosts are. */
function likely(value: string, source: string): string | undefined {
  if (nearest(value, ['sandbox']).length > 0) return `Did you mean ${setting(source, 'sandbox')}?`;
  if (!/^(localhost|[\d.]+|([a-z\d-]{1,63}\.)+[a-z]{2,20})(:\d+)?(\/[a-z\d/-]{0,40})?$/.test(value)) return undefined;
  const secure = `https://${value}`;
  if (!URL.canParse(secure)) return undefined;
  const address = isLoopback(secure) ? `http://${value}` : secure;
  return `Did you mean ${setting(source, address)}?`;
}
