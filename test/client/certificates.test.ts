import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ServerOptions } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificate } from '../support/certificates.ts';
import { sampled } from '../support/thorough.ts';
import { authority, serveTlsStore } from '../support/tls-store.ts';

const names = ['shop.test'];
const intermediate = certificate('Example Intermediate CA', { issuer: authority });
const fingerprintOf = ({ cert }: { readonly cert: string }): string => new X509Certificate(cert).fingerprint256;

const selfSigned = certificate('shop.test', { names });
const expired = certificate('shop.test', { names, until: '2026-01-31', issuer: authority });
const early = certificate('shop.test', { names, from: '2045-03-01', issuer: authority });
const other = certificate('other', { names: ['other.test', 'www.other.test'], issuer: authority });
const many = certificate('many', { names: [...'abcdefgh'].map((letter) => `${letter}.test`), issuer: authority });
const byIntermediate = certificate('shop.test', { names, issuer: intermediate });
const byStore = certificate('shop.test', { names, issuer: other });
const oldAuthority = certificate('Old Root CA', { until: '2025-06-30' });
const byOld = certificate('shop.test', { names, issuer: oldAuthority });
const hostile = certificate('shop.test', { names, issuer: certificate('\u001b[2JEvil\u202e CA') });

const chain = (...all: readonly { readonly cert: string; readonly key: string }[]): ServerOptions => ({
  cert: all.map(({ cert }) => cert).join(''),
  key: all[0]?.key,
});

const weak = certificate('shop.test', { names, issuer: authority, rsaBits: 768 });

describe('a certificate that cannot be trusted ends the command after one request, with exit code 5, and the message says', () => {
  const cases: readonly (readonly [title: string, server: ServerOptions, problem: string, hint: RegExp])[] = [
    ['since when it is expired', chain(expired), 'expired on 2026-01-31.', /Renew it/],
    ['from when it is valid', chain(early), 'is not valid before 2045-03-01.', /clock/],
    ['which hosts it is for', chain(other), 'is for other names: other.test, www.other.test.', /store URL/],
    [
      'the first of many hosts',
      chain(many),
      'is for other names: a.test, b.test, c.test, d.test, e.test and 3 more.',
      /store URL/,
    ],
    [
      'that an RSA key is too short',
      { ...weak, ciphers: 'DEFAULT@SECLEVEL=0' },
      'has a key of 768 bits, which is too short.',
      /2048 bits or more/,
    ],
    [
      'that an intermediate certificate is missing',
      chain(byIntermediate),
      'cannot be verified: the certificate of its issuer "Example Intermediate CA" is missing.',
      /server must send it.*--ca-file/,
    ],
    [
      'that it was issued by what is no authority',
      chain(byStore, other),
      'is not valid (INVALID_PURPOSE).',
      /Replace it/,
    ],
  ];
  sampled(3).each(cases)('what is wrong with it: %s', async (_, server, problem, hint) => {
    const { run, seen } = await serveTlsStore(server);
    const { code, err } = await run('products get 1 --ca-file ca.pem');
    expect([code, err.split('\n'), seen.requests]).toEqual([
      5,
      [`Error: The certificate of shop.test ${problem}`, expect.stringMatching(hint), ''],
      0,
    ]);
  });

  test('that it is self-signed, with its fingerprint', async () => {
    const { run } = await serveTlsStore(chain(selfSigned));
    expect(await run('products get 1')).toEqual({
      code: 5,
      out: '',
      err: `Error: The certificate of shop.test is self-signed.\nIf it is yours, save it to a file and pass --ca-file <file>.\nIts SHA-256 fingerprint: ${fingerprintOf(selfSigned)}\n`,
    });
  });

  test('which authority is not trusted, with its fingerprint', async () => {
    const { run } = await serveTlsStore(chain(byIntermediate, intermediate, authority));
    const { err } = await run('products get 1');
    expect(err.split('\n')).toEqual([
      'Error: The certificate of shop.test was issued by "Example Root CA", which is not trusted.',
      expect.stringContaining('--ca-file'),
      `Its SHA-256 fingerprint: ${fingerprintOf(authority)}`,
      '',
    ]);
  });

  test('which authority has expired', async () => {
    const { run, directory } = await serveTlsStore(chain(byOld));
    await writeFile(join(directory, 'old.pem'), oldAuthority.cert);
    expect((await run('products get 1 --ca-file old.pem')).err).toContain(
      'Error: The certificate of shop.test is not valid: that of its issuer "Old Root CA" expired on 2025-06-30.\n',
    );
  });

  test('names of certificates with escapes', async () => {
    const { run } = await serveTlsStore(chain(hostile));
    expect((await run('products get 1')).err).toContain('"\\1B[2JEvil\\u{202e} CA"');
  });
});

describe('--ca-file', () => {
  const whole = chain(byIntermediate, intermediate);
  const trusted: readonly (readonly [title: string, server: ServerOptions, file: string])[] = [
    ['the root, with text around it', whole, `# Example\n\n${authority.cert}\n# end\n`],
    ['the root in a bundle with others', whole, oldAuthority.cert + other.cert + authority.cert],
    ['Windows line ends', whole, authority.cert.replaceAll('\n', '\r\n')],
    ['the intermediate that the server does not send', chain(byIntermediate), intermediate.cert + authority.cert],
    ['the intermediate alone', chain(byIntermediate), intermediate.cert],
    ['the self-signed certificate of the store', chain(selfSigned), selfSigned.cert],
    ['the certificate of the store, whoever issued it', chain(byIntermediate), byIntermediate.cert],
  ];
  sampled(3).each(trusted)('may name a file with %s', async (_, server, file) => {
    const { run, directory } = await serveTlsStore(server);
    await writeFile(join(directory, 'own.pem'), file);
    expect(await run('products get 1 -q --ca-file own.pem')).toEqual({ code: 0, out: '1\n', err: '' });
  });

  const convert = 'Pass a PEM file. To convert one in DER: openssl x509 -inform der -in ca.der -out ca.pem';
  const wrong: readonly (readonly [title: string, file: string, message: string])[] = [
    ['empty', '', 'No certificate in own.pem.'],
    ['a key', authority.key, 'No certificate in own.pem.'],
    ['in DER', '0\u0082\u0001\u0000', 'No certificate in own.pem.'],
    ['damaged', authority.cert + authority.cert.replace('MII', 'XII'), 'A certificate in own.pem is damaged.'],
    ['cut off', authority.cert.slice(0, 300), 'A certificate in own.pem is damaged.'],
  ];
  test.each(wrong)('that is %s is refused before anything is sent', async (_, file, message) => {
    const { run, directory, seen } = await serveTlsStore();
    await writeFile(join(directory, 'own.pem'), file);
    const { code, err } = await run('products get 1 --ca-file own.pem');
    expect([code, err, seen.connections]).toEqual([2, `Error: ${message}\n${convert}\n`, 0]);
  });

  test.each([
    ['absent', 'none.pem', 'Error: File not found: none.pem.\n'],
    ['a directory', '.', 'Error: '],
  ])('names a file that is %s: the message says so', async (_, file, message) => {
    const { run } = await serveTlsStore();
    const { code, err } = await run(`products get 1 --ca-file ${file}`);
    expect([code, err.startsWith(message)]).toEqual([2, true]);
  });
});

test('an address that the certificate lists as a DNS name is said not to count', async () => {
  const listed = certificate('shop', { names: ['shop.test'], dnsNames: ['127.0.0.1'], issuer: authority });
  const { run } = await serveTlsStore(chain(listed), { name: '127.0.0.1' });
  const { code, err } = await run('products get 1 --ca-file ca.pem');
  expect([code, err.split('\n')[0]]).toEqual([
    5,
    'Error: The certificate of 127.0.0.1 lists the address 127.0.0.1 as a DNS name, which does not count.',
  ]);
});
