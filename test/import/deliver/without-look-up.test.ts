import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { type Passage, type SeenRequest, serveSandboxBehind } from '../../support/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { addCustomersImport, customersIn, fileOf } from '../customers.ts';

// Customers, which the API cannot list, by the code that imports products. What they are is in `../customers.ts` alone.

let removeImport = (): void => undefined;
beforeAll(() => {
  removeImport = addCustomersImport();
});
afterAll(() => removeImport());

/** An empty sandbox behind a gateway that treats the creation of a customer with this first name so. */
async function shopBehind(passage: (name: string) => Passage) {
  const directory = ownDirectory();
  const requests: string[] = [];
  const store = await serveSandboxBehind(({ method, path, body }: SeenRequest) => {
    const name = method === 'POST' ? JSON.parse(body).firstName : '';
    requests.push(`${method} ${path.replace('/api/v2', '')} ${name}`);
    return method === 'POST' ? passage(name) : 'forward';
  });
  return {
    /** Imports a file: its exit code, what became of the rows, and the requests that it made. */
    async run(text: string, more = '') {
      await writeFile(join(directory, 'in.csv'), text);
      requests.length = 0;
      const line = `customers import in.csv --json --journal j.db --concurrency 1 ${more}`;
      const { code, out } = await store.run(line, { directory });
      const { created, existing, rejected, uncertain, notSent } = JSON.parse(out);
      return { code, counts: { created, existing, rejected, uncertain, notSent }, requests: [...requests] };
    },
    /** Runs another command with the same journal. */
    ask: (line: string) => store.run(`${line} --journal j.db`, { directory }),
    requests,
    inStore: () => customersIn(store),
  };
}

const none = { created: 0, existing: 0, rejected: 0, uncertain: 0, notSent: 0 };
const post = (name: string): string => `POST /customers ${name}`;

/** What the gateway does with these. */
const unclear: Readonly<Record<string, Passage>> = {
  bob: 'forward and hang up',
  cas: 'answer 429',
  dee: 'forward and answer 500',
  eve: 'hang up',
};
const all = ['ann', ...Object.keys(unclear), 'fay'];

test('each customer takes one request, an import makes no other, and its repetition makes none', async () => {
  const { run, inStore } = await shopBehind(() => 'forward');
  expect(await run(fileOf(all))).toEqual({ code: 0, counts: { ...none, created: 6 }, requests: all.map(post) });
  expect(await run(fileOf(all))).toEqual({ code: 0, counts: { ...none, existing: 6 }, requests: [] });
  expect(await inStore()).toEqual(all);
});

test.runIf(isThorough)(
  'a customer whose answer is lost, or who is answered 429, is uncertain and sent by no later import',
  async () => {
    const { run, inStore } = await shopBehind((name) => unclear[name] ?? 'forward');
    const uncertain = { ...none, uncertain: 4 };
    expect(await run(fileOf(all))).toEqual({ code: 7, counts: { ...uncertain, created: 2 }, requests: all.map(post) });
    const again = { code: 7, counts: { ...uncertain, existing: 2 }, requests: [] };
    for (const more of ['', '--restart', ''])
      expect({ more, ...(await run(fileOf(all), more)) }).toEqual({ more, ...again });
    const changed = fileOf([...all, 'gus']).replaceAll('Claes', 'Maes');
    const counts = { ...again.counts, created: 1 };
    expect(await run(changed)).toEqual({ code: 7, counts, requests: [post('gus')] });
    expect(await inStore()).toEqual(['ann', 'bob', 'dee', 'fay', 'gus']);
  },
);

test.runIf(isThorough)(
  'a customer who was refused is sent by no later import, since the store may have created her all the same',
  async () => {
    const { run } = await shopBehind((name) => (name === 'ann' ? 'answer 422' : 'forward'));
    expect((await run(fileOf(['ann', 'bob']))).counts).toEqual({ ...none, created: 1, rejected: 1 });
    const again = { code: 7, counts: { ...none, existing: 1, uncertain: 1 }, requests: [] };
    expect(await run(fileOf(['ann', 'bob']))).toEqual(again);
  },
);

test.runIf(isThorough)(
  'a store that refuses the token stops the import at the first customer, who is uncertain from then on',
  async () => {
    let isRefused = true;
    const { run, inStore } = await shopBehind(() => (isRefused ? 'answer 401' : 'forward'));
    expect(await run(fileOf(all))).toMatchObject({ code: 4, requests: [post('ann')] });
    isRefused = false;
    const counts = { ...none, created: 5, uncertain: 1 };
    expect(await run(fileOf(all))).toEqual({ code: 7, counts, requests: all.slice(1).map(post) });
    expect(await inStore()).toEqual(all.slice(1));
  },
);

test.runIf(isThorough)(
  'a store without clear answers stops the import, which goes on behind the customers that it sent',
  async () => {
    const many = Array.from({ length: 14 }, (_, at) => `n${10 + at}`);
    let isDown = true;
    const { run, inStore } = await shopBehind(() => (isDown ? 'forward and answer 500' : 'forward'));
    const requests = many.slice(0, 10).map(post);
    expect(await run(fileOf(many))).toEqual({ code: 8, counts: { ...none, uncertain: 10, notSent: 4 }, requests });
    isDown = false;
    const counts = { ...none, created: 4, uncertain: 10 };
    expect(await run(fileOf(many))).toEqual({ code: 7, counts, requests: many.slice(10).map(post) });
    expect(await inStore()).toEqual(many);
  },
);

test.runIf(isThorough)('a dry run says what the journal knows, which is what the import then does', async () => {
  const { run, ask, requests } = await shopBehind((name) => unclear[name] ?? 'forward');
  await run(fileOf(['ann', 'bob']));
  const before = requests.length;
  const { code, out, err } = await ask('customers import in.csv --dry-run --json');
  const sentence =
    'The API cannot list customers: rows that earlier imports know count as existing or uncertain, and all others as new.';
  expect([code, err.split('\n').filter((line) => line.includes('cannot list'))]).toEqual([0, [sentence]]);
  expect(JSON.parse(out)).toMatchObject({ wouldCreate: 0, exists: 1, uncertain: 1, notSent: 0, sample: [] });
  expect(requests.length).toBe(before);
});

test.runIf(isThorough)('a plan of customers is applied as such', async () => {
  const { run, ask, requests, inStore } = await shopBehind(() => 'forward');
  await run(fileOf(['ann']));
  await run(fileOf(['ann', 'fay']), '--save-plan c.plan --valid-for 1h');
  const shown = await ask('imports show c.plan --json');
  const applied = await ask('imports apply c.plan --json');
  expect(JSON.parse(shown.out)).toMatchObject({ wouldCreate: 1, exists: 1, sample: [] });
  const sent = [...requests];
  expect([applied.code, sent, await inStore()]).toEqual([0, ['POST /customers fay'], ['ann', 'fay']]);
});

test('an import of what cannot be looked up cannot be verified, and says what there is instead', async () => {
  const { run, ask } = await shopBehind(() => 'forward');
  await run(fileOf(['ann']));
  const { code, err } = await ask('imports verify 1');
  expect([code, err]).toEqual([
    2,
    'Error: The API cannot list customers, so import 1 cannot be verified.\nTo see what the store answered: shop-cli imports show 1\n',
  ]);
});
