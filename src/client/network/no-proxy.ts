import { BlockList, isIP } from 'node:net';

/**
 * Whether a store is reached without the proxy: where NO_PROXY names it, and always on this machine, which the proxy cannot
 * reach. As curl and Go read it: `host` (and below it), `.suffix`, `*.suffix`, `host:port`, `10.0.0.0/8`, `::1`, `[::1]:8443`
 * and `*`, separated by commas or spaces.
 */
export function isExcluded({ hostname, port }: URL, noProxy: string): boolean {
  const host = bare(hostname);
  if (host === 'localhost' || (isIP(host) !== 0 && isWithin(host, ['127.0.0.0/8', '::1']))) return true;
  return noProxy
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => matches(entry, host, port || '443'));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const { name, wantedPort } = partsOf(entry);
  if (wantedPort !== undefined && wantedPort !== port) return false;
  if (isIP(host) !== 0) return isWithin(host, [name]);
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

/** An IPv6 address without brackets has no port. */
function partsOf(entry: string): { readonly name: string; readonly wantedPort: string | undefined } {
  const [, bracketed, host = '', port] = /^(?:(\[[^\]]*\])|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? (host === '' ? entry : host);
  return { name: bare(name.replace(/^\*?\./, '')), wantedPort: port };
}

/** In lower case, without brackets and the dot at the end. */
const bare = (name: string): string => name.toLowerCase().replace(/^\[|\]$|\.$/g, '');

/** Whether an address is one of these, or in one of these networks. */
function isWithin(address: string, wanted: readonly string[]): boolean {
  const known = new BlockList();
  for (const one of wanted) {
    const [network = '', length] = one.split('/');
    if (isIP(network) === 0) continue;
    const bits = Number(length ?? longestPrefix(network));
    if (bits >= 0 && bits <= longestPrefix(network)) known.addSubnet(network, bits, familyOf(network));
  }
  return known.check(address, familyOf(address));
}

const longestPrefix = (address: string): number => (isIP(address) === 6 ? 128 : 32);
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
