import { setMaxListeners } from 'node:events';
import { resolve } from 'node:path';
import { type Connection, createDispatcher } from '../client/connection.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Received } from '../resources/record.ts';
import { formatBaseUrl, isLoopback } from '../settings/base-url.ts';
import type { CommonOptions, Settings } from '../settings/settings.ts';
import { isToken, type Store, type TokenSource, tokenRule } from '../settings/store.ts';
import { escapeText } from '../text/escape.ts';
import { curlShell } from './command.ts';
import { openEmbeddedSandbox, sandboxDatabase } from './embedded-sandbox.ts';
import { hintFor } from './hints.ts';
import { guardOf } from './preview.ts';

export interface ConnectOptions {
  /** Requests at a time, at most (4). */
  readonly connections?: number;
  /** Milliseconds that a POST may take, unless the user wants less. */
  readonly postTimeout?: number;
  /** Ends requests that are under way, where that is not at once when the user interrupts. */
  readonly signal?: AbortSignal;
}

interface Connecting {
  readonly context: Context;
  readonly settings: Settings;
  readonly options: CommonOptions;
  readonly write: (text: string) => Promise<void>;
  /** For `--mask-pii`: a request's body without what is personal in it. */
  readonly mask?: ((body: Received) => Received) | undefined;
  /** Takes what is to be closed at the end. */
  readonly opened: (close: () => Promise<void>) => void;
}

/** Opens the chosen store, starting the embedded one if it is that. */
export async function connect(
  connecting: Connecting,
  { connections = 4, postTimeout, signal = connecting.context.interrupted }: ConnectOptions,
): Promise<Connection> {
  const { context, settings, options, write, mask, opened } = connecting;
  const { env, clock, stderr } = context;
  const address = await openStore(connecting);
  context.secrets.add(address.token);
  const ca = options.caFile === undefined ? undefined : await readAuthority(options.caFile, context);
  const dispatcher = createDispatcher({
    connections,
    httpsProxy: address.base.origin.startsWith('https:') ? proxyOf(env) : undefined,
    noProxy: env.NO_PROXY ?? env.no_proxy,
    ca,
  });
  opened(() => dispatcher.destroy());
  // Every request under way listens, and Node warns of more than ten.
  setMaxListeners(0, signal);
  return {
    ...address,
    ...settings,
    redact: (text) => context.secrets.removeFrom(text),
    dispatcher,
    signal,
    postTimeout:
      postTimeout === undefined || !settings.timeoutNamed ? postTimeout : Math.min(postTimeout, settings.timeout),
    sleep: clock.sleep,
    now: clock.now,
    random: () => Number.parseInt(context.randomHex(4), 16) / 2 ** 32,
    hint: hintFor,
    guard: guardOf({
      dryRun: options.dryRun ?? false,
      curl: options.curl ?? false,
      shell: curlShell(options, context.platform),
      readOnly: settings.readOnly,
      write,
      mask,
    }),
    ...(settings.verbose ? { trace: (line: string) => void stderr.write(`${escapeText(line)}\n`) } : {}),
  };
}

type Address = Pick<Connection, 'base' | 'token' | 'storeId'>;

async function openStore(connecting: Connecting): Promise<Address> {
  const { context, settings, options, opened } = connecting;
  if (options.dryRun && !settings.storeNamed) return nowhere;
  const store = settings.store();
  if (
    store.kind === 'remote' &&
    options.allowHttp &&
    store.base.origin.startsWith('http:') &&
    !isLoopback(store.base.origin)
  ) {
    await context.stderr.write(
      `Warning: the token goes unencrypted to ${new URL(store.base.origin).host} (--allow-http).\n`,
    );
  }
  const storeId = storeIdOf(store, context);
  if (store.kind === 'remote') return { base: store.base, token: await readToken(store.token, context), storeId };
  if (options.curl) throw notForCurl(store);
  const sandbox = await openEmbeddedSandbox(context, store.database);
  opened(() => sandbox.close());
  return { base: { origin: sandbox.url, path: '' }, token: sandbox.token, storeId };
}

/** Which store this is, the same in every run: its base URL, or `sandbox:<database>`. */
export function storeIdOf(store: Store, context: Context): string {
  if (store.kind === 'remote') return formatBaseUrl(store.base);
  return `sandbox:${resolve(context.cwd, store.database ?? sandboxDatabase(context))}`;
}

/** For `--dry-run` without a store: the write is shown and never sent. Reads would go to a port that nothing listens on. */
const nowhere: Address = {
  base: { origin: 'http://127.0.0.1:1', path: '' },
  token: '-'.repeat(16),
  storeId: 'nowhere',
};

function notForCurl({ source }: Store): CliError {
  return new CliError('usage', `--curl needs a store that stays: the sandbox of ${source} ends with this command.`, {
    hint: sandboxThatStays,
  });
}

/** What to do where the embedded sandbox is not enough. */
export const sandboxThatStays = 'Start shop-cli sandbox in another terminal, and set the variables that it prints.';

async function readToken(source: TokenSource, context: Context): Promise<string> {
  const text = 'value' in source ? source.value : await context.files.readText(source.file);
  if (text === undefined && 'file' in source) {
    throw new CliError('usage', `There is no file ${source.file}, which SHOP_TOKEN_FILE names.`, {
      field: 'SHOP_TOKEN_FILE',
      hint: 'Write the token to that file, or set SHOP_TOKEN instead of it.',
    });
  }
  const token = text?.trim() ?? '';
  if (isToken(token)) return token;
  throw new CliError('usage', `Invalid token: ${tokenRule}.`, {
    field: 'SHOP_TOKEN',
    hint: 'Copy it again from the back office of the shop.',
  });
}

async function readAuthority(path: string, { files }: Context): Promise<string> {
  const text = await files.readText(path);
  if (text?.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new CliError('usage', text === undefined ? `There is no file ${path}.` : `${path} holds no certificate.`, {
    field: '--ca-file',
    hint: 'It must be a PEM file.',
  });
}

/** The proxy for https, as an address; `proxy:8080` is `http://proxy:8080`. @throws CliError `usage` */
function proxyOf(env: Context['env']): string | undefined {
  const value = env.HTTPS_PROXY || env.https_proxy;
  if (!value) return undefined;
  const url = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`;
  if (URL.canParse(url) && /^https?:/i.test(url)) return url;
  throw new CliError('usage', 'HTTPS_PROXY is not an address such as http://proxy.example:8080.', {
    field: 'HTTPS_PROXY',
  });
}
