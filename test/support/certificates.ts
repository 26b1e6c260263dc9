import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its key, as servers take them. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

interface CertificateOptions {
  /** DNS names and IP addresses; without any it is the certificate of an authority. */
  readonly names?: readonly string[];
  readonly from?: string;
  readonly until?: string;
  /** More DNS names, which may look like addresses. */
  readonly dnsNames?: readonly string[];
  /** For an RSA key of this length, in place of one on P-256. */
  readonly rsaBits?: number;
  /** Self-signed without one. */
  readonly issuer?: Issuer;
}

interface Issuer extends Certified {
  readonly name: string;
}

/** Makes a certificate (RFC 5280) with a new key. */
export function certificate(
  name: string,
  { names = [], dnsNames = [], from = '2020-01-01', until = '2049-12-31', issuer, rsaBits }: CertificateOptions = {},
): Issuer {
  const { privateKey, publicKey } =
    rsaBits === undefined
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: rsaBits });
  const signer: KeyObject = issuer ? createPrivateKey(issuer.key) : privateKey;
  const content = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    distinguished(issuer?.name ?? name),
    sequence(utcTime(from), utcTime(until)),
    distinguished(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(names.length === 0 ? forAuthorities : alternativeNames(names, dnsNames))),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', content, signer)]));
  return {
    name,
    cert: pem('CERTIFICATE', sequence(content, ecdsaWithSha256, signature)),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** DER (X.690): a tag, the length, the content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const identifier = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));

const distinguished = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(identifier('550403'), tagged(0x0c, Buffer.from(name)))));

const utcTime = (date: string): Buffer =>
  tagged(0x17, Buffer.from(`${new Date(date).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`));

const extension = (id: string, content: Buffer): Buffer => sequence(identifier(id), tagged(0x04, content));

/** Basic constraints: it may issue others. */
const forAuthorities = extension('551d13', sequence(tagged(0x01, Buffer.of(0xff))));

const alternativeNames = (names: readonly string[], dnsNames: readonly string[]): Buffer =>
  extension(
    '551d11',
    sequence(...names.map((name) => (isIP(name) ? address(name) : dnsName(name))), ...dnsNames.map(dnsName)),
  );

const dnsName = (name: string): Buffer => tagged(0x82, Buffer.from(name));

const address = (ip: string): Buffer =>
  tagged(0x87, ip === '::1' ? Buffer.concat([Buffer.alloc(15), Buffer.of(1)]) : Buffer.from(ip.split('.').map(Number)));

const pem = (label: string, der: Buffer): string =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;
