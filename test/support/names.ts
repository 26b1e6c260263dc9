import dns from 'node:dns';
import { isIP } from 'node:net';
import { onTestFinished } from 'vitest';

type Callback = (error: Error | null, addresses?: readonly dns.LookupAddress[] | string, family?: number) => void;

/**
 * For as long as the test runs, these names have these addresses. A name with an error code fails with it, and one with no
 * address is never answered.
 */
export function resolveNames(names: Readonly<Record<string, readonly string[] | 'ENOTFOUND' | 'EAI_AGAIN'>>): void {
  const { lookup } = dns;
  const known = (name: string, options: dns.LookupOptions, callback: Callback): void => {
    const found = isIP(name) === 0 ? names[name] : undefined;
    // Servers that listen on an address pass no options.
    if (!found) (lookup as (...all: readonly unknown[]) => void)(name, options, callback);
    else if (typeof found === 'string') setImmediate(callback, Object.assign(new Error(found), { code: found }));
    else if (found.length > 0) answer(found, options, callback);
  };
  Object.assign(dns, { lookup: known });
  onTestFinished(() => {
    dns.lookup = lookup;
  });
}

function answer(found: readonly string[], options: dns.LookupOptions, callback: Callback): void {
  const all = found.map((address) => ({ address, family: isIP(address) }));
  setImmediate(() => (options.all ? callback(null, all) : callback(null, found[0], isIP(found[0] ?? ''))));
}
