import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { inDirectory } from '../../support/run.ts';
import { json, withStore } from '../../support/store.ts';

/** What the clock of the tests says when a command begins. */
const start = Date.parse('2026-01-31T12:00:00Z');
const hour = 3_600_000;

/** To the next import the clock has jumped the other way. */
async function shiftTimes(journal: string, shift: number): Promise<void> {
  const database = await openSqlite(journal);
  database.transaction(() => {
    database.run('UPDATE rows SET at = at + ?', BigInt(shift));
    database.run('UPDATE runs SET ended = ended + ?', BigInt(shift));
  });
  database.close();
}

/** The store shows what it created to the import that sent it, and not to the next. */
test.each([
  ['jumped two hours ahead', -2 * hour, undefined],
  ['jumped back by two hours', 2 * hour, undefined],
  ['agrees with a store whose clock shows that the time has passed', -2 * hour, 0],
])('whether a new import waits for a row that was just sent, where the clock %s', async (_, shift, offset) => {
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'in.csv'), 'sku,name\nA,x\n');
    let [posts, isShown] = [0, true];
    await withStore(
      (request, response) => {
        if (offset === undefined) response.sendDate = false;
        else response.setHeader('date', new Date(start + offset).toUTCString());
        if (request.method === 'POST') {
          posts++;
          return json(response, 201, { productId: posts, sku: 'A' });
        }
        const data =
          isShown && posts > 0 && request.query.get('filter[search]') === 'sku:A' ? [{ productId: 1, sku: 'A' }] : [];
        json(response, 200, { numRows: data.length, data });
      },
      async ({ run }) => {
        await run('products import in.csv --journal j.db', { directory });
        isShown = false;
        await shiftTimes(join(directory, 'j.db'), shift);
        const { err } = await run('products import in.csv --journal j.db', { directory });
        expect([posts, err.includes('Waiting up to')]).toEqual([2, offset === undefined]);
      },
    );
  });
});

test('a row that was sent before many short imports is waited for where the clock cannot be trusted', async () => {
  await inDirectory(async (directory) => {
    const names = Array.from({ length: 9 }, (_, at) => `${at}.csv`);
    for (const name of names) await writeFile(join(directory, name), `sku,name\n${name},x\n`);
    await withStore(
      ({ method }, response) => {
        response.sendDate = false;
        if (method === 'POST') return json(response, 400, { error: { message: 'no' } });
        json(response, 200, { numRows: 0, data: [] });
      },
      async ({ run }) => {
        for (const name of names) await run(`products import ${name} --journal j.db`, { directory });
        await shiftTimes(join(directory, 'j.db'), -2 * hour);
        const { err } = await run(`products import ${names[0]} --journal j.db`, { directory });
        expect(err).toContain('Waiting up to');
      },
    );
  });
});

test('a read-only store refuses an import before the journal is touched', async () => {
  await inDirectory(async (directory) => {
    await withStore(
      (_, response) => json(response, 200, { numRows: 0, data: [] }),
      async ({ run }, seen) => {
        const options = { directory, stdin: 'sku,name\nA,x\n', env: { SHOP_READ_ONLY: '1' } };
        const { code, err } = await run('products import - --journal j.db', options);
        expect([code, err.includes('read-only'), seen.length, await readdir(directory)]).toEqual([2, true, 0, []]);
      },
    );
  });
});
