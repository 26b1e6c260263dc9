import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Connection, FailureCause, WatchedOptions } from './connection.ts';
import { replyLimits, TooLarge } from './limits.ts';
import { type ApiRequest, withToken } from './request.ts';

/** The result of sending a request once. */
export type Attempt = Answer | Failure;

/** A complete answer, whatever its status. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** No complete answer. undici's error is dropped: its messages and fields hold the URL with the token. */
export interface Failure {
  readonly kind: 'failure';
  /** Whether any byte of the request may have reached the store. */
  readonly sent: boolean;
  readonly cause: FailureCause;
}

/** Milliseconds until the answer to a POST begins, where `postTimeout` allows more in all. */
const headersTimeout = 60_000;

/** Sends a request once. Never throws: an attempt that went wrong is a `Failure`. */
export async function exchange(connection: Connection, request: ApiRequest): Promise<Attempt> {
  const attempt = { sent: false };
  const patience = request.method === 'POST' ? connection.postTimeout : undefined;
  const deadline = new Deadline(patience ?? connection.timeout, connection.signal);
  try {
    const response = await connection.dispatcher.request({
      ...requestOptions(connection, request, deadline.signal),
      ...(patience === undefined ? {} : { headersTimeout }),
      attempt,
    } as WatchedOptions);
    const text = await readBody(response, request.limit ?? replyLimits.record);
    return {
      kind: 'answer',
      status: response.statusCode,
      headers: oneValueEach(response.headers, connection.redact),
      text: connection.redact(text),
    };
  } catch (error) {
    return { kind: 'failure', sent: attempt.sent, cause: deadline.cause ?? causeOf(error) };
  } finally {
    deadline.clear();
  }
}

function requestOptions({ token }: Connection, request: ApiRequest, signal: AbortSignal): Dispatcher.RequestOptions {
  const { path, headers } = withToken(request, token);
  return {
    origin: request.url.origin,
    path,
    method: request.method,
    signal,
    headers: { 'user-agent': 'shop-cli', ...headers, 'accept-encoding': 'identity' },
    body: request.body === undefined ? null : JSON.stringify(request.body),
  };
}

async function readBody(response: Dispatcher.ResponseData, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new TooLarge();
    chunks.push(chunk);
  }
  const bytes = decompressed(Buffer.concat(chunks), String(response.headers['content-encoding'] ?? ''), limit);
  return textOf(bytes, String(response.headers['content-type'] ?? ''));
}

/** JSON is UTF-8. Only bytes that are not are read in the charset that the store names, if any. */
function textOf(bytes: Buffer, type: string): string {
  const [, charset] = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type) ?? [];
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf(charset).decode(bytes);
  }
}

function decoderOf(charset = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/**
 * Some stores compress although `identity` is asked for. The limit holds for the decoded bytes: 1 MB must not become 1
 * GB.
 */
function decompressed(bytes: Buffer, encodings: string, maxOutputLength: number): Buffer {
  if (bytes.length === 0) return bytes;
  const [encoding = ''] = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'identity');
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, { maxOutputLength });
  if (encoding === 'br') return brotliDecompressSync(bytes, { maxOutputLength });
  if (encoding === 'deflate') return inflateSync(bytes, { maxOutputLength });
  return bytes;
}

function oneValueEach(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  redact: Connection['redact'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redact(String(Array.isArray(value) ? value[0] : value))]),
  );
}

function causeOf(error: unknown): FailureCause {
  const { code = '', name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (error instanceof TooLarge) return 'too-large';
  if (name === 'HTTPParserError') return 'not-http';
  return causes.find(([pattern]) => pattern.test(String(code)))?.[1] ?? 'cut';
}

/** Error codes of Node, OpenSSL, zlib and undici. */
const causes: readonly (readonly [RegExp, FailureCause])[] = [
  [/^ERR_BUFFER_TOO_LARGE$/, 'too-large'],
  [/^UND_ERR_(CONNECT|HEADERS)_TIMEOUT$/, 'timeout'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'unresolved'],
  [/^(UND_ERR_HEADERS_OVERFLOW|Z_\w+|ERR__ERROR_FORMAT\w*)$/, 'not-http'],
  [/^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/, 'not-tls'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/, 'certificate'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, 'refused'],
];

/** Ends a request at its timeout or on Ctrl-C. An own timer, since AbortSignal.any leaks every request on Node 20. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #parent: AbortSignal;
  cause: 'timeout' | 'interrupted' | undefined;

  constructor(milliseconds: number, parent: AbortSignal) {
    this.#parent = parent;
    this.#timer = setTimeout(() => this.#end('timeout'), milliseconds);
    if (parent.aborted) this.#end('interrupted');
    else parent.addEventListener('abort', this.#interrupt);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#parent.removeEventListener('abort', this.#interrupt);
  }

  readonly #interrupt = (): void => this.#end('interrupted');

  #end(cause: 'timeout' | 'interrupted'): void {
    this.cause ??= cause;
    this.#controller.abort();
  }
}
