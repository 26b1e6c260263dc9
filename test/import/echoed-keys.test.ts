import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory, type Outcome } from '../support/run.ts';
import { json, withStore } from '../support/store.ts';

/** Imports the keys twice into a store that keeps them otherwise, and answers with those that it was sent. */
async function importTwice(
  keys: readonly string[],
  keep: (sku: string) => string,
): Promise<{ readonly runs: readonly Outcome[]; readonly kept: readonly string[] }> {
  return await inDirectory(async (directory) => {
    const kept: string[] = [];
    await writeFile(join(directory, 'in.csv'), `sku,name\n${keys.map((sku) => `${sku},Product\n`).join('')}`);
    return await withStore(
      (request, response) => {
        if (request.method === 'POST') {
          const { sku } = JSON.parse(request.body);
          return json(response, 201, { productId: kept.push(keep(sku)), sku });
        }
        const search = request.query.get('filter[search]')?.replace(/^sku:/, '');
        const found = kept
          .map((sku, at) => ({ productId: at + 1, sku }))
          .filter(({ sku }) => search === undefined || sku === search);
        const offset = Number(request.query.get('offset') ?? 0);
        json(response, 200, {
          numRows: found.length,
          data: found.slice(offset, offset + Number(request.query.get('limit') ?? 100)),
        });
      },
      async (store) => {
        const run = (options: string) =>
          store.run(`products import in.csv --json --journal j.db --settle 200ms ${options}`, { directory });
        return { runs: [await run(''), await run('--restart')], kept };
      },
    );
  });
}

describe('a store that answers with the key it was sent, and keeps another', () => {
  test.each<[string, (sku: string) => string, string[]]>([
    ['lower case', (sku) => sku.toLowerCase(), ['Blue-1', 'Blue-2']],
    ['no leading zeros', (sku) => sku.replace(/^0+/, ''), ['00801', '00802']],
    ['forty characters', (sku) => sku.slice(0, 40), [`${'x'.repeat(45)}1`, `${'x'.repeat(45)}2`]],
  ])('%s: the rows are uncertain, and no run sends them again', async (_, keep, keys) => {
    const { runs, kept } = await importTwice(keys, keep);
    expect({
      codes: runs.map(({ code }) => code),
      problems: JSON.parse(runs[0]?.out ?? '{}').problems,
      kept: kept.length,
    }).toMatchObject({
      codes: [7, 7],
      problems: [{ message: 'the store answered with product 1, but does not find it under this key' }, {}],
      kept: 2,
    });
  });

  test('keys that it leaves as they are count as created', async () => {
    const { runs, kept } = await importTwice(['00801', 'Blue-1', 'x'.repeat(45)], (sku) => sku);
    expect([runs.map(({ code }) => code), kept.length]).toEqual([[0, 0], 3]);
  });

  test('only keys of the kind that it changes are uncertain', async () => {
    const { runs, kept } = await importTwice(['blue-1', 'blue-2', '00801'], (sku) => sku.replace(/^0+/, ''));
    expect([JSON.parse(runs[0]?.out ?? '{}'), kept.length]).toMatchObject([{ created: 2, uncertain: 1 }, 3]);
  });
});
