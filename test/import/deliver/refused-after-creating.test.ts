import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { type Behaviour, json, withStore } from '../../support/store.ts';

interface Refusal {
  readonly status: number;
  readonly body: unknown;
}

const refusals: readonly (readonly [string, Refusal])[] = [
  ['200 with an error', { status: 200, body: { error: { message: 'No' } } }],
  ['422 that says it exists', { status: 422, body: { error: { message: 'SKU already exists' } } }],
  ['422', { status: 422, body: { error: { message: 'No' } } }],
  ['409', { status: 409, body: { error: { message: 'Conflict' } } }],
  ['400', { status: 400, body: { error: { message: 'Bad request' } } }],
  ['403', { status: 403, body: '<html>Blocked</html>' }],
];

/** Creates each product, refuses it the first time, and shows it only at the third search for it. */
function storeThatRefuses({ status, body }: Refusal): { readonly skus: string[]; readonly behaviour: Behaviour } {
  const [skus, searches] = [[] as string[], new Map<string, number>()];
  const shows = (sku: string): boolean => (searches.get(sku) ?? 0) >= 3;
  const behaviour: Behaviour = (request, response) => {
    if (request.method === 'POST') {
      const { sku } = JSON.parse(request.body);
      const isFirst = skus.push(sku) && sku === 'S-0' && skus.indexOf(sku) === skus.length - 1;
      return isFirst ? json(response, status, body) : json(response, 201, { productId: skus.length, sku });
    }
    const sku = request.query.get('filter[search]')?.replace('sku:', '');
    if (sku !== undefined) searches.set(sku, (searches.get(sku) ?? 0) + 1);
    const found = skus.flatMap((one, at) =>
      shows(one) && (sku ?? one) === one ? [{ productId: at + 1, sku: one }] : [],
    );
    json(response, 200, { numRows: found.length, data: found.slice(Number(request.query.get('offset') ?? 0)) });
  };
  return { skus, behaviour };
}

describe('a store that creates a product, refuses it all the same, and shows it later', () => {
  test.each(refusals)('%s: the next run of the same file does not create it again', async (_, refusal) => {
    const { skus, behaviour } = storeThatRefuses(refusal);
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'in.csv'), 'sku,name\nS-0,x\nS-1,x\n');
      await withStore(behaviour, async ({ run }) => {
        await run('products import in.csv --journal j.db', { directory });
        const { code } = await run('products import in.csv --journal j.db', { directory });
        expect([code, skus.filter((sku) => sku === 'S-0').length]).toEqual([0, 1]);
      });
    });
  });

  test.each(refusals)('%s: importing --rejected at once does not create it again', async (_, refusal) => {
    const { skus, behaviour } = storeThatRefuses(refusal);
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'in.csv'), 'sku,name\nS-0,x\nS-1,x\n');
      await withStore(behaviour, async ({ run }) => {
        await run('products import in.csv --rejected rejected.csv --journal j.db', { directory });
        const rejected = (await readFile(join(directory, 'rejected.csv'), 'utf8')).replace(',x', ',fixed');
        await writeFile(join(directory, 'fixed.csv'), rejected);
        await run('products import fixed.csv --journal j.db', { directory });
        expect(skus.filter((sku) => sku === 'S-0').length).toBe(1);
      });
    });
  });

  test('the same after the import was deleted', async () => {
    const { skus, behaviour } = storeThatRefuses({ status: 422, body: { error: { message: 'No' } } });
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'in.csv'), 'sku,name\nS-0,x\nS-1,x\n');
      await withStore(behaviour, async ({ run }) => {
        await run('products import in.csv --journal j.db', { directory });
        await run('imports delete 1 --yes --journal j.db', { directory });
        const { code } = await run('products import in.csv --journal j.db', { directory });
        expect([code, skus.filter((sku) => sku === 'S-0').length]).toEqual([0, 1]);
      });
    });
  });
});

describe('a row that was rejected a moment ago', () => {
  const refusing =
    (isFixed: () => boolean, skus: string[]): Behaviour =>
    (request, response) => {
      if (request.method === 'POST') {
        const { sku } = JSON.parse(request.body);
        if (sku === 'S-0' && !isFixed()) return json(response, 422, { error: { message: 'Too long' } });
        return json(response, 201, { productId: skus.push(sku), sku });
      }
      const sku = request.query.get('filter[search]')?.replace('sku:', '');
      const found = skus.flatMap((one, at) => ((sku ?? one) === one ? [{ productId: at + 1, sku: one }] : []));
      json(response, 200, { numRows: found.length, data: found.slice(Number(request.query.get('offset') ?? 0)) });
    };
  const waits = (err: string): readonly string[] => err.split('\n').filter((line) => line.startsWith('Waiting'));

  test('is sent again by the next run, after one message about the wait', async () => {
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'in.csv'), 'sku,name\nS-0,x\nS-1,x\n');
      const skus: string[] = [];
      let isFixed = false;
      await withStore(
        refusing(() => isFixed, skus),
        async ({ run }) => {
          const first = await run('products import in.csv --journal j.db', { directory });
          isFixed = true;
          const second = await run('products import in.csv --journal j.db', { directory });
          expect({ codes: [first.code, second.code], skus, waits: waits(second.err) }).toEqual({
            codes: [7, 0],
            skus: ['S-1', 'S-0'],
            waits: ['Waiting up to 1 min 30 s: some rows were sent a moment ago, and the store may not show them yet.'],
          });
        },
      );
    });
  });

  test('is not waited for by a run that does not send it', async () => {
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'in.csv'), 'sku,name\nS-0,x\nS-1,x\n');
      await writeFile(join(directory, 'other.csv'), 'sku,name\nS-1,x\nS-2,x\n');
      const skus: string[] = [];
      await withStore(
        refusing(() => false, skus),
        async ({ run }) => {
          await run('products import in.csv --journal j.db', { directory });
          const { code, err } = await run('products import other.csv --journal j.db', { directory });
          expect([code, skus, waits(err)]).toEqual([0, ['S-1', 'S-2'], []]);
        },
      );
    });
  });
});
