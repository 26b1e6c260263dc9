import dns from 'node:dns';
import { isIP } from 'node:net';

type Callback = (error: Error | null, addresses?: readonly dns.LookupAddress[] | string, family?: number) => void;

/**
 * While `use` runs, these names have these addresses. A name with an error code fails with it, and one with no address is
 * never answered.
 */
export async function withNames<T>(
  names: Readonly<Record<string, readonly string[] | 'ENOTFOUND' | 'EAI_AGAIN'>>,
  use: () => Promise<T>,
): Promise<T> {
  const { lookup } = dns;
  const known = (name: string, options: dns.LookupOptions, callback: Callback): void => {
    const found = isIP(name) === 0 ? names[name] : undefined;
    // Servers that listen on an address pass no options.
    if (!found) (lookup as (...all: readonly unknown[]) => void)(name, options, callback);
    else if (typeof found === 'string') setImmediate(callback, Object.assign(new Error(found), { code: found }));
    else if (found.length > 0) answer(found, options, callback);
  };
  dns.lookup = known as never;
  try {
    return await use();
  } finally {
    dns.lookup = lookup;
  }
}

function answer(found: readonly string[], options: dns.LookupOptions, callback: Callback): void {
  const all = found.map((address) => ({ address, family: isIP(address) }));
  setImmediate(() => (options.all ? callback(null, all) : callback(null, found[0], isIP(found[0] ?? ''))));
}
