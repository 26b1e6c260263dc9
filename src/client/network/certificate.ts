import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { DetailedPeerCertificate, SecureContext } from 'node:tls';
import type { CertificateFacts, CertificateFault, ChainCertificate } from './certificate-facts.ts';
import { startTls, type Target } from './sockets.ts';

/**
 * Reads the certificate of a server over a fresh TCP connection or tunnel, and closes it. Nothing is sent but the handshake,
 * so the certificate need not be trusted. For errors, and for `doctor`.
 * @throws ConnectFailure, or an error of Node with the code of OpenSSL
 */
export async function inspectCertificate(
  socket: Socket,
  target: Target,
  secureContext: SecureContext | undefined,
  deadline: AbortSignal,
): Promise<CertificateFacts> {
  const secure = await startTls(socket, target, { secureContext, rejectUnauthorized: false }, deadline);
  const peer = secure.getPeerCertificate(true);
  // A code, whatever its type says; absent or null where the certificate is trusted.
  const code = (secure.authorizationError as unknown as string | null) ?? undefined;
  const version = secure.getProtocol() ?? '';
  secure.destroy();
  const chain = chainOf(peer);
  const fault = code === undefined ? undefined : (faults[code] ?? 'invalid');
  return { fault, version, finding: findingOf(fault, chain, String(code)), chain };
}

const faults: Readonly<Record<string, CertificateFault>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-names',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'incomplete',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'incomplete',
};

function findingOf(fault: CertificateFault | undefined, chain: readonly ChainCertificate[], code: string): string {
  const [own] = chain;
  const last = chain.at(-1);
  if (fault === undefined) return 'is trusted';
  if (!own || !last) return `is not trusted (${code})`;
  switch (fault) {
    case 'expired': {
      const first = chain.reduce((one, other) => (other.until < one.until ? other : one));
      return first === own
        ? `expired on ${day(own.until)}`
        : `is not valid: ${issuer(first)} expired on ${day(first.until)}`;
    }
    case 'not-yet-valid': {
      const latest = chain.reduce((one, other) => (other.from > one.from ? other : one));
      const of = latest === own ? '' : `: ${issuer(latest)} is not valid`;
      return `is not valid${of} before ${day(latest.from)}`;
    }
    case 'other-names':
      return own.names.length === 0 ? 'names no host' : `is for other names: ${listed(own.names)}`;
    case 'self-signed':
      return 'is self-signed';
    case 'untrusted':
      return `was issued by ${quoted(last.subject)}, which is not trusted`;
    case 'incomplete':
      return `cannot be verified: the certificate of its issuer ${quoted(last.issuer)} is missing`;
    default:
      return `is not valid (${code})`;
  }
}

const issuer = ({ subject }: ChainCertificate): string => `that of its issuer ${quoted(subject)}`;

/** The ends of validity are shown to the day, in UTC. */
const day = (date: Date): string => date.toISOString().slice(0, 10);

const mostNames = 5;

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).map(short).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const quoted = (name: string): string => `"${short(name)}"`;

/** A server may name itself anything, at any length. */
const short = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

/** A server may send more certificates than a chain has. */
const longestChain = 10;

function chainOf(peer: DetailedPeerCertificate): readonly ChainCertificate[] {
  const chain: ChainCertificate[] = [];
  let next: DetailedPeerCertificate | undefined = peer;
  while (next?.raw && chain.length < longestChain) {
    chain.push(described(next));
    // A root is its own issuer.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

function described({ raw }: DetailedPeerCertificate): ChainCertificate {
  const { subject, issuer: by, subjectAltName = '', validFrom, validTo, fingerprint256 } = new X509Certificate(raw);
  return {
    subject: commonName(subject),
    issuer: commonName(by),
    names: subjectAltName.split(', ').flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []),
    from: new Date(validFrom),
    until: new Date(validTo),
    fingerprint: fingerprint256,
  };
}

/** The name in `C=NL\nO=Example\nCN=Example Root CA`; without one, all of it. */
const commonName = (name = ''): string => /^CN=(.*)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ');
