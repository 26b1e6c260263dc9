import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { namedStore, serveSandbox, type TestStore } from '../../support/store.ts';

const code = fc.constantFrom('A-1', 'a-1', 'B-2', '0077', '77', 'C-3', 'D-4', 'E "5"', 'F,6', 'é-7');
const name = fc.constantFrom('One', 'Two', 'Drei é');
const price = fc.constantFrom('', '1.5', '9.95', '12');

const row = fc.record({ code, name, price });
const setting = fc.record({
  rows: fc.uniqueArray(row, { minLength: 1, maxLength: 8, selector: (each) => each.code }),
  inStore: fc.array(fc.record({ code, name }), { maxLength: 6 }),
  options: fc.constantFrom('', '--set status=0', '--shard 1/2', '--skip-invalid', '--language nl'),
  hasInvalid: fc.boolean(),
});

type Row = { readonly code: string; readonly name: string; readonly price: string };
type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const fileOf = (rows: readonly Row[], hasInvalid: boolean): string =>
  [
    'sku,name,price',
    ...rows.map((each) => [each.code, each.name, each.price].map(quoted).join(',')),
    ...(hasInvalid ? ['INVALID,x,abc'] : []),
    '',
  ].join('\n');

async function fill(store: TestStore, products: Setting['inStore']): Promise<void> {
  for (const each of products)
    await store.run(['products', 'create', '--sku', each.code, '--name', each.name, '--allow-duplicate']);
}

/** Exit code, outcome of every row, and contents of the store after these command lines. */
const after = async ({ rows, inStore, options, hasInvalid }: Setting, lines: readonly string[]) => {
  const store = await serveSandbox({ empty: true });
  const directory = ownDirectory({ 'in.csv': fileOf(rows, hasInvalid) });
  await fill(store, inStore);
  const at = { directory, home: directory };
  let code = 0;
  for (const line of lines) code = (await store.run(line.replace('OPTIONS', options), at)).code;
  const { out } = await store.run('products list --all --fields sku,name,price,status -o csv', at);
  // A plan that cannot be read leaves the file as it was, where an import that is refused writes the headings alone.
  const written = namedStore(await readFile(join(directory, 'results.csv'), 'utf8').catch(() => ''));
  const results = written.split('\n').slice(1).filter(Boolean);
  return { code, results, products: out.split('\n').sort() };
};

test('a plan that is applied is the import without it, for any file and any contents of the store', async () => {
  await fc.assert(
    fc.asyncProperty(setting, async (given) => {
      const imported = await after(given, ['products import in.csv OPTIONS --results results.csv']);
      const applied = await after(given, [
        'products import in.csv OPTIONS --save-plan import.plan',
        'imports apply import.plan --results results.csv',
      ]);
      expect(applied).toEqual(imported);
    }),
    { numRuns: 25 },
  );
}, 300_000);
