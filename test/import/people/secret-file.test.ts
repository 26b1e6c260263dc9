import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandboxBehind } from '../../support/store.ts';

const file =
  'E-mail,Voornaam,Achternaam,Straat,Huisnummer,Postcode,Plaats,Land\njo@example.com,Jo,Vries,Dam,1,1012 JS,Amsterdam,NL\n';

/** An import of customers into a sandbox, and the secret beside its journal. */
async function imported() {
  const directory = ownDirectory({ 'in.csv': file, 'products.csv': 'sku,name,price\nA,Lamp,9.95\n' });
  const writes: string[] = [];
  const store = await serveSandboxBehind(({ method, path }) => {
    if (method === 'POST') writes.push(path);
    return 'forward';
  });
  const run = (line: string) => store.run(`${line} --journal j.db --json`, { directory });
  const { code } = await run('customers import in.csv');
  return { code, run, writes, directory, secret: join(directory, 'j.db.key') };
}

test('the secret of the hashes lies beside the journal, for its owner alone', async () => {
  const { code, secret } = await imported();
  expect([code, statSync(secret).mode & 0o777]).toEqual([0, 0o600]);
  expect(readFileSync(secret, 'utf8')).toMatch(/^[\da-f]{64}\n$/);
});

const lines = ['customers import in.csv', 'customers import in.csv --dry-run', 'addresses import in.csv'];

test.each(lines)('without it, %s sends nothing and names the file, until it is back', async (line) => {
  const { run, secret, writes } = await imported();
  renameSync(secret, `${secret}.away`);
  const without = await run(line);
  expect([without.code, without.err, writes.length]).toEqual([
    2,
    expect.stringContaining(`Restore ${secret}, which`),
    1,
  ]);
  expect(existsSync(secret)).toBe(false);
  renameSync(`${secret}.away`, secret);
  expect((await run(line)).code).toBe(0);
});

test('the secret of another journal, or no secret, is refused too', async () => {
  const { run, secret, writes } = await imported();
  for (const text of [`${'0'.repeat(64)}\n`, 'hello']) {
    writeFileSync(secret, text);
    expect((await run('customers import in.csv --restart')).code).toBe(2);
  }
  expect(writes).toHaveLength(1);
});

test('products need no secret', async () => {
  const { run, secret } = await imported();
  renameSync(secret, `${secret}.away`);
  expect((await run('products import products.csv')).code).toBe(0);
});
