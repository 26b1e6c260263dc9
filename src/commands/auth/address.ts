import { type BaseUrl, formatBaseUrl, isLoopback, parseBaseUrl } from '../../settings/base-url.ts';
import { parseUrl } from '../../text/urls.ts';

/** A corrected address, and what was changed in it. */
interface Address {
  readonly base: BaseUrl;
  /** Changes in words: `without /api/v2/products`. */
  readonly changes: readonly string[];
}

/**
 * Reads the address of a store as people have it at hand: without a scheme, or with the path and the query of a request. A
 * query is dropped unseen: it may hold a token.
 * @throws CliError `usage` for what cannot be the address of a store
 */
export function readAddress(typed: string, allowHttp: boolean, source = '--store'): Address {
  const text = typed.trim();
  const complete = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}${text}`;
  const [withoutQuery = ''] = complete.split(/[?#]/, 1);
  const [, start = withoutQuery, request] = /^([^/]*\/\/[^/]+(?:\/[^/]+)*?)(\/api(?:\/.*)?)$/.exec(withoutQuery) ?? [];
  const base = parseBaseUrl(start, source, allowHttp);
  return {
    base,
    changes: [
      ...(complete === text ? [] : [`with ${new URL(base.origin).protocol}//`]),
      ...(request === undefined ? [] : [`without ${request}`]),
      ...(withoutQuery === complete ? [] : ['without its query']),
    ],
  };
}

/** Browsers and people leave https out; a sandbox on this machine speaks plain http. */
function schemeFor(text: string): 'http://' | 'https://' {
  const url = `http://${text}`;
  return parseUrl(url) && isLoopback(url) ? 'http://' : 'https://';
}

/** The same store without its path: somebody may have copied the address of a page. */
export const withoutPath = ({ origin }: BaseUrl): BaseUrl => ({ origin, path: '' });

/** A name for the profile of a store: `staging` for `https://staging.shop.example`, `shop-nl` for `https://shop.example/nl`. */
export function suggestedName(base: BaseUrl): string {
  if (isLoopback(base.origin)) return 'local';
  const { hostname } = new URL(formatBaseUrl(base));
  const [label = 'shop'] = /^[\d.:[\]]+$/.test(hostname) ? ['shop'] : hostname.replace(/^www\./, '').split('.');
  return (
    `${label}${base.path}`
      .replace(/[^a-z\d]+/gi, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'shop'
  );
}
