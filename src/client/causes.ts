import type { FailureKind } from '../errors.ts';
import type { FailedProxy } from './network/proxy.ts';

/** Details of a failure. Texts come from outside. */
export interface FailureDetail {
  /** The error code of Node or OpenSSL. */
  readonly code?: string | undefined;
  /** What is wrong with the certificate, after "The certificate of shop.example", and the next step. */
  readonly certificate?: { readonly finding: string; readonly hint: string } | undefined;
  /** The proxy whose failure it is. */
  readonly proxy?: FailedProxy | undefined;
}

interface Cause {
  /** Who did not answer is `The store shop.example`, and `shop.example` within a sentence. */
  readonly text: (peer: { readonly subject: string; readonly name: string }, detail: FailureDetail) => string;
  /** For a progress line. */
  readonly brief: string;
  /** Of a request that was not sent, or of a read. */
  readonly kind: Extract<FailureKind, 'refused' | 'unreachable'>;
  /** Whether the same request may succeed a moment later. */
  readonly isPassing: boolean;
  /** Whether nothing of a request was read, though it was sent. */
  readonly isUnread?: true;
  /** The codes of Node, OpenSSL, zlib and undici that mean it. */
  readonly codes?: RegExp;
  /** The next step, unless it depends on the proxy. */
  readonly hint?: string;
}

const passing = { kind: 'unreachable', isPassing: true } as const;
const stopped = { kind: 'unreachable', isPassing: false } as const;
const lasting = { kind: 'refused', isPassing: false } as const;
const fixServer = 'Fix this in the web server of the store, or in a proxy in front of it.';
const checkPort = 'Check the scheme and port of the store URL.';

/** In the order in which codes are looked up: `ERR_SSL_` alone is any handshake. */
const table = {
  timeout: {
    ...passing,
    brief: 'no answer in time',
    text: ({ subject }) => `${subject} did not answer in time.`,
    codes: /^UND_ERR_(CONNECT|HEADERS)_TIMEOUT$/,
    hint: 'Allow more time with --timeout 2m, or check the store URL.',
  },
  'no-connection': {
    ...passing,
    brief: 'cannot connect',
    text: ({ name }) => `Cannot connect to ${name}: no answer in time.`,
    codes: /^ETIMEDOUT$/,
    hint: 'Check the store URL and port. A firewall may be in between: if your network has a proxy, set HTTPS_PROXY.',
  },
  'no-handshake': {
    ...passing,
    brief: 'no TLS handshake',
    text: ({ subject }) => `${subject} accepted the connection, but did not answer the TLS handshake in time.`,
    hint: checkPort,
  },
  interrupted: {
    ...stopped,
    brief: 'interrupted',
    text: ({ name }) => `The request to ${name} was interrupted.`,
  },
  unresolved: {
    ...passing,
    brief: 'host not found',
    text: ({ name }) => `Cannot find the host ${name}.`,
    codes: /^ENOTFOUND$/,
    hint: 'Check the spelling of the store URL, and your network.',
  },
  'no-dns': {
    ...passing,
    brief: 'no answer from DNS',
    text: ({ name }) => `Cannot look up the host ${name}: the DNS server did not answer.`,
    codes: /^EAI_/,
    hint: 'Check your network connection.',
  },
  refused: {
    ...passing,
    brief: 'cannot connect',
    text: ({ name }) => `Cannot connect to ${name}.`,
    codes: /^(ECONNREFUSED|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM)$/,
    hint: 'Check the store URL and port. Is the store running?',
  },
  'hung-up': {
    ...passing,
    brief: 'connection closed',
    text: ({ subject }) => `${subject} closed the connection before it was ready.`,
    hint: `${checkPort} If they are right, retry in a moment.`,
  },
  cut: {
    ...passing,
    brief: 'connection closed',
    text: ({ subject }) => `${subject} closed the connection before the answer was complete.`,
    hint: 'Retry in a moment.',
  },
  'not-tls': {
    ...lasting,
    brief: 'no https on this port',
    text: ({ subject }) => `${subject} does not speak https on this port.`,
    codes: /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/,
    hint: checkPort,
  },
  // With TLS 1.3 a client may send before the server has refused its certificate, and nothing of that is read: RFC 8446, 4.4.2.4.
  'client-certificate': {
    ...lasting,
    isUnread: true,
    brief: 'client certificate required',
    text: ({ subject }) => `${subject} requires a client certificate, which shop-cli cannot send.`,
    codes: /^ERR_SSL_\w*CERTIFICATE_REQUIRED$/,
    hint: 'Ask for a store URL that needs only the token.',
  },
  handshake: {
    ...lasting,
    brief: 'TLS handshake refused',
    text: ({ subject }, { code = '' }) => `${subject} refused the TLS handshake (${alertOf(code)}).`,
    codes: /^ERR_SSL_/,
    hint: 'The server may require a client certificate, which shop-cli cannot send, or support only insecure protocols, such as TLS 1.1.',
  },
  certificate: {
    ...lasting,
    brief: 'certificate not trusted',
    text: ({ name }, { certificate, code }) =>
      `The certificate of ${name} ${certificate?.finding ?? `is not trusted (${code})`}.`,
    codes: /CERT|CRL|SELF_SIGNED|UNABLE_TO_|ERR_TLS|^(INVALID_|PATH_LENGTH_|HOSTNAME_MISMATCH|UNSPECIFIED)/,
    hint: 'If this is the authority of your company or network, pass its certificate with --ca-file <file>, or set NODE_EXTRA_CA_CERTS.',
  },
  'needs-tls': {
    ...lasting,
    brief: 'https on this port',
    text: ({ subject }) => `${subject} speaks https on this port, not http.`,
    hint: 'Use https:// in the store URL.',
  },
  'not-http': {
    ...lasting,
    brief: 'no valid HTTP',
    text: ({ name }) => `The reply from ${name} is not valid HTTP.`,
    hint: checkPort,
  },
  interim: {
    ...lasting,
    brief: 'unexpected interim answer',
    text: ({ subject }) => `${subject} sent an interim answer (100 or 101) that shop-cli did not ask for.`,
    codes: /^UND_ERR_SOCKET bad /,
    hint: fixServer,
  },
  length: {
    ...lasting,
    brief: 'unclear length',
    text: ({ name }) => `The reply from ${name} has a Content-Length that is wrong, repeated, or combined with chunks.`,
    codes: /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
    hint: fixServer,
  },
  'cut-compressed': {
    ...passing,
    brief: 'reply cut off',
    text: ({ name }) => `The compressed reply from ${name} ends too early.`,
    codes: /^Z_BUF_ERROR$/,
    hint: 'Retry in a moment.',
  },
  compression: {
    ...lasting,
    brief: 'broken compression',
    text: ({ name }, { code = '' }) =>
      `The reply from ${name} is not compressed as its Content-Encoding says (${code}).`,
    codes: /^(Z_\w+|ERR_+BROTLI\w*|ERR__\w+|ERR_UNKNOWN_ENCODING)$/,
    hint: `${fixServer} shop-cli does not ask for compression.`,
  },
  'no-charset': {
    ...lasting,
    brief: 'text in an unknown encoding',
    text: ({ name }) => `The reply from ${name} is not UTF-8, and declares no other charset.`,
    codes: /^ERR_ENCODING_INVALID_ENCODED_DATA$/,
    hint: 'Some letters would be wrong. Ask the administrator of the store to send UTF-8, or to declare the charset in Content-Type.',
  },
  'too-large': {
    ...lasting,
    brief: 'reply too large',
    text: ({ name }) => `The reply from ${name} is too large.`,
    codes: /^(ERR_BUFFER_TOO_LARGE|UND_ERR_HEADERS_OVERFLOW)$/,
    hint: 'Fetch less at a time with --limit.',
  },
  'proxy-credentials': {
    ...stopped,
    brief: 'proxy credentials refused',
    text: ({ subject }, { proxy }) =>
      proxy?.hasCredentials
        ? `${subject} refused the credentials in ${proxy.source} (${proxy.status}).`
        : `${subject} requires a user name and password (${proxy?.status}).`,
  },
  'no-proxy': {
    ...stopped,
    brief: 'no proxy',
    text: ({ subject }, { proxy }) =>
      `${subject} did not connect to ${proxy?.target}: it answered as a web server does (${proxy?.status}).`,
  },
  'proxy-refused': {
    ...stopped,
    brief: 'refused by the proxy',
    text: ({ subject }, { proxy }) => `${subject} refused to connect to ${proxy?.target} (${proxy?.status}).`,
  },
  'proxy-failed': {
    ...passing,
    brief: 'proxy failed',
    text: ({ subject }, { proxy }) => `${subject} could not connect to ${proxy?.target} (${proxy?.status}).`,
  },
} as const satisfies Record<string, Cause>;

export type FailureCause = keyof typeof table;

/** Why there is no complete answer: how it is told, what it means and what to do. */
export const causes: Readonly<Record<FailureCause, Cause>> = table;

/** `handshake failure` for ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE, and for what newer versions of OpenSSL call it. */
const alertOf = (code: string): string =>
  code
    .replace(/^ERR_SSL_([A-Z\d/]{1,10}_ALERT_)?/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
