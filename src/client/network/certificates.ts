import { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { CliError } from '../../errors.ts';
import { cut } from '../../text/words.ts';
import { causes } from '../causes.ts';
import { type SocketTarget, startTls } from './sockets.ts';

/** The certificate that a server shows. Names come from the server. */
export interface CertificateFacts {
  /** What is wrong with it; undefined where it is trusted. */
  readonly fault: CertificateFault | undefined;
  /** `TLSv1.3` */
  readonly version: string;
  /** The fault, after "The certificate of shop.example": `expired on 2026-01-31`. */
  readonly finding: string;
  /** What to do about the fault. */
  readonly hint: string;
  /** The certificate of the server, that of its issuer, and so on, as far as they were sent or are known. */
  readonly chain: readonly ChainCertificate[];
}

interface ChainCertificate {
  readonly subject: string;
  readonly issuer: string;
  /** DNS names and IP addresses. */
  readonly names: readonly string[];
  readonly dnsNames: readonly string[];
  /** The length of an RSA key; infinite for other keys. */
  readonly rsaBits: number;
  readonly from: Date;
  readonly until: Date;
  /** SHA-256, as `openssl x509 -fingerprint -sha256` prints it. */
  readonly fingerprint: string;
}

/**
 * Reads the certificate of a server over a fresh TCP connection or tunnel, and closes it. Nothing is sent but the handshake,
 * so the certificate need not be trusted. For errors, and for `doctor`.
 * @throws ConnectFailure, or an error of Node with the code of OpenSSL
 */
export async function inspectCertificate(
  socket: Socket,
  target: SocketTarget,
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
  return {
    fault,
    version,
    finding: findingOf(fault, { chain, code: String(code), host: target.hostname }),
    hint: hintFor(fault, chain),
    chain,
  };
}

/** Node has no code for keys and signatures that OpenSSL finds too weak: `UNSPECIFIED`. */
const faults: Readonly<Record<string, CertificateFault>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-names',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNSPECIFIED: 'weak',
  UNABLE_TO_GET_ISSUER_CERT: 'incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'incomplete',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'incomplete',
};

interface ChainCheck {
  readonly chain: readonly ChainCertificate[];
  /** Of Node or OpenSSL. */
  readonly code: string;
  /** The host that the certificate should name. */
  readonly host: string;
}

function findingOf(fault: CertificateFault | undefined, { chain, code, host }: ChainCheck): string {
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
      return otherNames(own, host);
    case 'weak':
      return weakness(chain);
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

/** An address counts only where the certificate lists it as one: RFC 9525, 6.5. */
function otherNames({ names, dnsNames }: ChainCertificate, host: string): string {
  if (names.length === 0) return 'is for no host';
  if (isIP(host) !== 0 && dnsNames.includes(host))
    return `lists the address ${host} as a DNS name, which does not count`;
  return `is for other names: ${listed(names)}`;
}

function weakness(chain: readonly ChainCertificate[]): string {
  const short = chain.find(({ rsaBits }) => rsaBits < minRsaBits);
  if (!short) return 'was signed with an algorithm that is no longer safe, such as SHA-1';
  const whose = short === chain[0] ? 'has' : `is not valid: ${issuer(short)} has`;
  return `${whose} a key of ${short.rsaBits} bits, which is too short`;
}

/** NIST SP 800-131A, revision 2, table 2. */
const minRsaBits = 2048;

function hintFor(fault: CertificateFault | undefined, chain: readonly ChainCertificate[]): string {
  if (fault === undefined) return '';
  const printed = fault === 'self-signed' ? chain[0] : fault === 'untrusted' ? chain.at(-1) : undefined;
  return `${hints[fault]}${printed ? `\nIts SHA-256 fingerprint: ${printed.fingerprint}` : ''}`;
}

const hints = {
  expired: 'Renew it on the server. If that date has not passed, correct the clock of this machine.',
  'not-yet-valid': 'Correct the clock of this machine.',
  'other-names':
    'Check the store URL. A sign-in page of your network may also be in between: open a website in a browser.',
  'self-signed': 'If it is yours, save it to a file and pass --ca-file <file>.',
  // The authority at the end of the chain is not trusted.
  untrusted: causes.certificate.hint,
  // The certificate of an issuer was not sent and is not known.
  incomplete:
    'The server must send it. If the issuer is your own authority, pass its certificate with --ca-file <file>.',
  weak: 'Replace it on the server with one that has a key of 2048 bits or more, and a signature with SHA-256.',
  invalid: 'Replace it on the server.',
};

type CertificateFault = keyof typeof hints;

const issuer = ({ subject }: ChainCertificate): string => `that of its issuer ${quoted(subject)}`;

/** The ends of validity are shown to the day, in UTC. */
const day = (date: Date): string => date.toISOString().slice(0, 10);

const maxNames = 5;

function listed(names: readonly string[]): string {
  const more = names.length - maxNames;
  return `${names.slice(0, maxNames).map(short).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const quoted = (name: string): string => `"${short(name)}"`;

/** A server may name itself anything, at any length. */
const short = (name: string): string => cut(name, 100);

/** A server may send more certificates than a chain has. */
const maxChain = 10;

function chainOf(peer: tls.DetailedPeerCertificate): readonly ChainCertificate[] {
  const chain: ChainCertificate[] = [];
  let next: tls.DetailedPeerCertificate | undefined = peer;
  while (next?.raw && chain.length < maxChain) {
    chain.push(described(next));
    // A root is its own issuer.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

function described({ raw }: tls.DetailedPeerCertificate): ChainCertificate {
  const certificate = new X509Certificate(raw);
  const { subject, issuer: by, subjectAltName = '', validFrom, validTo, fingerprint256 } = certificate;
  const alternatives = subjectAltName.split(', ');
  return {
    subject: commonName(subject),
    issuer: commonName(by),
    names: alternatives.flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []),
    dnsNames: alternatives.flatMap((name) => /^DNS:(.+)$/.exec(name)?.[1] ?? []),
    rsaBits: certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? Number.POSITIVE_INFINITY,
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
 * @param more `extra` is the text of the file in NODE_EXTRA_CA_CERTS, which Node reads only for its own authorities;
 * `hasOpenssl` is whether Node trusts those of OpenSSL in place of its own (--use-openssl-ca)
 * @throws CliError `usage`
 */
export function trustAlso(
  text: string,
  path: string,
  { extra = '', hasOpenssl = false }: { readonly extra?: string | undefined; readonly hasOpenssl?: boolean } = {},
): tls.SecureContext {
  const own = certificatesIn(text);
  if (own.length === 0) throw wrongFile(`No certificate in ${path}`);
  if (!own.every(isCertificate)) throw wrongFile(`A certificate in ${path} is damaged`);
  if (hasOpenssl) return besideOpenssl([...certificatesIn(extra).filter(isCertificate), ...own]);
  return tls.createSecureContext({ ca: [...authoritiesOfNode(extra), ...own], allowPartialTrustChain: true });
}

/** Node cannot list the authorities of OpenSSL. A context that names none trusts them, and takes more one by one. */
function besideOpenssl(certificates: readonly string[]): tls.SecureContext {
  const trusted = tls.createSecureContext({ allowPartialTrustChain: true });
  const { context } = trusted as { readonly context: { addCACert(pem: string): void } };
  for (const one of certificates) context.addCACert(one);
  return trusted;
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

const wrongFile = (problem: string): CliError =>
  new CliError('usage', `${problem}.`, {
    field: '--ca-file',
    hint: 'Pass a PEM file. To convert one in DER: openssl x509 -inform der -in ca.der -out ca.pem',
  });
