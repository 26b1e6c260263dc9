import { writeFile } from 'node:fs/promises';
import { createServer, type ServerOptions } from 'node:https';
import { join } from 'node:path';
import { type Certified, certificate } from './certificates.ts';
import { listen } from './listen.ts';
import { resolveNames } from './names.ts';
import { canary, type Outcome, ownDirectory, type RunOptions, shopCli } from './run.ts';

/** An authority that nobody trusts until its certificate is passed with `--ca-file`. */
export const authority = certificate('Example Root CA');

interface TlsStore {
  /** `shop.test:40123`, which is 127.0.0.1. */
  readonly host: string;
  readonly port: number;
  readonly directory: string;
  /** How many connections there were, and how many requests. */
  readonly seen: { connections: number; requests: number };
  /** Runs a command line against the store; messages name it `shop.test`. `ca.pem` is `authority`. */
  run(line: string, options?: RunOptions): Promise<Outcome>;
}

/** A store that speaks https, for as long as the test runs: `shop.test` with a certificate of `authority`. */
export async function serveTlsStore(
  options: ServerOptions = {},
  { address = '127.0.0.1', name = 'shop.test' } = {},
): Promise<TlsStore> {
  const seen = { connections: 0, requests: 0 };
  const server = createServer({ ...trustworthy, ...options }, (_, response) => {
    seen.requests += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"productId":1,"sku":"A"}');
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  const port = await listen(server, address);
  const host = `${name}:${port}`;
  const env = { SHOP_URL: `https://${host}`, SHOP_TOKEN: canary };
  const directory = ownDirectory();
  await writeFile(join(directory, 'ca.pem'), authority.cert);
  resolveNames({ [name]: [address] });
  const run: TlsStore['run'] = async (line, more = {}) => {
    const outcome = await shopCli(line, { directory, ...more, env: { ...env, ...more.env } });
    return { ...outcome, err: outcome.err.replaceAll(host, name) };
  };
  return { host, port, directory, seen, run };
}

/** A certificate of `authority` for the store. */
export const trustworthy: Certified = certificate('shop.test', {
  names: ['shop.test', '127.0.0.1', '::1'],
  issuer: authority,
});
