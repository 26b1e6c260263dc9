import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canary } from '../support/run.ts';
import { withStore } from '../support/store.ts';
import { catalogue, storeOf, withFile } from './product-store.ts';

// An import shares its rate by way of a directory beside its journal, and never depends on it.

const isShared = (name: string): boolean => name.startsWith('shop-cli-rate-');

test('the note of an import holds no secret, and is gone with it', async () => {
  let directory = '';
  let seen: string[] = [];
  const store = storeOf([], () => {
    const [shared = ''] = readdirSync(directory).filter(isShared);
    const notes = shared === '' ? [] : readdirSync(join(directory, shared));
    if (notes.length > 0) seen = [shared, ...notes.map((note) => readFileSync(join(directory, shared, note), 'utf8'))];
    return { status: 201 };
  });
  await withStore(store, (at) =>
    withFile(catalogue(40), async (run, folder) => {
      directory = folder;
      const { code } = await run(at);
      expect([code, (await readdir(folder)).filter(isShared)]).toEqual([0, []]);
    }),
  );
  expect(seen).toEqual([expect.stringMatching(/^shop-cli-rate-[0-9a-f]{8}$/), expect.stringContaining('"beat":')]);
  expect(seen.join()).not.toContain(canary);
});

test('an import goes on when the directory is removed', async () => {
  let directory = '';
  const store = storeOf([], () => {
    const [shared] = readdirSync(directory).filter(isShared);
    if (shared) rmSync(join(directory, shared), { recursive: true });
    return { status: 201 };
  });
  await withStore(store, (at) =>
    withFile(catalogue(10), async (run, folder) => {
      directory = folder;
      expect((await run(at)).code).toBe(0);
    }),
  );
});

test('an import whose note cannot be written paces itself alone, and says so with --verbose', async () => {
  let [directory, shared] = ['', ''];
  const store = storeOf([], () => {
    shared ||= readdirSync(directory).find(isShared) ?? '';
    return { status: 201 };
  });
  await withStore(store, (at) =>
    withFile(catalogue(10), async (run, folder) => {
      directory = folder;
      await run(at);
      await writeFile(join(folder, shared), 'no directory');
      await writeFile(join(folder, 'in.csv'), catalogue(10, 100));
      const { code, err } = await run(at, '--verbose');
      expect([shared === '', code, err]).toEqual([false, 0, expect.stringContaining('Pacing this import alone')]);
    }),
  );
});
