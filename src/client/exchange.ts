import type { Dispatcher } from 'undici';
import { onAbort } from './abort.ts';
import { causes, type FailureCause, type FailureDetail } from './causes.ts';
import { causeOf } from './connect-failure.ts';
import type { Connection } from './connection.ts';
import { type Headers, replyText } from './reply/body.ts';
import { type ApiRequest, replyLimits, withToken } from './request.ts';

/** The result of sending a request once. */
export type Attempt = Answer | Failure;

/** A complete answer, whatever its status. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
}

/** The headers that are read of an answer. */
const headersRead = ['content-type', 'date', 'location', 'retry-after', 'www-authenticate'] as const;
type AnswerHeaders = Readonly<Partial<Record<(typeof headersRead)[number], string>>>;

/** No complete answer. undici's error is dropped: its messages and fields hold the URL with the token. */
export interface Failure {
  readonly kind: 'failure';
  /** Whether any byte of the request may have reached the store. */
  readonly sent: boolean;
  readonly cause: FailureCause;
  readonly detail?: FailureDetail | undefined;
}

/** Milliseconds until the answer to a POST begins, where `postTimeout` allows more in all. */
const headersTimeout = 60_000;

/** Sends a request once. Never throws: an attempt that went wrong is a `Failure`. */
export function exchange(connection: Connection, request: ApiRequest): Promise<Attempt> {
  return new Promise((resolve) => {
    const running = new Exchange(connection, request, resolve);
    try {
      connection.dispatcher.dispatch(dispatchOptions(connection, request), running);
    } catch (error) {
      running.failWith(error);
    }
  });
}

function dispatchOptions({ token, postTimeout }: Connection, request: ApiRequest): Dispatcher.DispatchOptions {
  const { path, headers } = withToken(request, token);
  return {
    origin: request.url.origin,
    path,
    method: request.method,
    headers: { 'user-agent': 'shop-cli', ...headers, 'accept-encoding': 'identity' },
    body: request.body === undefined ? null : JSON.stringify(request.body),
    ...(request.method === 'POST' && postTimeout !== undefined ? { headersTimeout } : {}),
  };
}

/**
 * One request and its reply, as a handler of undici. Its `request()` would be slower: streams and signals take longer
 * than everything else together.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #connection: Connection;
  readonly #resolve: (attempt: Attempt) => void;
  readonly #limit: number;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #sent = false;
  #ended = false;
  #size = 0;
  #status = 0;
  #headers: Headers = {};

  constructor(connection: Connection, request: ApiRequest, resolve: (attempt: Attempt) => void) {
    this.#connection = connection;
    this.#resolve = resolve;
    this.#limit = request.limit ?? replyLimits.record;
    const patience = request.method === 'POST' ? connection.postTimeout : undefined;
    this.#timer = setTimeout(() => this.fail('timeout'), patience ?? connection.timeout);
    this.#stopListening = onAbort(connection.signal, () => this.fail('interrupted'));
    if (connection.signal.aborted) this.fail('interrupted');
  }

  /** Now undici begins to write. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) controller.abort(new Error('ended before it was sent'));
    else {
      this.#controller = controller;
      this.#sent = true;
    }
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#connection.onAnswer?.(headers);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#limit) this.fail('too-large');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#ended) return;
    const { redact } = this.#connection;
    try {
      const [first, ...more] = this.#chunks;
      const bytes = first && more.length === 0 ? first : Buffer.concat(this.#chunks);
      const text = redact(replyText(bytes, this.#headers, this.#limit, this.#status < 300));
      this.#end({ kind: 'answer', status: this.#status, headers: oneValueEach(this.#headers, redact), text });
    } catch (error) {
      this.failWith(error);
    }
  }

  onResponseError(_: unknown, error: unknown): void {
    this.failWith(error);
  }

  failWith(error: unknown): void {
    const { why, detail } = causeOf(error);
    this.fail(why, detail);
  }

  fail(cause: FailureCause, detail?: FailureDetail): void {
    if (this.#ended) return;
    this.#end({ kind: 'failure', sent: this.#sent && !causes[cause].isUnread, cause, detail });
    this.#controller?.abort(new Error(cause));
  }

  #end(attempt: Attempt): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#stopListening();
    this.#resolve(attempt);
  }
}

function oneValueEach(headers: Headers, redact: Connection['redact']): AnswerHeaders {
  const values: Partial<Record<keyof AnswerHeaders, string>> = {};
  for (const name of headersRead) {
    const value = headers[name];
    if (value !== undefined) values[name] = redact(String(Array.isArray(value) ? value[0] : value));
  }
  return values;
}
