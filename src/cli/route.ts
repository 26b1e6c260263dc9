import type { Route } from '../client/network/connector.ts';
import { proxyFor } from '../client/network/proxy.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { CommonOptions, Settings } from '../settings/settings.ts';

interface Routing {
  readonly context: Context;
  readonly settings: Settings;
  readonly options: CommonOptions;
}

/**
 * How sockets reach a store: HTTPS_PROXY and NO_PROXY, `--ca-file`, `--timeout`. Also for `doctor`.
 * @throws CliError `usage`
 */
export async function routeTo(origin: string, { context, settings, options }: Routing): Promise<Route> {
  const { env, secrets, stderr } = context;
  const proxy = proxyFor(origin, env);
  for (const secret of proxy?.secrets ?? []) secrets.add(secret);
  if (proxy && settings.verbose) await stderr.write(`Using the proxy ${proxy.name} (${proxy.source}).\n`);
  return {
    proxy,
    secureContext: options.caFile === undefined ? undefined : await readAuthorities(options.caFile, context),
    // Less than the request may take: then the failure says what was waited for, and no socket outlives the command.
    connectTimeout: Math.min(10_000, 0.9 * settings.timeout),
  };
}

async function readAuthorities(path: string, { files, env }: Context): Promise<Route['secureContext']> {
  const text = await files.readText(path);
  if (text === undefined) throw new CliError('usage', `File not found: ${path}.`, { field: '--ca-file' });
  const { trustAlso } = await import('../client/network/authorities.ts');
  const extra = env.NODE_EXTRA_CA_CERTS;
  // Node itself warns of a file that it cannot read.
  return trustAlso(text, path, extra ? await files.readText(extra).catch(() => undefined) : undefined);
}
