import { afterEach, expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandboxBehind } from '../../support/store.ts';
import { addCustomersImport, fileOf } from '../customers.ts';

let removeImport = (): void => undefined;
afterEach(() => removeImport());

test('a run that loses count of a row says that this is a fault of shop-cli, and does not advise a rerun', async () => {
  let reads = 0;
  // The row has a key when the file is checked, and none when its rows are sent.
  const keyCode = (_: string, { emailAddress }: Readonly<Record<string, unknown>>): string =>
    emailAddress === 'bob@shop.test' && reads++ > 0 ? '' : String(emailAddress);
  removeImport = addCustomersImport({ keyCode });
  const store = await serveSandboxBehind(() => 'forward');
  const directory = ownDirectory({ 'in.csv': fileOf(['ann', 'bob', 'cas']) });
  const { code, out, err } = await store.run('customers import in.csv --json --journal j.db', { directory });
  const { created, notSent } = JSON.parse(out);
  expect([code, created, notSent]).toEqual([1, 2, 1]);
  expect(err).toContain('shop-cli found an outcome for 2 of 3 rows, and lost count of the others.');
  expect(err).toContain('This is a bug in shop-cli.');
  expect(err).not.toContain('Rerun the command');
});
