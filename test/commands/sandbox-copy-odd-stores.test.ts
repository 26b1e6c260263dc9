import { describe, expect, test } from 'vitest';
import { canary } from '../support/run.ts';
import { type Behaviour, json, serveStore } from '../support/store.ts';
import { inCopyOf, listing, product, products, type Records, said } from '../support/twin.ts';

describe('a copy of a store that', () => {
  /** The records of the copy, and what was said between the first line and the last two. */
  async function copied(
    behaviour: Behaviour,
    options: { readonly hasBaskets?: boolean } = {},
  ): Promise<{ readonly code: number; readonly records: readonly string[]; readonly said: string }> {
    const answer: Behaviour = (request, response, count) =>
      request.path.endsWith('/baskets') && !options.hasBaskets
        ? json(response, 200, [])
        : behaviour(request, response, count);
    const store = await serveStore(answer);
    const { code, err, found } = await inCopyOf(store, (run) => run('products list --all -o ndjson'));
    return {
      code,
      records: found?.out.split('\n').filter(Boolean) ?? [],
      said: said(err)
        .replace(/^Copying .*\n/, '')
        .replace(/(^|\n)Copied [\s\S]*/, '$1'),
    };
  }
  const serving =
    (...listings: Parameters<typeof listing>): Behaviour =>
    (request, response) =>
      json(response, 200, listing(...listings)(request));
  const asText = (records: readonly Records[]): readonly string[] => records.map((record) => JSON.stringify(record));

  test('counts each page alone is refused: its products would be missing in the copy', async () => {
    const all = products(70);
    const found = await copied((request, response) => {
      const page = listing(all, { cap: 20 })(request) as { data: unknown[] };
      json(response, 200, { numRows: page.data.length, data: page.data });
    });
    expect([found.code, found.records, found.said]).toEqual([5, [], expect.stringContaining('is inconsistent')]);
  });

  test('ignores paging, is whole', async () => {
    const all = products(130);
    const found = await copied((_, response) => json(response, 200, { numRows: 130, data: all }));
    expect(found).toEqual({ code: 0, records: asText(all), said: '' });
  });

  test('refuses an offset behind the last product, and has no list of baskets, is whole', async () => {
    const all = products(100);
    const found = await copied(
      (request, response) => {
        if (request.path.endsWith('/baskets')) json(response, 404, {});
        else if (request.query.get('offset') === '100') json(response, 400, {});
        else json(response, 200, listing(all)(request));
      },
      { hasBaskets: true },
    );
    expect(found).toEqual({
      code: 0,
      records: asText(all),
      said: 'Skipped the baskets: the store does not list them (404).\n',
    });
  });

  test('has variants shows the first of each as its main product, and finds all by their codes', async () => {
    const all = [
      ...[product(1, { sku: 'A' }), product(2, { uprid: '2{3}1', stockId: 11, sku: 'B-1' })],
      ...[product(2, { uprid: '2{3}2', stockId: 12, sku: 'B-2' }), product(3, { sku: 'C' })],
    ];
    const store = await serveStore(serving(all));
    const lines = ['--main-only', '', '--sku B-2', '--sku C', '--sku B'];
    const { found } = await inCopyOf(store, (run) =>
      Promise.all(lines.map((line) => run(`products list --fields uprid -o csv ${line}`))),
    );
    expect(found?.map(({ out }) => out.split('\n').slice(1, -1))).toEqual([
      ...[['1', '2{3}1', '3'], ['1', '2{3}1', '2{3}2', '3'], ['2{3}2'], ['3'], []],
    ]);
  });

  test('counts more than it lists, or lists a product twice, is refused', async () => {
    const all = products(120);
    const [counted, twice] = [
      await copied(serving(all, { numRows: 125 })),
      await copied(serving([...all, ...all.slice(0, 4)])),
    ];
    const inconsistent = (why: string): string =>
      'The copy is not complete: nothing of it is kept.\n' +
      `Error: The list from shop.test is inconsistent: ${why}.\n` +
      'The output is incomplete. Retry when the store is not being changed.\n';
    expect([counted, twice]).toEqual([
      { code: 5, records: [], said: inconsistent('the store counts 125 records, but returned 120') },
      { code: 5, records: [], said: inconsistent('the page at 100 repeats records') },
    ]);
  });

  test('gets products while it is copied has each once', async () => {
    const all = products(250);
    const added = product(7, { name: 'Added' });
    let reads = 0;
    const found = await copied((request, response) =>
      json(response, 200, listing(reads++ < 2 ? all : [added, ...all])(request)),
    );
    expect([found.code, found.records]).toEqual([0, asText(all)]);
  });

  test('asks to wait is waited for, and after a reset or an outage in the middle the page is read again', async () => {
    const all = products(350);
    let failures = 0;
    const found = await copied((request, response) => {
      if (request.query.get('offset') !== '200' || ++failures > 3) return json(response, 200, listing(all)(request));
      if (failures === 1) return json(response, 429, {}, { 'retry-after': '30' });
      if (failures === 2) return void response.socket?.destroy();
      return json(response, 503, {});
    });
    expect(found).toEqual({ code: 0, records: asText(all), said: expect.stringContaining('300 of 350') });
  });

  test('echoes the token in its records leaves none of it in the copy', async () => {
    const all = [product(1, { urlAbs: `https://shop.example/?token=${encodeURIComponent(canary)}`, [canary]: canary })];
    const found = await copied(serving(all));
    expect(found.records).toEqual([
      JSON.stringify(product(1, { urlAbs: 'https://shop.example/?token=***', '***': '***' })),
    ]);
  });

  test('has products without a numeric ID leaves these out, and says so', async () => {
    const found = await copied(serving([product(1), { uprid: 'x', name: 'Odd' }]));
    expect([found.records, found.said]).toEqual([
      asText([product(1)]),
      'Skipped 1 record: products without a numeric ID, or baskets without their products.\n',
    ]);
  });
});
