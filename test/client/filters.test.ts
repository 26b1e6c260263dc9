import { describe, expect, test } from 'vitest';
import { emptyStore } from '../support/replies.ts';
import { serveStore } from '../support/store.ts';

describe('the style of filters in a query', () => {
  const line =
    'products list --category 7 --recursive --manufacturer 3 --stock-from 1 --stock-to 9 --main-only --search lamp --limit 5 --offset 2 --language-id 6';
  const values = {
    categoryId: '7',
    recursiveCategories: 'true',
    manufacturerId: '3',
    stockFrom: '1',
    stockTo: '9',
    only_main_products: 'true',
    limit: '5',
    offset: '2',
  };
  const plain = Object.entries(values);
  const bracket = plain.map(([name, value]) => [`filter[${name}]`, value] as const);

  test.each([
    ['unset', {}, [...plain, ...bracket]],
    ['both', { SHOP_FILTER_STYLE: 'both' }, [...plain, ...bracket]],
    ['plain', { SHOP_FILTER_STYLE: 'plain' }, plain],
    ['bracket', { SHOP_FILTER_STYLE: 'bracket' }, bracket],
  ] as const)(
    'with SHOP_FILTER_STYLE %s sends each filter once per style, and search always in brackets',
    async (_, env, expected) => {
      const { run, seen } = await serveStore(emptyStore);
      expect((await run(line, { env })).code).toBe(0);
      const sent = [...(seen[0]?.query ?? [])]
        .filter(([name]) => name !== 'token')
        .map(([name, value]) => `${name}=${value}`);
      expect(sent.sort()).toEqual(
        [...expected.map(([name, value]) => `${name}=${value}`), 'filter[search]=lamp', 'acceptLanguageId=6'].sort(),
      );
    },
  );
});
