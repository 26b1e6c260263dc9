import { causes, type FailureCause, type FailureDetail } from './causes.ts';

/** Why a socket could not be opened, or was closed. Unlike the errors of Node and undici, it holds no URL. */
export class ConnectFailure extends Error {
  readonly why: FailureCause;
  readonly detail: FailureDetail;

  constructor(why: FailureCause, detail: FailureDetail = {}) {
    super(why);
    this.why = why;
    this.detail = detail;
  }
}

/** What an error of Node, OpenSSL, zlib or undici means. */
export function causeOf(error: unknown): Pick<ConnectFailure, 'why' | 'detail'> {
  if (error instanceof ConnectFailure) return error;
  const { name, data } = error as { readonly name?: unknown; readonly data?: unknown };
  if (name === 'HTTPParserError') return { why: causeOfParser(error as Error, String(data)), detail: {} };
  const code = codeOf(error);
  const all = Object.keys(causes) as FailureCause[];
  return { why: all.find((cause) => causes[cause].codes?.test(code)) ?? 'cut', detail: { code } };
}

/** undici's parser says in its message alone that a Content-Length is no number, or comes with chunks. */
function causeOfParser({ message }: Error, data: string): FailureCause {
  if (tlsRecord.test(data)) return 'needs-tls';
  return message.includes('Content-Length') ? 'length' : 'not-http';
}

/** An alert or a handshake of TLS (RFC 8446, 5.1), where a reply of HTTP should begin. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: its bytes
const tlsRecord = /^[\x15\x16]\x03/;

/** Older versions of Node have the code of OpenSSL in `reason`, and undici has one code for all that happens to a socket. */
function codeOf(error: unknown): string {
  const { code, reason, message } = error as Readonly<Record<'code' | 'reason' | 'message', unknown>>;
  if (code === 'UND_ERR_SOCKET') return `${code} ${message}`;
  if (code === 'EPROTO' && typeof reason === 'string') return `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
  return String(code ?? '');
}
