import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ConnectFailure } from './connect-failure.ts';

/**
 * The addresses of a host, in the order in which they are tried; an address is its own. For `doctor`.
 * @throws ConnectFailure, or an error of DNS
 */
export async function addressesOf(hostname: string, deadline: AbortSignal): Promise<readonly string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new ConnectFailure('no-dns')));
  });
  const found = await Promise.race([lookup(hostname, { all: true, verbatim: true }), late]);
  return found.map(({ address }) => address);
}
