import { describe, expect, test } from 'vitest';
import { Secrets } from '../../src/text/redact.ts';
import { isThorough } from '../support/thorough.ts';

const canary = `ca/na+ry ~!'()*=é"\\`;

function secrets(...values: readonly string[]): Secrets {
  const all = new Secrets();
  for (const value of values) all.add(value);
  return all;
}

describe('every form of a secret is removed', () => {
  const bytes = Buffer.from(canary, 'utf8');
  const escapedAs = (encode: (character: string) => string) => [...canary].map(encode).join('');
  const strictly = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  const percentAll = [...bytes].map((byte) => `%${byte.toString(16)}`).join('');
  const html = canary.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  test.each([
    ['raw', canary],
    ['percent-encoded', encodeURIComponent(canary)],
    ['percent-encoded in lower case', encodeURIComponent(canary).replace(/%../g, (code) => code.toLowerCase())],
    ['as encodeURI writes it', encodeURI(canary)],
    ['form-encoded', new URLSearchParams({ token: canary }).toString().slice('token='.length)],
    ['base64', bytes.toString('base64')],
    ['base64 without padding', bytes.toString('base64').replace(/=+$/, '')],
    ['base64url', bytes.toString('base64url')],
    ['hex', bytes.toString('hex')],
    ['hex in capitals', bytes.toString('hex').toUpperCase()],
    ['JSON', JSON.stringify(canary).slice(1, -1)],
    ['JSON with escaped slashes', JSON.stringify(canary).slice(1, -1).replaceAll('/', '\\/')],
    ['JSON in JSON', JSON.stringify(JSON.stringify(canary)).slice(3, -3)],
    ['JSON in ASCII', escapedAs((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)],
    ['as a client sends it in a query', strictly(canary)],
    ['percent-encoded in every character', percentAll],
    ['percent-encoded twice', encodeURIComponent(strictly(canary))],
    ['percent-encoded in every character twice', percentAll.replaceAll('%', '%25')],
    ['percent-encoded in HTML', strictly(canary).replaceAll('%', '&#37;')],
    ['HTML', html],
    ['HTML in HTML', html.replaceAll('&', '&amp;')],
    ['HTML with decimal references', escapedAs((character) => `&#${character.codePointAt(0)};`)],
    ['HTML with hexadecimal references', escapedAs((character) => `&#x00${character.codePointAt(0)?.toString(16)};`)],
    ['HTML with named references', canary.replaceAll('/', '&sol;').replaceAll('*', '&ast;').replaceAll('(', '&lpar;')],
    ['hex escapes', escapedAs((character) => `\\x${character.charCodeAt(0).toString(16)}`)],
    ['base64, percent-encoded', encodeURIComponent(bytes.toString('base64').replace(/=+$/, ''))],
  ])('where the secret is written %s', (_, form) => {
    const text = secrets(canary).removeFrom(`before ${form} after ${form}.`);
    expect(text).toMatch(/^before \*\*\*=* after \*\*\*=*\.$/);
  });
});

test.each([0, 1, 2, 3, 4, 5])(
  'base64 of a longer text that has %d characters before a secret loses all of it',
  (length) => {
    const secret = 'canary-7Kq/p+2&z*~?>';
    for (const encoding of ['base64', 'base64url'] as const) {
      for (const after of ['', '&', '&l', '&limit=5']) {
        const form = Buffer.from(`${'?token='.slice(0, length)}${secret}${after}`).toString(encoding);
        const left = secrets(secret).removeFrom(form);
        const decoded = Buffer.from(left.replace('***', ''), 'base64').toString('latin1');
        expect([left.includes('***'), left.length < 24]).toEqual([true, true]);
        expect(decoded).not.toMatch(/anary|~\?/);
      }
    }
  },
);

test('a secret that begins like another one does not leave its end behind', () => {
  expect(secrets('abc', 'abcdef').removeFrom('abcdef abc')).toBe('*** ***');
  expect(secrets('abcdef', 'abc').removeFrom('abcdef abc')).toBe('*** ***');
});

test('text without a secret is unchanged, and an empty secret removes nothing', () => {
  expect(secrets(canary, '').removeFrom('ordinary text, token=x')).toBe('ordinary text, token=x');
  expect(new Secrets().removeFrom('text')).toBe('text');
});

test.each([
  [
    'GET http://shop.example/api/v2/products?token=abc&limit=5',
    'GET http://shop.example/api/v2/products?token=***&limit=5',
  ],
  ['<a href="/x?limit=5&token=abc">', '<a href="/x?limit=5&token=***">'],
  ['(see ?token=abc)', '(see ?token=***)'],
  ['TOKEN=abc, Token%3Dabc', 'TOKEN=*** Token%3D***'],
  ['token=', 'token='],
  ['the token is refused', 'the token is refused'],
])('a message %j is shown as %j', (message, shown) => {
  expect(secrets(canary).removeFromMessage(message)).toBe(shown);
});

test.each(['?token=ab"cd', '?token=ab\\', '?token=ab\\"cd', '?token=\n"x', 'token=\\\\"'])(
  'JSON with the message %j stays JSON',
  (message) => {
    const shown = JSON.parse(secrets(canary).removeFromMessage(JSON.stringify({ message, more: 1 })));
    expect(shown).toEqual({ message: expect.stringContaining('token='), more: 1 });
  },
);

test('a message loses the secrets as well', () => {
  expect(secrets('s3cret').removeFromMessage('s3cret and token=other')).toBe('*** and token=***');
});

test.each(['%', '%25', '\\', '&amp;', '&#0', '&', 'c', 'ca/', 'ca%2fna', '0', 'Y2', '+', ' '])(
  'a megabyte of %s is searched for secrets only once',
  (part) => {
    const text = part.repeat(2 ** 20 / part.length);
    expect(secrets(canary).removeFromMessage(text)).toBe(text);
  },
);

test('a secret of any length, and any number of them, is removed as a whole', () => {
  const long = Array.from({ length: isThorough ? 4000 : 60 }, (_, at) => (at * 7919).toString(36)).join('-');
  const many = Array.from({ length: isThorough ? 300 : 40 }, (_, at) => `secret-${at}-7Kq/p`);
  const all = secrets(long, ...many);
  const text = `${long} ${encodeURIComponent(many.at(-1) ?? '')} ${many.join(' ')}`;
  expect(all.removeFrom(text).replace(/\*+/g, '*')).toBe(
    Array(many.length + 2)
      .fill('*')
      .join(' '),
  );
});
