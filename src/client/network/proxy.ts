import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { CliError } from '../../errors.ts';
import { parseUrl, percentDecoded } from '../../text/urls.ts';

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
  /** Entries of NO_PROXY that cannot be read: one of them may have been meant for the store. */
  readonly unread: readonly string[];
}

/** A proxy that did not connect. */
export interface FailedProxy extends Pick<HttpProxy, 'name' | 'source' | 'unread'> {
  readonly hasCredentials: boolean;
  /** The status with which it answered. */
  readonly status?: number | undefined;
  /** How it wants users to sign in: `basic`, `ntlm`. */
  readonly schemes?: readonly string[] | undefined;
  /** `shop.example:443`: where it was asked to connect to. */
  readonly target: string;
}

/** The next step after a failure of a proxy. @param host of the store */
export function proxyHint(cause: string, host: string, { name, source, schemes = [], unread }: FailedProxy): string {
  const without = `To reach ${host} without a proxy, add it to NO_PROXY.${unreadEntries(unread)}`;
  if (cause === 'proxy-refused') return `Ask the administrator of the proxy to allow it. ${without}`;
  if (cause === 'no-proxy')
    return `If your network has a sign-in page, sign in with a browser. Otherwise check ${source}: it may point to a web server. ${without}`;
  if (cause === 'proxy-failed') return `Check the store URL. ${without}`;
  if (cause !== 'proxy-credentials') return `Check ${source}. ${without}`;
  if (schemes.length === 0 || schemes.includes('basic'))
    return `Set ${source} to http://<user>:<password>@${name}. Percent-encode special characters: @ is %40.`;
  return `It requires ${schemes.join(' or ')}, but shop-cli supports only basic. Run a local proxy that signs in, such as cntlm, and set ${source} to it.`;
}

/** Only names and addresses are repeated: anything else may hold a password. */
function unreadEntries(entries: readonly string[]): string {
  const [first] = entries;
  if (first === undefined) return '';
  const shown = /^[^@:]{1,60}$/.test(first) ? ` "${first}"` : '';
  return ` NO_PROXY has an entry that cannot be read${shown}.`;
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
  if (!value || store.protocol !== 'https:' || isThisMachine(bare(store.hostname))) return undefined;
  const entries = (env.NO_PROXY || env.no_proxy || '').split(/[\s,]+/).filter(Boolean);
  const isExcluded = entries.some((entry) => matches(entry, bare(store.hostname), store.port || '443'));
  return isExcluded ? undefined : parseProxy(value.trim(), source, entries.filter(isUnreadable));
}

function parseProxy(value: string, source: string, unread: readonly string[]): HttpProxy {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = parseUrl(text);
  if (url && !/^https?:$/.test(url.protocol)) throw invalid(source, `${url.protocol}// is not supported`, example);
  // An unencoded "#" or "/" in a password ends the host: what is left of it would be printed as the host.
  if (!url || `${url.pathname}${url.search}${url.hash}` !== '/' || /[?#]/.test(text)) {
    const hint = `${example} In a user name or password, write # as %23, / as %2F, ? as %3F and @ as %40.`;
    throw invalid(source, 'expected a URL such as http://proxy.example:8080', hint);
  }
  // People forget to encode a percent sign.
  const user = percentDecoded(url.username) ?? url.username;
  const password = percentDecoded(url.password) ?? url.password;
  const pair = `${user}:${password}`;
  return {
    origin: url.origin,
    name: url.port === '' ? `${url.hostname}:${url.protocol === 'https:' ? 443 : 80}` : url.host,
    source,
    authorization: pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`,
    secrets: pair === ':' ? [] : [pair, password, url.password].filter(({ length }) => length >= minSecret),
    unread,
  };
}

/** Shorter texts occur everywhere: removing them would damage results. */
const minSecret = 8;

const example = 'Example: HTTPS_PROXY=http://proxy.example:8080';

const invalid = (source: string, problem: string, hint: string): CliError =>
  new CliError('usage', `Invalid ${source}: ${problem}.`, { field: source, hint });

/** The proxy would be asked to connect to itself. */
const isThisMachine = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && isWithin(host, ['127.0.0.0/8', '::1']));

/**
 * Whether an entry of NO_PROXY names a store. As curl and Go read it: `host` (and below it), `.suffix`, `*.suffix`,
 * `host:port`, `10.0.0.0/8`, `::1`, `[::1]:8443` and `*`.
 */
function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const { name, wantedPort } = partsOf(entry);
  if (wantedPort !== undefined && wantedPort !== port) return false;
  if (isIP(host) !== 0) return isWithin(host, [name]);
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

/** Whether an entry names nothing that a store could be. */
function isUnreadable(entry: string): boolean {
  const { name } = partsOf(entry);
  return entry !== '*' && !/^[\w-]+(\.[\w-]+)*$/.test(name) && !isNetwork(name);
}

/** An IPv6 address without brackets has no port. */
function partsOf(entry: string): { readonly name: string; readonly wantedPort: string | undefined } {
  const [, bracketed, host = '', port] = /^(?:(\[[^\]]*\])|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? (host === '' ? entry : host);
  return { name: bare(name.replace(/^\*?\./, '')), wantedPort: port };
}

/** In lower case, without brackets and the dot at the end; with other letters as a store URL has them (RFC 5891). */
function bare(name: string): string {
  const plain = name.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  return /[^\0-\x7f]/.test(plain) ? domainToASCII(plain) : plain;
}

/** Whether an address is one of these, or in one of these networks. */
function isWithin(address: string, wanted: readonly string[]): boolean {
  const known = new BlockList();
  for (const one of wanted.filter(isNetwork)) {
    const [network = '', length] = one.split('/');
    known.addSubnet(network, Number(length ?? maxPrefix(network)), familyOf(network));
  }
  return known.check(address, familyOf(address));
}

function isNetwork(text: string): boolean {
  const [network = '', length = '0', ...others] = text.split('/');
  return isIP(network) !== 0 && /^\d+$/.test(length) && Number(length) <= maxPrefix(network) && others.length === 0;
}

const maxPrefix = (address: string): number => (isIP(address) === 6 ? 128 : 32);
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
