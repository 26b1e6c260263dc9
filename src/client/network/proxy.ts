import { CliError } from '../../errors.ts';
import { parseUrl } from '../../text/urls.ts';
import { isExcluded } from './no-proxy.ts';

/** A proxy that connects to the store for us. It sees the host of the store, and no request. */
export interface HttpProxy {
  /** `http://proxy.example:8080`, without credentials. */
  readonly origin: string;
  /** `proxy.example:8080` */
  readonly name: string;
  /** The variable that names it. */
  readonly source: string;
  /** The value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
  /** What must not be printed. */
  readonly secrets: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a store, from HTTPS_PROXY and NO_PROXY, also in lower case; undefined where it is reached directly. Plain http
 * never takes a proxy, which would see the token. Also for `doctor`.
 * @param origin of the store
 * @throws CliError `usage`, which does not repeat the value
 */
export function proxyFor(origin: string, env: Environment): HttpProxy | undefined {
  const source = env.HTTPS_PROXY ? 'HTTPS_PROXY' : 'https_proxy';
  const value = env[source];
  const store = new URL(origin);
  if (!value || store.protocol !== 'https:' || isExcluded(store, env.NO_PROXY || env.no_proxy || '')) return undefined;
  return parseProxy(value.trim(), source);
}

function parseProxy(value: string, source: string): HttpProxy {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = parseUrl(text);
  if (url && !/^https?:$/.test(url.protocol)) throw invalid(source, `${url.protocol}// is not supported`, example);
  // An unencoded "#" or "/" in a password ends the host: what is left of it would be printed as the host.
  if (!url || `${url.pathname}${url.search}${url.hash}` !== '/' || /[?#]/.test(text)) {
    const hint = `${example} In a user name or password, write # as %23, / as %2F, ? as %3F and @ as %40.`;
    throw invalid(source, 'expected a URL such as http://proxy.example:8080', hint);
  }
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const pair = `${user}:${password}`;
  return {
    origin: url.origin,
    name: url.port === '' ? `${url.hostname}:${url.protocol === 'https:' ? 443 : 80}` : url.host,
    source,
    authorization: pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
    secrets: pair === ':' ? [] : [pair, password, url.password].filter(({ length }) => length >= shortestSecret),
  };
}

/** Shorter texts are found everywhere: taking them out would damage results. */
const shortestSecret = 8;

const example = 'Example: HTTPS_PROXY=http://proxy.example:8080';

const invalid = (source: string, problem: string, hint: string): CliError =>
  new CliError('usage', `Invalid ${source}: ${problem}.`, { field: source, hint });

/** People forget to encode a percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
