import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { CliError } from '../../errors.ts';

/**
 * Trusts the authorities of Node and the certificates in `--ca-file`. Each of these is enough by itself, as for curl and Go: a
 * root, an intermediate, or the certificate of the store.
 * @param text of the file
 * @param extra text of the file in NODE_EXTRA_CA_CERTS, which Node reads only for its own authorities
 * @throws CliError `usage`
 */
export function trustAlso(text: string, path: string, extra = ''): tls.SecureContext {
  const own = certificatesIn(text);
  if (own.length === 0) throw wrongFile(`${whatElse(text)} in ${path}`);
  const broken = own.findIndex((pem) => !isCertificate(pem));
  if (broken >= 0) throw wrongFile(`Certificate ${broken + 1} of ${own.length} in ${path} is damaged`);
  return tls.createSecureContext({ ca: [...authoritiesOfNode(extra), ...own], allowPartialTrustChain: true });
}

/** Since 22.15 Node names all that it trusts, with those of the system. */
function authoritiesOfNode(extra: string): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: 'default') => readonly string[] };
  return getCACertificates?.('default') ?? [...tls.rootCertificates, ...certificatesIn(extra).filter(isCertificate)];
}

/** One that is cut off has no end. */
const certificatesIn = (text: string): readonly string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]*(-----END CERTIFICATE-----)?/g) ?? [];

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function whatElse(text: string): string {
  const [, label] = /-----BEGIN ([A-Z\d ]{1,40})-----/.exec(text) ?? [];
  return label === undefined ? 'No certificate' : `A ${label.toLowerCase()}, but no certificate`;
}

const wrongFile = (problem: string): CliError =>
  new CliError('usage', `${problem}.`, {
    field: '--ca-file',
    hint: 'Pass a PEM file. To convert one in DER: openssl x509 -inform der -in ca.der -out ca.pem',
  });
