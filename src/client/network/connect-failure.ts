import type { FailureCause, FailureDetail } from '../causes.ts';

/** Why a socket could not be opened. Unlike the errors of Node and undici, it holds no URL. */
export class ConnectFailure extends Error {
  readonly why: FailureCause;
  readonly detail: FailureDetail;

  constructor(why: FailureCause, detail: FailureDetail = {}) {
    super(why);
    this.why = why;
    this.detail = detail;
  }
}

/** Why a socket is closed that brings more than a reply may have. */
export class TooLarge extends Error {}

/** What an error of Node, OpenSSL, zlib or undici means. */
export function causeOf(error: unknown): Pick<ConnectFailure, 'why' | 'detail'> {
  if (error instanceof ConnectFailure) return error;
  if (error instanceof TooLarge) return { why: 'too-large', detail: {} };
  const { name, data } = error as { readonly name?: unknown; readonly data?: unknown };
  if (name === 'HTTPParserError') return { why: tlsRecord.test(String(data)) ? 'needs-tls' : 'not-http', detail: {} };
  const code = codeOf(error);
  return { why: meanings.find(([pattern]) => pattern.test(code))?.[1] ?? 'cut', detail: { code } };
}

/** An alert or a handshake of TLS (RFC 8446, 5.1), where a reply of HTTP should begin. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: its bytes
const tlsRecord = /^[\x15\x16]\x03/;

/** Older versions of Node have the code of OpenSSL in `reason`. */
function codeOf(error: unknown): string {
  const { code, reason } = error as { readonly code?: unknown; readonly reason?: unknown };
  return code === 'EPROTO' && typeof reason === 'string'
    ? `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
    : String(code ?? '');
}

const meanings: readonly (readonly [RegExp, FailureCause])[] = [
  [/^(ERR_BUFFER_TOO_LARGE|UND_ERR_HEADERS_OVERFLOW)$/, 'too-large'],
  [/^UND_ERR_(CONNECT|HEADERS)_TIMEOUT$/, 'timeout'],
  [/^ENOTFOUND$/, 'unresolved'],
  [/^EAI_/, 'no-dns'],
  [/^(Z_\w+|ERR__ERROR_FORMAT\w*)$/, 'not-http'],
  [/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/, 'not-tls'],
  [/^ERR_SSL_([\w/]+_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW)$/, 'old-tls'],
  [/^ERR_SSL_[\w/]+_ALERT_(CERTIFICATE_REQUIRED|(BAD|UNKNOWN)_CERTIFICATE|UNKNOWN_CA)$/, 'client-certificate'],
  [/^ERR_SSL_/, 'handshake'],
  [/CERT|CRL|SELF_SIGNED|UNABLE_TO_|ERR_TLS|^(INVALID_|PATH_LENGTH_|HOSTNAME_MISMATCH|UNSPECIFIED)/, 'certificate'],
  [/^ETIMEDOUT$/, 'no-connection'],
  [/^(ECONNREFUSED|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM)$/, 'refused'],
];
