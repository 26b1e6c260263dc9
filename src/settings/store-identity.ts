import { parseUrl } from '../text/urls.ts';
import { type BaseUrl, formatBaseUrl, isLoopback } from './base-url.ts';

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

/** The same from the text of an address, as an earlier version noted it. Anything else, such as `sandbox:<database>`, stays as it is. */
export function storeIdentityOf(text: string): string {
  const url = /^https?:/.test(text) ? parseUrl(text) : undefined;
  return url ? storeIdentity({ origin: url.origin, path: url.pathname.replace(/\/{1,64}$/, '') }) : text;
}

/** A store by its identity, and by those that earlier versions gave it. */
export interface StoreNames {
  readonly identity: string;
  readonly former: readonly string[];
}

/** Identities that earlier versions gave to this store: the address as it was typed, and every name of this machine. */
export function formerIdentities(base: BaseUrl): readonly string[] {
  const identity = storeIdentity(base);
  const { protocol, port, hostname } = new URL(base.origin);
  const names = isThisMachine(hostname) ? ['127.0.0.1', 'localhost', '[::1]'] : [];
  const origins = names.map((name) => new URL(`${protocol}//${name}:${port}`).origin);
  const texts = [formatBaseUrl(base), ...origins.map((origin) => formatBaseUrl({ origin, path: base.path }))];
  return [...new Set(texts)].filter((text) => text !== identity);
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
  return isLoopback(`http://${name}`) || ['0.0.0.0', '[::]'].includes(name) || /^\[::ffff:7f[\da-f]{2}:/.test(name);
}

/** `%6El` is `nl`. */
function canonicalPath(path: string): string {
  try {
    return encodeURI(decodeURI(path));
  } catch {
    return path;
  }
}
