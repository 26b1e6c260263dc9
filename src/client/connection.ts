import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { ApiRequest } from './exchange.ts';

/** How requests of one invocation reach the store. */
export interface Connection {
  readonly base: { readonly origin: string; readonly path: string };
  readonly token: string;
  /** Which store this is, the same in every run: its base URL, or `sandbox:<database>`. */
  readonly storeId: string;
  /** Milliseconds for one request, from connecting to the last byte. */
  readonly timeout: number;
  /** The same for a POST, where it may take longer. */
  readonly postTimeout?: number | undefined;
  /** How often a GET or DELETE is tried again. */
  readonly retries: number;
  readonly filterStyle: 'both' | 'plain' | 'bracket';
  readonly taxField: 'both' | 'taxRate' | 'taxRateVal';
  readonly dispatcher: Dispatcher;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Stops what waits: Ctrl-C. */
  readonly signal: AbortSignal;
  readonly random: () => number;
  readonly now: () => Date;
  /** Takes the token out of what a store says: later, text is cut and wrapped, and could not be recognised. */
  readonly redact: (text: string) => string;
  /** Asked before each request: throws to keep it from being made (`--dry-run`, `--curl`, a read-only store). */
  readonly guard?: (request: ApiRequest) => Promise<void>;
  /** Told of each request that was made, for `--verbose`; never sees the query. */
  readonly trace?: (line: string) => void;
}

interface DispatcherOptions {
  /** As many sockets as requests at a time. */
  readonly connections: number;
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
  /** Certificates (PEM) of an authority of the user's own. */
  readonly ca?: string | undefined;
  /** Milliseconds for TCP and TLS; 10 s when absent. */
  readonly connectTimeout?: number | undefined;
}

/**
 * The undici dispatcher for a store. HTTP/1.1 without pipelining: HTTP/2 streams that a server refuses are sent again inside undici, and a POST
 * must never be. A socket that was idle for a second is not used again, since the server may have closed it in the same moment.
 * Proxies are used for https only, where they see a tunnel; in plain http they would see the token.
 */
export function createDispatcher({
  connections,
  httpsProxy,
  noProxy,
  ca,
  connectTimeout = 10_000,
}: DispatcherOptions): Dispatcher {
  const options = {
    connections,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: connectTimeout, ...(ca === undefined ? {} : { ca }) },
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
  };
  const agent = httpsProxy
    ? new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy, ...(noProxy === undefined ? {} : { noProxy }) })
    : new Agent(options);
  return agent.compose(tellWhenSent);
}

/** Request options of this client: `attempt.sent` becomes true when undici begins to write the request. Before that, provably nothing was sent. */
export interface WatchedOptions extends Dispatcher.RequestOptions {
  readonly attempt: { sent: boolean };
}

function tellWhenSent(dispatch: Dispatcher['dispatch']): Dispatcher['dispatch'] {
  return (options, handler) => {
    const { attempt } = options as unknown as WatchedOptions;
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      attempt.sent = true;
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}
