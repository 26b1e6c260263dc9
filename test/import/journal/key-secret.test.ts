import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandboxBehind } from '../../support/store.ts';

/** Imports one customer with the journal of this name; returns the exit code and what is said. */
async function importingIn(directory: string) {
  const store = await serveSandboxBehind(() => 'forward');
  await writeFile(join(directory, 'in.csv'), 'email,voornaam,achternaam\nann@shop.test,Ann,Claes\n');
  return async (journal: string) => {
    const { code, out, err } = await store.run(`customers import in.csv --json --journal ${journal}`, { directory });
    const { created, existing } = out === '' ? {} : JSON.parse(out);
    return { code, created, existing, err };
  };
}

test('a journal has one secret, by whatever symbolic link it is named, before it is there too', async () => {
  const directory = ownDirectory();
  const importBy = await importingIn(directory);
  await symlink('j.db', join(directory, 'link.db'));
  expect(await importBy('link.db')).toMatchObject({ code: 0, created: 1 });
  expect(await importBy('j.db')).toMatchObject({ code: 0, created: 0, existing: 1 });
  expect(await importBy('link.db')).toMatchObject({ code: 0, created: 0, existing: 1 });
});

test('a journal has nobody by his e-mail address', async () => {
  const directory = ownDirectory();
  const importBy = await importingIn(directory);
  await importBy('j.db');
  const files = (await readdir(directory)).filter((name) => name.startsWith('j.db'));
  const bytes = await Promise.all(files.map((name) => readFile(join(directory, name), 'latin1')));
  expect(files).toContain('j.db');
  expect(bytes.join('')).not.toMatch(/ann|claes/i);
});

test.each([
  ['is lost', (file: string) => rm(file)],
  ['is another one', (file: string) => writeFile(file, 'ab'.repeat(32))],
])('nothing is sent where the secret of a journal %s', async (_, change) => {
  const directory = ownDirectory();
  const importBy = await importingIn(directory);
  await importBy('j.db');
  await change(join(directory, 'j.db.key'));
  expect(await importBy('j.db')).toMatchObject({ code: 2, err: expect.stringContaining('is lost') });
});
