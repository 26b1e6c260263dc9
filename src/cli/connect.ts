import { setMaxListeners } from 'node:events';
import { type Connection, hostOf } from '../client/connection.ts';
import { createDispatcher } from '../client/dispatcher.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import type { CommonOptions, Settings } from '../settings/settings.ts';
import { storeName } from '../settings/store.ts';
import { escapeText } from '../text/escape.ts';
import { hintFor } from './hints.ts';
import { curlShell } from './options.ts';
import { guardOf } from './preview.ts';
import { type Address, openStore } from './store.ts';
import type { WaitingLine } from './waiting.ts';

export interface ConnectOptions {
  /** A store and a token to try; the selected store by default. */
  readonly at?: Address;
  /** Requests at a time, at most (4). */
  readonly connections?: number;
  /** Time limit of a POST in milliseconds, unless the user sets a lower one. */
  readonly postTimeout?: number;
  /** An import, not a short command. */
  readonly manyRequests?: boolean;
  /** Aborts requests; the default aborts them when the user interrupts. */
  readonly signal?: AbortSignal;
}

interface Connecting {
  readonly context: Context;
  readonly settings: Settings;
  readonly options: CommonOptions;
  readonly write: (text: string) => Promise<void>;
  /** For `--mask-pii`: a body without personal data. */
  readonly mask?: ((body: StoreRecord) => StoreRecord) | undefined;
  readonly waitingLine: WaitingLine;
  /** Registers a function that closes something at the end. */
  readonly opened: (close: () => Promise<void>) => void;
}

/** Opens a connection to the selected store. */
export async function connect(
  connecting: Connecting,
  { at, connections = 4, postTimeout, manyRequests, signal = connecting.context.interrupted }: ConnectOptions,
): Promise<Connection> {
  const { context, settings, options, write, mask, waitingLine, opened } = connecting;
  const { env, clock, stderr } = context;
  const address = at ?? (await openStore(connecting));
  context.secrets.add(address.token);
  const ca = options.caFile === undefined ? undefined : await readAuthority(options.caFile, context);
  const dispatcher = createDispatcher({
    connections,
    httpsProxy: address.base.origin.startsWith('https:') ? proxyOf(env) : undefined,
    noProxy: env.NO_PROXY ?? env.no_proxy,
    ca,
    manyRequests,
  });
  opened(() => dispatcher.destroy());
  // Each request adds a listener, and Node warns at more than ten.
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
    hint: (problem, request) => (problem === 'unauthorized' && address.tokenHint) || hintFor(problem, request),
    guard: guardOf({
      dryRun: options.dryRun ?? false,
      curl: options.curl ?? false,
      shell: curlShell(options, context.platform),
      readOnly: settings.readOnly,
      store: () => storeName(settings.store()),
      write,
      mask,
    }),
    waiting: waitingLine.on(hostOf(address)),
    ...(settings.verbose ? { trace: (line: string) => void stderr.write(`${escapeText(line)}\n`) } : {}),
  };
}

async function readAuthority(path: string, { files }: Context): Promise<string> {
  const text = await files.readText(path);
  if (text?.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new CliError('usage', text === undefined ? `File not found: ${path}.` : `No certificate in ${path}.`, {
    field: '--ca-file',
    hint: 'Pass a PEM file.',
  });
}

/** The URL of the proxy for https; `proxy:8080` is `http://proxy:8080`. @throws CliError `usage` */
function proxyOf(env: Context['env']): string | undefined {
  const value = env.HTTPS_PROXY || env.https_proxy;
  if (!value) return undefined;
  const url = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`;
  if (URL.canParse(url) && /^https?:/i.test(url)) return url;
  throw new CliError('usage', 'Invalid HTTPS_PROXY: expected a URL such as http://proxy.example:8080.', {
    field: 'HTTPS_PROXY',
  });
}
