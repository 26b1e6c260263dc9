import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandboxBehind } from '../../support/store.ts';

const headings = 'E-mail,Voornaam,Achternaam,Telefoon\n';
const [jo, ann] = ['jo@shop.test,Jo,Vries,06-1\n', 'ann@shop.test,Ann,Bos,06-2\n'];

/** What several lists of customers, one after another, say of rows that have changed. */
async function saidOf(lists: Readonly<Record<string, string>>): Promise<readonly (string | undefined)[]> {
  const directory = ownDirectory(lists);
  const store = await serveSandboxBehind(() => 'forward');
  const said: (string | undefined)[] = [];
  for (const list of Object.keys(lists)) {
    const { err } = await store.run(`customers import ${list} --journal j.db`, { directory });
    said.push(/^.* changed since .*$/m.exec(err)?.[0]);
  }
  expect(readFileSync(join(directory, 'j.db')).includes('Vries')).toBe(false);
  return said;
}

test('a person whose phone number has changed since the last list is named once, with the command that changes it', async () => {
  const changed = headings + jo + ann.replace('06-2', '06-9');
  expect(await saidOf({ 'may.csv': headings + jo + ann, 'june.csv': changed, 'july.csv': changed })).toEqual([
    undefined,
    '1 row has changed since its last import (line 3). An import changes nothing that exists: shop-cli customers update --from <file>',
    undefined,
  ]);
});

test('a list with another column, or other capitals, has not changed', async () => {
  const [withoutPhone] = ['E-mail,Voornaam,Achternaam\njo@shop.test,Jo,Vries\n'];
  const lists = { 'may.csv': headings + jo, 'june.csv': withoutPhone, 'july.csv': headings + jo.toUpperCase() };
  expect(await saidOf(lists)).toEqual([undefined, undefined, undefined]);
});
