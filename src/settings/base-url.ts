import { CliError } from '../errors.ts';
import { parseUrl, percentDecoded } from '../text/urls.ts';
import { nearest } from '../text/words.ts';

/** The address of a store: scheme, host, port and path, without `/api/` and a trailing slash. */
export interface BaseUrl {
  /** `https://shop.example:8443` */
  readonly origin: string;
  /** `` or `/nl` */
  readonly path: string;
}

/** An address without what is copied with it: blanks, line breaks, quotes and characters without a width. */
export function pastedAddress(text: string): string {
  const characters = [...text];
  const first = characters.findIndex((one) => !pastedBefore.test(one));
  const last = characters.findLastIndex((one) => !pastedBehind.test(one));
  return first === -1 ? '' : characters.slice(first, last + 1).join('');
}

const pastedBefore = /[\s"'“”„‘’`<\p{Cf}]/u;
const pastedBehind = /[\s"'“”„‘’`>\p{Cf}]/u;

/**
 * Reads a store's address. Errors never repeat it: people paste request URLs, which contain the token.
 * @param source for the error: `--store`, `SHOP_URL`, `.env`
 * @throws CliError `usage`
 */
export function parseBaseUrl(text: string, source: string, allowHttp: boolean): BaseUrl {
  const value = pastedAddress(text);
  const hasBlank = /[\s\p{Cf}]/u.test(value);
  const url = hasBlank ? undefined : parseUrl(value);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw wrong(source, url ? 'must begin with https://' : noUrl(value, hasBlank), likely(value, source));
  }
  const fault = hostFault(url);
  if (fault !== undefined) throw wrong(source, fault);
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

const noUrl = (value: string, hasBlank: boolean): string =>
  hasBlank && /^https?:/i.test(value) ? 'contains a blank' : 'is not a URL, such as https://shop.example';

/** At port 0 no server answers: which one is meant, and so its marks, is not known. */
function hostFault({ hostname, port }: URL): string | undefined {
  if (/^\.+$/.test(hostname)) return 'has no host name';
  return port === '0' ? 'has the port 0' : undefined;
}

/** The path of a store, from that of an address that may end with the path of the API. Servers merge slashes. */
const storePath = (pathname: string): string =>
  pathname
    .replace(/\/+/g, '/')
    .replace(/\/$/, '')
    .replace(/\/api(\/v\d+)?$/, '');

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
  return new CliError('usage', `The store URL in ${source} ${problem}.`, {
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

/**
 * One identity for a store, whatever name its address has: its canonical base URL. Two imports at once by two names would
 * create every product twice.
 */
export function storeIdentity({ origin, path }: BaseUrl): string {
  const url = new URL(origin);
  // With default ports both schemes lead to the same store: one redirects to the other.
  const scheme = url.port === '' ? 'https:' : url.protocol;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${scheme}//${canonicalHost(url.hostname)}${port}${canonicalPath(path)}`;
}

/** The same from the text of an address, as typed or stored. Anything else, such as `sandbox:<database>`, stays as it is. */
export function storeIdentityOf(text: string): string {
  const url = /^\s*https?:/i.test(text) ? parseUrl(text) : undefined;
  return url ? storeIdentity({ origin: url.origin, path: url.pathname }) : text;
}

/** The name that `shop-cli sandbox` prints. */
const thisMachine = '127.0.0.1';

/** Lower case and one form of IPv6 come from `URL`. */
function canonicalHost(hostname: string): string {
  return isThisMachine(hostname) ? thisMachine : hostname.replace(/\.{1,8}$/, '');
}

/** Loopback names, the unspecified addresses, which connect to this machine too, and IPv4 loopback written as IPv6. */
function isThisMachine(hostname: string): boolean {
  const name = hostname.replace(/\.{1,8}$/, '');
  if (name === '') return false;
  return isLoopback(`http://${name}`) || ['0.0.0.0', '[::]'].includes(name) || /^\[::ffff:7f[\da-f]{2}:/.test(name);
}

/** `%6El` is `nl`, and `%2F` is a slash. */
const canonicalPath = (path: string): string => storePath(encodeURI(percentDecoded(path) ?? path));

/** Where an address leads, for the marks of its store. */
interface StorePlace {
  /** That of every name of its host. */
  readonly origin: string;
  /** As it is written, without the path of the API. */
  readonly path: string;
  /** The same for comparing. */
  readonly canonicalPath: string;
  /**
   * Whether servers may take the path for another one: `/index.php`, `/;`, `/%20`. One of letters, digits, dashes and
   * underscores is plain.
   */
  readonly isOdd: boolean;
}

/** Undefined for a text that is no address. */
export function placeOf(address: string): StorePlace | undefined {
  const url = /^\s*https?:/i.test(address) ? parseUrl(address) : undefined;
  if (!url) return undefined;
  const path = storePath(url.pathname);
  return {
    origin: storeIdentity({ origin: url.origin, path: '' }),
    path,
    canonicalPath: canonicalPath(path).toLowerCase(),
    isOdd: !/^(\/[\w-]+)*$/.test(path),
  };
}
