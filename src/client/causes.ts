import type { FailureKind } from '../errors.ts';
import { storeSubject } from '../text/words.ts';

/** Details of a failure. Texts come from outside. */
export interface FailureDetail {
  /** The error code of Node or OpenSSL. */
  readonly code?: string | undefined;
  readonly certificate?: CertificateFacts | undefined;
  /** The proxy whose failure it is. */
  readonly proxy?: FailedProxy | undefined;
}

export interface FailedProxy {
  /** `proxy.example:8080` */
  readonly name: string;
  /** The variable that names it: `HTTPS_PROXY`. */
  readonly source: string;
  readonly hasCredentials: boolean;
  /** The status with which it answered. */
  readonly status?: number | undefined;
  /** How it wants users to sign in: `basic`, `ntlm`. */
  readonly schemes?: readonly string[] | undefined;
  /** `shop.example:443`: where it was asked to connect to. */
  readonly target: string;
}

/** The certificate that a server shows. Names come from the server. */
export interface CertificateFacts {
  /** What is wrong with it; undefined where it is trusted. */
  readonly fault: CertificateFault | undefined;
  /** `TLSv1.3` */
  readonly version: string;
  /** The fault, after "The certificate of shop.example": `expired on 2026-01-31`. */
  readonly finding: string;
  /** The certificate of the server, that of its issuer, and so on, as far as they were sent or are known. */
  readonly chain: readonly ChainCertificate[];
}

export type CertificateFault =
  | 'expired'
  | 'not-yet-valid'
  | 'other-names'
  | 'self-signed'
  /** The authority at the end of the chain is not trusted. */
  | 'untrusted'
  /** The certificate of an issuer was not sent and is not known. */
  | 'incomplete'
  | 'invalid';

export interface ChainCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** DNS names and IP addresses. */
  readonly names: readonly string[];
  readonly from: Date;
  readonly until: Date;
  /** SHA-256, as `openssl x509 -fingerprint -sha256` prints it. */
  readonly fingerprint: string;
}

/** Who did not answer, as messages name it. */
interface Peer {
  /** `The store shop.example` */
  readonly subject: string;
  /** `shop.example` */
  readonly name: string;
}

interface Cause {
  readonly text: (peer: Peer, detail: FailureDetail) => string;
  /** For a progress line. */
  readonly brief: string;
  /** Of a request that was not sent, or of a read. */
  readonly kind: Extract<FailureKind, 'refused' | 'unreachable'>;
  /** Whether the same request may succeed a moment later. */
  readonly isPassing: boolean;
}

const passing = { kind: 'unreachable', isPassing: true } as const;
const lasting = { kind: 'refused', isPassing: false } as const;

/** Why there is no complete answer. */
export const causes = {
  timeout: { ...passing, brief: 'no answer in time', text: ({ subject }) => `${subject} did not answer in time.` },
  'no-connection': {
    ...passing,
    brief: 'cannot connect',
    text: ({ name }) => `Cannot connect to ${name}: no answer in time.`,
  },
  'no-handshake': {
    ...passing,
    brief: 'no TLS handshake',
    text: ({ subject }) => `${subject} accepted the connection, but did not answer the TLS handshake in time.`,
  },
  interrupted: {
    kind: 'unreachable',
    isPassing: false,
    brief: 'interrupted',
    text: ({ name }) => `The request to ${name} was interrupted.`,
  },
  unresolved: { ...passing, brief: 'host not found', text: ({ name }) => `Cannot find the host ${name}.` },
  'no-dns': {
    ...passing,
    brief: 'no answer from DNS',
    text: ({ name }) => `Cannot look up the host ${name}: the DNS server did not answer.`,
  },
  refused: { ...passing, brief: 'cannot connect', text: ({ name }) => `Cannot connect to ${name}.` },
  'hung-up': {
    ...passing,
    brief: 'connection closed',
    text: ({ subject }) => `${subject} closed the connection before it was ready.`,
  },
  cut: {
    ...passing,
    brief: 'connection closed',
    text: ({ subject }) => `${subject} closed the connection before the answer was complete.`,
  },
  certificate: {
    ...lasting,
    brief: 'certificate not trusted',
    text: ({ name }, { certificate, code }) =>
      `The certificate of ${name} ${certificate?.finding ?? `is not trusted (${code})`}.`,
  },
  'old-tls': {
    ...lasting,
    brief: 'TLS version too old',
    text: ({ subject }) => `${subject} does not support TLS 1.2 or later.`,
  },
  'client-certificate': {
    ...lasting,
    brief: 'client certificate required',
    text: ({ subject }) => `${subject} requires a client certificate.`,
  },
  handshake: {
    ...lasting,
    brief: 'TLS handshake refused',
    text: ({ subject }, { code = '' }) => `${subject} refused the TLS handshake (${alertOf(code)}).`,
  },
  'not-tls': {
    ...lasting,
    brief: 'no https on this port',
    text: ({ subject }) => `${subject} does not speak https on this port.`,
  },
  'needs-tls': {
    ...lasting,
    brief: 'https on this port',
    text: ({ subject }) => `${subject} speaks https on this port, not http.`,
  },
  'not-http': { ...lasting, brief: 'no valid HTTP', text: ({ name }) => `The reply from ${name} is not valid HTTP.` },
  'too-large': { ...lasting, brief: 'reply too large', text: ({ name }) => `The reply from ${name} is too large.` },
  'proxy-credentials': {
    kind: 'unreachable',
    isPassing: false,
    brief: 'proxy credentials refused',
    text: ({ subject }, { proxy }) =>
      proxy?.hasCredentials
        ? `${subject} refused the credentials in ${proxy.source} (407).`
        : `${subject} requires a user name and password (407).`,
  },
  'proxy-refused': {
    kind: 'unreachable',
    isPassing: false,
    brief: 'refused by the proxy',
    text: ({ subject }, { proxy }) => `${subject} refused to connect to ${proxy?.target} (${proxy?.status}).`,
  },
  'proxy-failed': {
    ...passing,
    brief: 'proxy failed',
    text: ({ subject }, { proxy }) => `${subject} could not connect to ${proxy?.target} (${proxy?.status}).`,
  },
} as const satisfies Record<string, Cause>;

/** `handshake failure` for ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE, and for what newer versions of OpenSSL call it. */
const alertOf = (code: string): string =>
  code
    .replace(/^ERR_SSL_([A-Z\d/]{1,10}_ALERT_)?/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

export type FailureCause = keyof typeof causes;

/** The sentence about a failure. @param host of the store */
export function failureText(cause: FailureCause, host: string, detail: FailureDetail = {}): string {
  const { proxy } = detail;
  const peer = proxy
    ? { subject: `The proxy ${proxy.name}`, name: `the proxy ${proxy.name}` }
    : { subject: storeSubject(host), name: host };
  return causes[cause].text(peer, detail).replace('the host the proxy', 'the proxy');
}
