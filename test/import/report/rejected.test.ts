import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { type Behaviour, json, withStore } from '../../support/store.ts';

test.each([
  ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
  ['a;=1+2', '"a;\'=1+2"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
])('a formula that a store names as the field, %s, is guarded in --rejected', async (field, cell) => {
  const store: Behaviour = ({ method }, response) =>
    method === 'POST'
      ? json(response, 422, { error: { message: field, field } })
      : json(response, 200, { numRows: 0, numReturned: 0, products: [] });
  await withStore(store, ({ run }) =>
    inDirectory(async (directory) => {
      await run('products import - --rejected out.csv', { directory, stdin: 'sku,name\nA,x\n' });
      const [, row = ''] = (await readFile(join(directory, 'out.csv'), 'utf8')).split('\n');
      expect(row).toContain(`A,x,"2",${cell},`);
    }),
  );
});
