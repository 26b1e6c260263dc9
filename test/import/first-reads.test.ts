import { expect, test } from 'vitest';
import { answers, silent } from '../support/replies.ts';
import type { Behaviour } from '../support/store.ts';
import { catalogue, serveShop, storeOf } from './product-store.ts';

/** A store that answers its first requests so. */
const after = (count: number, first: Behaviour): Behaviour => {
  const store = storeOf();
  return (request, response, nth) => (nth <= count ? first : store)(request, response, nth);
};

test.each([
  ['asks to slow down', after(30, answers(429, {}))],
  ['asks to wait', after(2, answers(429, {}, 'application/json', { 'retry-after': '40' }))],
  ['fails', after(12, answers(500, {}))],
  ['is not available', after(40, answers(503, {}))],
  [
    'shows a maintenance page',
    after(12, answers(200, '<html><title>Wartungsarbeiten</title><body>Gleich zurück</body></html>', 'text/html')),
  ],
  ['finds its list the second time', after(1, answers(404, {}))],
])('an import begins once a store answers that %s at first', async (_, behaviour) => {
  const { run } = await serveShop(catalogue(2), behaviour);
  const { code, posts } = await run();
  expect([code, posts]).toEqual([0, 2]);
});

test.each([
  ['asks to slow down', answers(429, {}), 6, /has refused every request for .*: too many requests \(429\)/],
  ['fails', answers(500, {}), 6, /has given no clear answer for/],
  [
    'asks for a longer wait',
    answers(429, {}, 'application/json', { 'retry-after': '300' }),
    8,
    /asks to wait 5 min, longer than --max-wait/,
  ],
  ['has no such list', answers(404, {}), 3, /Not found/],
  ['refuses the token', answers(401, {}), 4, /refused the token/],
])('an import ends before it begins at a store that %s', async (_, behaviour, code, message) => {
  const { run } = await serveShop(catalogue(2), behaviour);
  const ended = await run('--max-wait 2m');
  expect([ended.code, ended.posts]).toEqual([code, 0]);
  expect(ended.err).toMatch(message);
});

test('a store that holds every read holds none longer than --max-wait', async () => {
  const { run } = await serveShop(catalogue(2), silent);
  const { code, posts, err } = await run('--max-wait 200ms');
  expect([code, posts]).toEqual([6, 0]);
  expect(err).toContain('did not answer in time');
});
