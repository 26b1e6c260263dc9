import { describe, expect, test } from 'vitest';
import { foldedCode } from '../../../src/text/codes.ts';
import type { RunOptions } from '../../support/run.ts';
import { isThorough, sampled } from '../../support/thorough.ts';
import { type Answer, created, exactly, type Product, serveShop, skusOf, storeOf } from '../product-store.ts';

/** The product is there, and the answer is lost. */
const lost: Answer = { status: 500, creates: true };
/** The answer has the product as it is in the store. */
const asKept: Answer = { status: 201, body: (product) => product };

interface Habits {
  /** What becomes of a SKU in the store. */
  readonly keeps?: (sku: string) => string;
  readonly answer?: (sku: string) => Answer;
  readonly finds?: (product: Product, sku: string) => boolean;
}

const lower = (sku: string): string => sku.toLowerCase();
/** A search that takes keys that are almost the same for one. */
const alike = ({ sku }: Product, search: string): boolean => foldedCode(sku) === foldedCode(search);
const fileOf = (skus: readonly string[]): string => `sku,name\n${skus.map((sku) => `${sku},x\n`).join('')}`;
const codes = (count: number, letter = 'A'): string[] => Array.from({ length: count }, (_, at) => `${letter}-${at}`);

/** Imports a file of these SKUs into an empty store that changes keys. */
async function shopOf(skus: readonly string[], { keeps = lower, answer = () => asKept, finds = exactly }: Habits = {}) {
  const products: Product[] = [];
  const shop = await serveShop(fileOf(skus), storeOf(products, answer, { keeps, finds }));
  return {
    ...shop,
    importAgain: (more = '', options: RunOptions = {}) => shop.run(`--concurrency 16 ${more}`, options),
    get kept() {
      return skusOf(products).toSorted();
    },
  };
}

const mayBe = (id: number, kept: string) => ({
  outcome: 'uncertain',
  message: `the store has "${kept}" (ID ${id}), which may be the same as this row`,
});

describe('a store that changes keys, loses every answer, and finds keys that are almost the same', () => {
  sampled(3).each<[string, string, (sku: string) => string, string]>([
    ['lower case', 'A-1', lower, 'a-1'],
    ['upper case', 'a-1', (sku) => sku.toUpperCase(), 'A-1'],
    ['no leading zeros', '0081', (sku) => sku.replace(/^0+/, ''), '81'],
    ['composed characters', 'e\u0301', (sku) => sku.normalize('NFC'), '\u00e9'],
    ['other hyphens', 'A-1', (sku) => sku.replace('-', '\u2011'), 'A\u20111'],
    ['other spaces', 'A 1', (sku) => sku.replace(' ', '\u00a0'), 'A\u00a01'],
    ['an invisible character', 'A-1', (sku) => `${sku}\u200b`, 'A-1\u200b'],
  ])('%s: it gets a row once, however many imports follow, and its product is named', async (_, sku, keeps, one) => {
    const shop = await shopOf([sku], { keeps, answer: () => lost, finds: alike });
    const first = await shop.importAgain();
    const others = [await shop.importAgain(), await shop.importAgain('--restart')];
    expect([first.code, first.report.problems, others.map(({ code }) => code), shop.kept]).toMatchObject([
      ...[7, [{ line: 2, ...mayBe(1, one) }], [7, 7], [one]],
    ]);
  });

  test.runIf(isThorough)('gets each of many rows once, also if the import is interrupted', async () => {
    const user = new AbortController();
    const answer = (sku: string): Answer => {
      if (sku === 'A-20') user.abort('SIGTERM');
      return lost;
    };
    const shop = await shopOf(codes(40), { answer, finds: alike });
    const first = await shop.importAgain('', { interrupted: user.signal });
    const others = [await shop.importAgain(), await shop.importAgain()];
    expect([first.code, others.map(({ code }) => code), shop.kept]).toEqual([
      ...[8, [7, 7], codes(40).map(lower).toSorted()],
    ]);
  });
});

describe('a store that answers with another key than it was sent', () => {
  const changed = (id: number, from: string, to: string) =>
    `the store created product ${id} with sku "${to}" instead of "${from}": put that key into the file, and never import the old one again`;

  test.runIf(isThorough)('stops the import at the first row, with the ID, both keys and what to do', async () => {
    const shop = await shopOf(codes(40));
    const { code, err, report } = await shop.run('--concurrency 1');
    expect([code, report, shop.kept]).toMatchObject([
      7,
      {
        ...{ created: 0, uncertain: 1, notSent: 39, problems: [{ line: 2, message: changed(1, 'A-0', 'a-0') }] },
        stopped: `The store shop.test changed the key of the first row that it created: ${changed(1, 'A-0', 'a-0')}.`,
      },
      ['a-0'],
    ]);
    expect(err).toContain('Before you rerun the command, write all keys in the file as the store keeps them.');
    expect(err).not.toContain('Rerun the command to');
  });

  test.runIf(isThorough)('gets no row twice where many were on their way, however many imports follow', async () => {
    const shop = await shopOf(codes(40));
    const runs = [await shop.importAgain(), await shop.importAgain(), await shop.importAgain('--restart')];
    expect([runs.map(({ code }) => code), new Set(shop.kept).size]).toEqual([[7, 7, 7], shop.kept.length]);
    expect(runs[0]?.posts).toBeLessThanOrEqual(16);
  });

  test.runIf(isThorough)('gets no row twice where some of the answers are lost', async () => {
    const answer = (sku: string): Answer => (Number(sku.slice(2)) % 2 === 0 ? asKept : lost);
    const shop = await shopOf(codes(40), { answer, finds: alike });
    for (let run = 0; run < 4; run++) await shop.importAgain();
    expect(new Set(shop.kept).size).toBe(shop.kept.length);
  });

  test.runIf(isThorough)('gets a row again by no other file', async () => {
    const shop = await shopOf(['A-1']);
    await shop.importAgain();
    await shop.write('in.csv', fileOf(['b', 'A-1']));
    expect(await shop.importAgain()).toMatchObject({
      ...{ code: 7, report: { created: 1, uncertain: 1, problems: [{ line: 3, outcome: 'uncertain' }] } },
    });
    expect(shop.kept).toEqual(['a-1', 'b']);
  });

  test('has the rows of a file with its own keys', async () => {
    const shop = await shopOf(['A-1']);
    await shop.importAgain();
    await shop.write('in.csv', fileOf(['a-1']));
    expect(await shop.importAgain()).toMatchObject({ code: 0, posts: 0, report: { existing: 1 } });
  });

  test('and has kept one before stops the import at the third', async () => {
    const shop = await shopOf(['b', ...codes(40)]);
    const { code, report } = await shop.run('--concurrency 1');
    const last = changed(4, 'A-2', 'a-2');
    expect([code, report, shop.kept]).toMatchObject([
      7,
      { created: 1, uncertain: 3, stopped: `The store shop.test changed the keys of 3 rows. Last message: ${last}.` },
      ['a-0', 'a-1', 'a-2', 'b'],
    ]);
  });

  test('and has kept others: one or two rows are uncertain, and the others created', async () => {
    const shop = await shopOf(['b', 'A-1', 'c', 'A-2', 'd']);
    expect(await shop.run('--concurrency 1')).toMatchObject({ code: 7, report: { created: 3, uncertain: 2 } });
    expect(await shop.importAgain()).toMatchObject({ code: 7, posts: 0 });
  });
});

test.runIf(isThorough)(
  'a store that answers with the key it was sent, and has another: the next import names it',
  async () => {
    const shop = await shopOf(['A-1'], { answer: () => created, finds: alike });
    const [first, second] = [await shop.importAgain('--settle 200ms'), await shop.importAgain('--settle 200ms')];
    expect([first.code, second.code, second.report.problems, shop.kept]).toMatchObject([
      ...[0, 7, [mayBe(1, 'a-1')], ['a-1']],
    ]);
  },
);
