import { setMaxListeners } from 'node:events';
import { type Connection, type Exchanged, hostOf } from '../client/connection.ts';
import { createDispatcher, type NetworkRoute } from '../client/dispatcher.ts';
import { proxyFor } from '../client/network/proxy.ts';
import type { Context, Messages } from '../context.ts';
import { CliError } from '../errors.ts';
import { formatBaseUrl } from '../settings/base-url.ts';
import type { CommonOptions } from '../settings/settings.ts';
import { escapeText, shellWord } from '../text/escape.ts';
import type { AcceptedWrites } from './accepted-writes.ts';
import { doctorHint, hintFor, ignoredProxy } from './hints.ts';
import type { Invocation } from './options.ts';
import { type Guarded, guardOf } from './preview.ts';
import type { ReadPeople } from './read-people.ts';
import { type Opening, openStore, type StoreAccess } from './store.ts';
import type { WaitingLine } from './waiting-line.ts';
import type { WriteProtection } from './write-protection.ts';

export interface ConnectOptions {
  /** A store and a token to try; the selected store by default. */
  readonly at?: StoreAccess;
  /** Requests at a time, at most (4). */
  readonly connections?: number;
  /** Time limit of a POST in milliseconds, unless the user sets a lower one. */
  readonly postTimeout?: number;
  /** An import, not a short command. */
  readonly manyRequests?: boolean;
  /** The command prints the requests of `--dry-run` itself: there may be several. */
  readonly printsRequests?: boolean;
  /**
   * Takes what is sent in secret fields out of all that is printed from then on: the default. A file of customers has
   * thousands of passwords, and one may be the name of another: an import takes it out of what is said of its row.
   */
  readonly hidesSecrets?: boolean;
  /** Whether people who are read are renewed in the index at the end: the default, but for a command that does so itself. */
  readonly renewsIndex?: boolean;
  /** Aborts requests; the default aborts them when the user interrupts. */
  readonly signal?: AbortSignal;
}

/** Told of what a command does. */
export interface Observers {
  /** Of each write; undefined where no result is printed. */
  readonly accepted?: AcceptedWrites | undefined;
  /** Of people who are read; undefined where the command may change what it reads. */
  readonly shown?: ReadPeople | undefined;
}

interface Connecting extends Opening, Guarded, Observers {
  /** Undefined where nobody is told of what a request waits for. */
  readonly waitingLine?: WaitingLine;
  readonly protection: WriteProtection;
}

/** Opens a connection to the selected store. */
export async function connect(
  connecting: Connecting,
  {
    at,
    connections = 4,
    postTimeout,
    manyRequests,
    printsRequests = false,
    hidesSecrets = true,
    renewsIndex = true,
    signal = connecting.context.interrupted,
  }: ConnectOptions,
): Promise<Connection> {
  const { context, settings, waitingLine, protection, accepted, shown, opened } = connecting;
  const { env, clock, stderr } = context;
  // For a read too: a script that names its store must not run against another one.
  if (!at) protection.checkName();
  const address = at ?? (await openStore(connecting));
  context.secrets.add(address.token);
  const route = await routeTo(address.base.origin, connecting);
  const dispatcher = createDispatcher({ ...route, connections, manyRequests });
  opened(() => dispatcher.destroy());
  // Each request adds a listener, and Node warns at more than ten.
  setMaxListeners(0, signal);
  return {
    ...address,
    ...settings,
    manyRequests,
    redact: (text) => context.secrets.removeFrom(text),
    repeatsOnly: connecting.options.maskPii ? (await import('../resources/personal.ts')).isFieldName : undefined,
    dispatcher,
    signal,
    postTimeout:
      postTimeout === undefined || !settings.timeoutNamed ? postTimeout : Math.min(postTimeout, settings.timeout),
    sleep: clock.sleep,
    now: clock.now,
    random: () => Number.parseInt(context.randomHex(4), 16) / 2 ** 32,
    hint: (problem, request, detail) =>
      (problem === 'unauthorized' && address.tokenHint) ||
      (!detail?.proxy && ignoredProxy(problem, env)) ||
      hintFor(problem, request, detail)?.replace(
        doctorHint,
        (text) => text + selectionOf(address, at, connecting.options),
      ),
    guard: guardOf(connecting, { printsRequests, hidesSecrets }),
    onAccepted: accepted?.add,
    onWrite: accepted && ((method, resource) => accepted.sent(address.storeId, method, resource)),
    onShown: shown && renewsIndex ? (segments, records) => shown.add(address.storeId, segments, records) : undefined,
    waiting: waitingLine?.on(hostOf(address)),
    onExchange: settings.verbose ? (exchanged) => void traced(exchanged, stderr) : undefined,
  };
}

/** The option that selects the same store for another command; '' where none was given. */
function selectionOf({ base }: StoreAccess, at: StoreAccess | undefined, { store, profile }: CommonOptions): string {
  if (!at && profile !== undefined) return ` --profile ${shellWord(profile)}`;
  return at || store !== undefined ? ` --store ${shellWord(formatBaseUrl(base))}` : '';
}

/** One line for a request, without its query. */
function traced({ request: { method, url }, outcome, milliseconds }: Exchanged, { write }: Messages): Promise<void> {
  const path = String(url);
  const durationMs = Math.round(milliseconds);
  const isAnswer = typeof outcome === 'number';
  return write(`${escapeText(`${method} ${path} ${outcome} ${durationMs} ms`)}\n`, {
    event: 'request',
    method,
    url: path,
    status: isAnswer ? outcome : null,
    failure: isAnswer ? null : outcome,
    durationMs,
  });
}

/**
 * How sockets reach a store: HTTPS_PROXY and NO_PROXY, `--ca-file`, `--timeout`. Also for `doctor`.
 * @throws CliError `usage`
 */
export async function routeTo(origin: string, { context, settings, options }: Invocation): Promise<NetworkRoute> {
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

async function readAuthorities(path: string, { files, env }: Context): Promise<NetworkRoute['secureContext']> {
  // Comments between certificates may be in any encoding.
  const anyBytes = { isExact: false } as const;
  const text = await files.readText(path, anyBytes);
  if (text === undefined) throw new CliError('usage', `File not found: ${path}.`, { field: '--ca-file' });
  const { trustAlso } = await import('../client/network/certificates.ts');
  const extra = env.NODE_EXTRA_CA_CERTS;
  // Node itself warns of a file that it cannot read.
  return trustAlso(text, path, {
    extra: extra ? await files.readText(extra, anyBytes).catch(() => undefined) : undefined,
    hasOpenssl: /(^|\s)--use-openssl-ca(\s|$)/.test(env.NODE_OPTIONS ?? ''),
  });
}
