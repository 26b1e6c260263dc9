import { describe, expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { json, runAt, serveStore } from '../support/store.ts';

// What a reply that is no answer says, and to whom: the store, what is before it, or a row.

const challenge = '<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>';
const password = { 'www-authenticate': 'Basic realm="Staging"' };

describe('a page or a password on 401 and 403 is not about the token', () => {
  const firewall = (status: number) =>
    `Error: A firewall or another server in front of shop.test refused the request (${status})`;

  test.each([
    ['a challenge to browsers', answers(403, challenge, 'text/html'), `${firewall(403)}: "Just a moment..."`],
    ['a firewall', answers(401, '<h1>Access denied</h1>', 'text/html'), `${firewall(401)}: "Access denied"`],
    [
      'a password, with a page',
      answers(401, '<h1>401 Authorization Required</h1>', 'text/html', password),
      'Error: A server in front of shop.test requires a password (401): "401 Authorization Required"',
    ],
    [
      'a password, with nothing',
      answers(401, '', 'text/html', password),
      'Error: A server in front of shop.test requires a password (401).',
    ],
  ])('%s', async (_, behaviour, message) => {
    for (const line of ['products list', 'products create --sku A --price 1 --allow-duplicate']) {
      const { code, err } = await runAt(behaviour, line);
      const [said, ...hint] = err.split('\n');
      expect([code, said, hint.join(' ').includes('This is not about the token.')]).toEqual([5, message, true]);
    }
  });

  test.each([
    ['JSON', answers(401, { message: 'Invalid token' })],
    ['JSON, with a challenge of the API', answers(401, { message: 'Invalid' }, 'application/json', password)],
    ['nothing', answers(403, '')],
    ['words', answers(403, 'Forbidden', 'text/plain')],
  ])('but %s is', async (_, behaviour) => {
    const { code, err } = await runAt(behaviour, 'products list');
    expect([code, err.startsWith('Error: The store shop.test refused the token (40')]).toEqual([4, true]);
  });
});

describe('a time to wait that is longer than a minute is said', () => {
  test.each([
    [429, '3600', 'It asks to wait 1 h.\nRetry after that time.\n'],
    [503, '5400', 'It asks to wait 1 h 30 min.\nRetry after that time.\n'],
  ])('%i with Retry-After: %s', async (status, seconds, end) => {
    const { run, seen } = await serveStore((_, response) => json(response, status, {}, { 'retry-after': seconds }));
    const { code, err } = await run('products list');
    expect([code, err.endsWith(end), seen.length]).toEqual([6, true, 1]);
  });
});

describe('a limit in words, with status 200', () => {
  test.each([
    [{ error: 'Rate limit exceeded' }],
    [{ success: false, message: 'Too many requests, slow down' }],
    [{ numRows: 0, data: [], error: 'API request limit reached' }],
  ])('%j is a matter of waiting', async (body) => {
    const { code, err } = await runAt(answers(200, body), 'products list');
    expect([code, err.split('\n')[1]]).toEqual([5, 'Too many requests. Wait a moment, then retry.']);
  });
});

describe('a reply that is cut off', () => {
  test.each(['{"numRows":1,"data":[{"productId":206', '{"numRows":1,"data":[{"name":"La', '[', '{"a":1,'])(
    '%s has not reached us',
    async (text) => {
      const read = await runAt(answers(200, text), 'products list');
      expect([read.code, read.out]).toEqual([6, '']);
      expect(read.err).toContain('The reply from shop.test is cut off: it ends in the middle of its JSON.');
      const written = await runAt(answers(200, text), 'products create --sku A --price 1 --allow-duplicate');
      expect([written.code, written.err.includes('The outcome of the POST is unknown.')]).toEqual([10, true]);
    },
  );
});
