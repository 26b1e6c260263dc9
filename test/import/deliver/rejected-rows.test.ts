import { describe, expect, test } from 'vitest';
import { messageOf } from '../../support/run.ts';
import { json, withStore } from '../../support/store.ts';
import { catalogue, type Product, posts, storeOf, withFile } from '../product-store.ts';

describe('rows that the store refuses', () => {
  test('409 or "exists" is looked up: the row exists, or is rejected', async () => {
    const products: Product[] = [];
    await withFile(catalogue(3), async (run) => {
      await withStore(
        storeOf(products, (sku) =>
          sku === 'S-1' ? { status: 409, creates: true } : { status: sku === 'S-2' ? 409 : 201 },
        ),
        async (store) => {
          const { code, out } = await run(store);
          expect({ code, report: JSON.parse(out) }).toMatchObject({
            code: 7,
            report: { created: 1, existing: 1, rejected: 1 },
          });
        },
      );
    });
  });

  test.each([
    ['half of a surrogate pair', '\ud800 no'],
    ['an emoji where the message is cut', `${'x'.repeat(499)}😀`],
    ['NUL', 'a\u0000b'],
  ])('a refusal with %s does not end the program', async (_, message) => {
    await withFile(catalogue(25), async (run) => {
      const answers = storeOf([], () => ({ status: 201 }));
      await withStore(
        (request, response, count) =>
          request.method === 'POST' ? json(response, 422, { message }) : answers(request, response, count),
        async (store) => {
          const { code, out } = await run(store);
          const { rejected, problems } = JSON.parse(out);
          expect({ code, rejected, listed: problems.length }).toEqual({ code: 5, rejected: 20, listed: 20 });
        },
      );
    });
  });

  test('--max-errors stops safely, and the rest is not sent', async () => {
    await withFile(catalogue(9), async (run) => {
      await withStore(
        storeOf([], (sku) => ({ status: sku === 'S-0' ? 201 : 422 })),
        async (store) => {
          const { code, out, err } = await run(store, '--max-errors 2');
          expect({
            code,
            report: JSON.parse(out),
            hasMessage: err.includes('3 rows rejected, over the limit of --max-errors 2.'),
          }).toMatchObject({ code: 8, report: { created: 1, rejected: 3, notSent: 5 }, hasMessage: true });
        },
      );
    });
  });

  test('a run that created nothing is retried as a whole', async () => {
    await withFile(catalogue(25), async (run) => {
      let refuses = true;
      const answers = storeOf([], () => ({ status: 201 }));
      await withStore(
        (request, response, count) =>
          refuses && request.method === 'POST'
            ? json(response, 422, { message: 'closed' })
            : answers(request, response, count),
        async (store) => {
          const first = await run(store);
          refuses = false;
          const second = await run(store);
          expect([first.code, second.code, JSON.parse(second.out).created]).toEqual([5, 0, 25]);
        },
      );
    });
  });
});

describe('a store that answers nothing but 429', () => {
  const slowDown = /The store shop\.test has refused every request for 15/;

  test('from the first row on stops the import safely', async () => {
    await withFile(catalogue(3), async (run) => {
      let isSlow = false;
      const answers = storeOf([], () => ({ status: 201 }));
      await withStore(
        (request, response, count) => {
          isSlow ||= request.method === 'POST';
          if (isSlow) json(response, 429, { message: 'slow down' });
          else answers(request, response, count);
        },
        async (store, seen) => {
          const { code, out, err } = await run(store);
          const { created, uncertain, notSent } = JSON.parse(out);
          expect({
            code,
            sum: created + uncertain + notSent,
            hasMessage: /has refused every request for 15/.test(err),
            few: seen.length < 1000,
          }).toEqual({ ...{ code: 8, sum: 3, hasMessage: true, few: true } });
        },
      );
    });
  });

  test('before the first row ends it, and nothing was sent', async () => {
    await withFile(catalogue(3), async (run) => {
      const answers = storeOf([{ productId: 1, sku: 'OTHER', name: 'x' }], () => ({ status: 201 }));
      await withStore(
        (request, response, count) => {
          if (request.query.get('limit') === '100' && !request.query.has('filter[search]'))
            json(response, 429, { message: 'slow down' });
          else answers(request, response, count);
        },
        async (store, seen) => {
          const { code, err } = await run(store);
          expect({ code, hasMessage: slowDown.test(messageOf(err)), posts: posts(seen) }).toEqual({
            code: 6,
            hasMessage: true,
            posts: 0,
          });
        },
      );
    });
  });
});

test('a store with too long a Retry-After stops the import safely', async () => {
  const products: Product[] = [];
  await withFile(catalogue(5), async (run) => {
    await withStore(
      storeOf(products, (sku) =>
        sku === 'S-2' ? { status: 429, headers: { 'retry-after': '7200' } } : { status: 201 },
      ),
      async (store) => {
        const { code, out, err } = await run(store, '--max-wait 10m');
        expect({
          code,
          report: JSON.parse(out),
          hasMessage: /The store shop\.test asks to wait 2 h/.test(err),
        }).toMatchObject({ code: 8, report: { created: 2, uncertain: 1, notSent: 2 }, hasMessage: true });
      },
    );
  });
});

test('a store with too long a Retry-After for the last row leaves no rows that were not sent to name', async () => {
  await withFile(catalogue(3), async (run) => {
    await withStore(
      storeOf([], (sku) => (sku === 'S-2' ? { status: 429, headers: { 'retry-after': '7200' } } : { status: 201 })),
      async (store) => {
        const { code, err } = await run(store, '--max-wait 10m');
        expect([code, err.includes('0 rows'), err.includes('Rerun the command to continue import 1.')]).toEqual([
          ...[8, false, true],
        ]);
      },
    );
  });
});
