import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { type Passage, type SeenRequest, serveSandboxBehind, serveStore, type TestStore } from '../../support/store.ts';
import { fileOf } from '../customers.ts';
import { type Answer, exactly, storeOf } from '../product-store.ts';

// What a dry run says of rows that an earlier import sent is what the import then does.

/** Imports a file of this noun with the journal of one machine, or says what an import would do. */
async function machineWith(noun: string, file: string, store: TestStore) {
  const directory = ownDirectory();
  await writeFile(join(directory, 'in.csv'), file);
  const run = async (more: string) => {
    const line = `${noun} import in.csv --json --journal j.db --settle 1s --concurrency 1 ${more}`;
    return JSON.parse((await store.run(line, { directory, home: directory })).out);
  };
  return { imported: () => run('--yes'), forecast: () => run('--dry-run') };
}

test('a customer who was refused would be sent again, and is', async () => {
  let answer: Passage = 'answer 422';
  const store = await serveSandboxBehind(({ method, body }: SeenRequest) =>
    method === 'POST' && body.includes('bob@') ? answer : 'forward',
  );
  const { imported, forecast } = await machineWith('customers', fileOf(['ann', 'bob', 'cas']), store);
  expect(await imported()).toMatchObject({ created: 2, rejected: 1 });
  answer = 'forward';
  expect(await forecast()).toMatchObject({ wouldCreate: 1, exists: 2, uncertain: 0 });
  expect(await imported()).toMatchObject({ created: 1, existing: 2 });
});

test('a product that the store created under another key is uncertain, and is not sent', async () => {
  const changed: Answer = { status: 201, body: (product) => product };
  const keeps = (sku: string): string => `${sku}-NEW`;
  const shop = await serveStore(storeOf([], () => changed, { keeps, finds: exactly }));
  const { imported, forecast } = await machineWith('products', 'sku,name\nA-1,Lamp\n', shop);
  expect(await imported()).toMatchObject({ created: 0, uncertain: 1 });
  expect(await forecast()).toMatchObject({ rows: 1, wouldCreate: 0, exists: 0, uncertain: 1 });
  expect(await imported()).toMatchObject({ created: 0, uncertain: 1 });
});
