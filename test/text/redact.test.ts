import { describe, expect, test } from 'vitest';
import { Secrets } from '../../src/text/redact.ts';

const canary = `ca/na+ry ~!'()*=é"\\`;

function secrets(...values: readonly string[]): Secrets {
  const all = new Secrets();
  for (const value of values) all.add(value);
  return all;
}

describe('every form of a secret is taken out', () => {
  const bytes = Buffer.from(canary, 'utf8');
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
  ])('%s', (_, form) => {
    const text = secrets(canary).removeFrom(`before ${form} after ${form}.`);
    expect(text).toMatch(/^before \*\*\*=* after \*\*\*=*\.$/);
  });
});

test('a secret that begins like another one does not leave its end behind', () => {
  expect(secrets('abc', 'abcdef').removeFrom('abcdef abc')).toBe('*** ***');
  expect(secrets('abcdef', 'abc').removeFrom('abcdef abc')).toBe('*** ***');
});

test('text without a secret stays as it is, and an empty secret takes out nothing', () => {
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

test('a message loses the secrets as well', () => {
  expect(secrets('s3cret').removeFromMessage('s3cret and token=other')).toBe('*** and token=***');
});
