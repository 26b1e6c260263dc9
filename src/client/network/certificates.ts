import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { CliError } from '../../errors.ts';
import { cut } from '../../text/words.ts';
import type { CertificateFacts, CertificateFault, ChainCertificate } from '../causes.ts';
import { startTls, type Target } from './sockets.ts';

/**
 * Reads the certificate of a server over a fresh TCP connection or tunnel, and closes it. Nothing is sent but the handshake,
 * so the certificate need not be trusted. For errors, and for `doctor`.
 * @throws ConnectFailure, or an error of Node with the code of OpenSSL
 */
export async function inspectCertificate(
  socket: Socket,
  target: Target,
  secureContext: tls.SecureContext | undefined,
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
const short = (name: string): string => cut(name, 100);

/** A server may send more certificates than a chain has. */
const longestChain = 10;

function chainOf(peer: tls.DetailedPeerCertificate): readonly ChainCertificate[] {
  const chain: ChainCertificate[] = [];
  let next: tls.DetailedPeerCertificate | undefined = peer;
  while (next?.raw && chain.length < longestChain) {
    chain.push(described(next));
    // A root is its own issuer.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

function described({ raw }: tls.DetailedPeerCertificate): ChainCertificate {
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

/**
 * Trusts the authorities of Node and the certificates in `--ca-file`. Each of these is enough by itself, as for curl and Go: a
 * root, an intermediate, or the certificate of the store.
 * @param text of the file
 * @param extra text of the file in NODE_EXTRA_CA_CERTS, which Node reads only for its own authorities
 * @throws CliError `usage`
 */
export function trustAlso(text: string, path: string, extra = ''): tls.SecureContext {
  const own = certificatesIn(text);
  if (own.length === 0) throw wrongFile(`${foundIn(text)} in ${path}`);
  const broken = own.findIndex((pem) => !isCertificate(pem));
  if (broken >= 0) throw wrongFile(`Certificate ${broken + 1} of ${own.length} in ${path} is damaged`);
  return tls.createSecureContext({ ca: [...authoritiesOfNode(extra), ...own], allowPartialTrustChain: true });
}

/** Since 22.15, Node lists all authorities that it trusts, those of the system included. */
function authoritiesOfNode(extra: string): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: 'default') => readonly string[] };
  return getCACertificates?.('default') ?? [...tls.rootCertificates, ...certificatesIn(extra).filter(isCertificate)];
}

/** A certificate that is cut off has no END line. */
const certificatesIn = (text: string): readonly string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]*(-----END CERTIFICATE-----)?/g) ?? [];

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function foundIn(text: string): string {
  const [, label] = /-----BEGIN ([A-Z\d ]{1,40})-----/.exec(text) ?? [];
  return label === undefined ? 'No certificate' : `A ${label.toLowerCase()}, but no certificate`;
}

const wrongFile = (problem: string): CliError =>
  new CliError('usage', `${problem}.`, {
    field: '--ca-file',
    hint: 'Pass a PEM file. To convert one in DER: openssl x509 -inform der -in ca.der -out ca.pem',
  });
