import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../support/run.ts';
import { isThorough, sampled } from '../../support/thorough.ts';
import { exactly, type Product, serveShop, storeOf } from '../product-store.ts';

/**
 * Imports each day's file of one feed into a store with an exact search.
 * @param options of each day, or another command
 */
async function importDays(
  days: readonly string[],
  options: readonly string[] = [],
  onDay = (_: Product[]) => {},
  products: Product[] = [],
) {
  const { ask, write } = await serveShop('', storeOf(products, undefined, { finds: exactly }));
  const runs: Outcome[] = [];
  for (const [at, rows] of days.entries()) {
    await write('in.csv', `sku,ean,name\n${rows}\nLAST,,Last\n`);
    if (at > 0) onDay(products);
    const more = options[at] ?? '';
    const command = more.startsWith('imports') ? more : `products import in.csv ${more}`;
    runs.push(await ask(`${command} --json`));
  }
  const said = runs.map(({ err }) => err.replaceAll('\\"', '"'));
  return {
    products,
    codes: runs.map(({ code }) => code),
    reports: runs.map(({ out }) => JSON.parse(out)),
    said,
    shown: (await ask('imports show -o table')).out,
    err: said.at(-1) ?? '',
  };
}

const ean = '4006381333931';

describe('A row of a feed whose key has changed', () => {
  sampled(3).each([
    ['case', 'Mug-1,,Mug', 'MUG-1,,Mug', '"Mug-1"'],
    ['zeros in front', '007,,Mug', '7,,Mug', '"007"'],
    ['Unicode form', 'e\u0301,,Mug', '\u00e9,,Mug', 'product 1'],
    ['an SKU beside its EAN', `,${ean},Mug`, `MUG,${ean},Mug`, `"${ean}"`],
    ['the SKU beside its EAN', `A,${ean},Mug`, `B,${ean},Mug`, '"A"'],
  ])('by %s is named with both keys, and not sent on that day or the next', async (_, before, after, named) => {
    const { products, codes, reports, shown, err } = await importDays([before, after, after]);
    expect({ codes, count: products.length, report: reports[1] }).toMatchObject({
      ...{ codes: [0, 7, 7], count: 2 },
      report: {
        ...{ uncertain: 0, notSent: 1, stopped: null },
        problems: [{ line: 2, outcome: 'notSent', message: expect.stringContaining(named) }],
      },
    });
    expect(err).toContain('Warning: 1 row may be a product that the store has under another key, and is not sent');
    expect(shown).toContain('not sent');
    expect(shown).not.toContain('notSent');
  });

  test.runIf(isThorough)(
    'is forecast by a dry run and a plan, and applying the plan says the same as an import',
    async () => {
      const after = 'MUG-1,,Mug\nNEW,,New';
      const { codes, reports, said } = await importDays(
        ['Mug-1,,Mug', ...Array(5).fill(after)],
        ['', '--dry-run', '--save-plan p.plan', 'imports apply p.plan --dry-run', 'imports apply p.plan', ''],
      );
      expect({
        codes,
        counts: reports.map(({ wouldCreate, created, uncertain, notSent }) => [
          ...[wouldCreate ?? created, uncertain, notSent],
        ]),
        problems: reports.slice(4).map(({ problems }) => problems.length),
      }).toEqual({
        codes: [0, 0, 0, 0, 7, 7],
        counts: [[2, 0, 0], ...Array(4).fill([1, 0, 1]), [0, 0, 1]],
        problems: [1, 1],
      });
      for (const err of said.slice(1)) {
        expect(err).toContain('Warning: 1 row may be a product that the store has under another key, and is not sent.');
        expect(err).toContain(
          'line 2, "MUG-1": not sent: product 1 has the SKU "Mug-1", and may be the same: if it is another, ',
        );
      }
      expect(said.map((err) => /if it is another, ([^\n"]+)/.exec(err)?.[1])).toEqual([
        ...[undefined, 'add --full', 'add --full'],
        ...['make a new plan with --full', 'make a new plan with --full', 'add --full'],
      ]);
    },
  );

  test('is sent by a plan that was made with --full', async () => {
    const { codes, products } = await importDays(
      ['Mug-1,,Mug', 'MUG-1,,Mug', 'MUG-1,,Mug'],
      ['', '--full --save-plan p.plan', 'imports apply p.plan'],
    );
    expect([codes, products.map(({ sku }) => sku)]).toEqual([
      [0, 0, 0],
      ['Mug-1', 'LAST', 'MUG-1'],
    ]);
  });

  test.runIf(isThorough)('is sent with --full, or when the other product is gone', async () => {
    const days = ['Mug-1,,Mug', 'MUG-1,,Mug'];
    expect((await importDays(days, ['', '--full'])).codes).toEqual([0, 0]);
    const gone = await importDays(days, [], (products) => void products.shift());
    expect([gone.codes, gone.products.map(({ sku }) => sku)]).toEqual([
      [0, 0],
      ['LAST', 'MUG-1'],
    ]);
  });

  test('is sent where both keys are rows of the file', async () => {
    const { codes, products } = await importDays(['a,,A', 'a,,A\nA,,B']);
    expect([codes, products.length]).toEqual([[0, 0], 3]);
  });

  test('is sent where the product with its EAN is another row of the file', async () => {
    const { codes, products } = await importDays([`A,${ean},Mug`, `A,${ean},Mug\nB,${ean},Mug`]);
    expect([codes, products.length]).toEqual([[0, 0], 3]);
  });
});

describe('A row whose key is almost that of a product that no import knows', () => {
  const bell = (): Product[] => [{ productId: 9, sku: 'BEL-001', name: 'Bell' }];
  const days = Array(3).fill('bel-001,,Bell');
  const options = ['--dry-run', '--save-plan p.plan', 'imports apply p.plan'];
  const warning =
    'Warning: 1 row has almost the same key as a product in the store, and is sent anyway: line 2, "bel-001" (product 9 has "BEL-001").';

  test('is sent, after one warning, which the dry run and the plan give too', async () => {
    const { codes, said, products } = await importDays(days, options, undefined, bell());
    expect({ codes, warnings: said.map((err) => err.split(warning).length - 1) }).toEqual({
      ...{ codes: [0, 0, 0], warnings: [1, 1, 1] },
    });
    expect(products.map(({ sku }) => sku)).toEqual(['BEL-001', 'bel-001', 'LAST']);
  });

  test('is not warned of where it is held back, or where both keys are rows of the file', async () => {
    const held = await importDays(['Mug-1,,Mug', 'MUG-1,,Mug', 'MUG-1,,Mug'], ['', '--dry-run']);
    const both = await importDays(['bel-001,,Bell\nBEL-001,,Bell'], [], undefined, bell());
    expect([...held.said, ...both.said].join('')).not.toContain('almost the same key as a product');
    expect(both.products.map(({ sku }) => sku)).toEqual(['BEL-001', 'bel-001', 'LAST']);
  });
});
