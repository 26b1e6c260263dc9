import { describe, expect, test } from 'vitest';
import { messageOf } from '../../support/run.ts';
import { type Behaviour, json } from '../../support/store.ts';
import { catalogue, created, importOnce, isList, serveShop, storeOf, tooLong } from '../product-store.ts';

/** A store that answers every creation so, as long as it says. */
const refusing =
  (status: number, body: object, refuses = () => true, usual = storeOf()): Behaviour =>
  (request, response, count) =>
    request.method === 'POST' && refuses() ? json(response, status, body) : usual(request, response, count);

describe('rows that the store refuses', () => {
  test('409 or "exists" is looked up: the row exists, or is rejected', async () => {
    const store = storeOf([], (sku) => ({ status: sku === 'S-0' ? 201 : 409, creates: sku !== 'S-2' }));
    const report = { created: 1, existing: 1, rejected: 1 };
    expect(await importOnce(catalogue(3), store)).toMatchObject({ code: 7, report });
  });

  test.each([
    ['half of a surrogate pair', '\ud800 no'],
    ['an emoji where the message is cut', `${'x'.repeat(499)}😀`],
    ['NUL', 'a\u0000b'],
  ])('a refusal with %s does not end the program', async (_, message) => {
    const { code, report } = await importOnce(catalogue(25), refusing(422, { message }));
    expect([code, report.rejected, report.problems.length]).toEqual([5, 20, 20]);
  });

  test('--max-errors stops safely, and the rest is not sent', async () => {
    const store = storeOf([], (sku) => ({ status: sku === 'S-0' ? 201 : 422 }));
    expect(await importOnce(catalogue(9), store, '--max-errors 2')).toMatchObject({
      code: 8,
      report: { created: 1, rejected: 3, notSent: 5 },
      err: expect.stringContaining('3 rows rejected, over the limit of --max-errors 2.'),
    });
  });

  test('a run that created nothing is retried as a whole', async () => {
    let refuses = true;
    const store = refusing(422, { message: 'closed' }, () => refuses);
    const { run } = await serveShop(catalogue(25), store);
    expect((await run()).code).toBe(5);
    refuses = false;
    expect(await run()).toMatchObject({ code: 0, report: { created: 25 } });
  });
});

describe('a store that answers nothing but 429', () => {
  const slowDown = /The store shop\.test has refused every request for 15/;
  const usual = storeOf([{ productId: 1, sku: 'OTHER', name: 'x' }]);

  test('from the first row on stops the import safely', async () => {
    let isSlow = false;
    const behaviour: Behaviour = (request, response, count) => {
      isSlow ||= request.method === 'POST';
      if (isSlow) json(response, 429, { message: 'slow down' });
      else usual(request, response, count);
    };
    const { run, seen } = await serveShop(catalogue(3), behaviour);
    const { code, report, err } = await run();
    expect([code, report.created + report.uncertain + report.notSent, seen.length < 1000]).toEqual([8, 3, true]);
    expect(err).toContain('has refused every request for 15');
  });

  test('before the first row ends it, and nothing was sent', async () => {
    const { code, err, posts } = await importOnce(catalogue(3), (request, response, count) => {
      if (isList(request)) json(response, 429, { message: 'slow down' });
      else usual(request, response, count);
    });
    expect([code, slowDown.test(messageOf(err)), posts]).toEqual([6, true, 0]);
  });
});

describe('a store with too long a Retry-After', () => {
  const store = () => storeOf([], (sku) => (sku === 'S-2' ? tooLong : created));

  test('stops the import safely', async () => {
    expect(await importOnce(catalogue(5), store(), '--max-wait 10m')).toMatchObject({
      code: 8,
      report: { created: 2, uncertain: 1, notSent: 2 },
      err: expect.stringContaining('The store shop.test asks to wait 2 h'),
    });
  });

  test('for the last row leaves no rows that were not sent to name', async () => {
    const { code, err } = await importOnce(catalogue(3), store(), '--max-wait 10m');
    expect([code, err.includes('0 rows'), err.includes('Rerun the command to continue import 1.')]).toEqual([
      ...[8, false, true],
    ]);
  });
});
