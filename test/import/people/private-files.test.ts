import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandbox } from '../../support/store.ts';

const inputs = {
  'c.csv':
    'E-mail,Voornaam,Achternaam,Straat,Huisnummer,Postcode,Plaats,Land\njo@example.com,Jo,Vries,Dam,1,1012 JS,Amsterdam,NL\nfay@,Fay,Vries,Dam,1,1012 JS,Amsterdam,NL\n',
  'a.csv':
    'customerId,Voornaam,Achternaam,Straat,Huisnummer,Postcode,Plaats,Land\n101,Jo,Vries,Dam,1,1012 JS,Amsterdam,NL\n',
  'p.csv': 'sku,name,price\nA,Lamp,9.95\n',
  'u.csv': 'customerId,firstName\n101,Jo\n',
  'v.csv': 'customerId,id,city\n101,301,Gouda\n',
};

const reports = '--report r.json --rejected r.csv --results s.csv --report-html r.html --report-junit r.xml';
const imported = `--skip-invalid --journal j.db --output-file out`;

/** Runs a command in a directory of its own: the names of its new files, by whether others may read them. */
async function filesOf(line: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { run } = await serveSandbox();
  const directory = ownDirectory(inputs);
  const { code, err } = await run(line, { directory });
  expect([0, 7], err).toContain(code);
  const modes: Record<string, string[]> = { private: [], readable: [] };
  for (const name of readdirSync(directory).filter((file) => !(file in inputs) && !file.startsWith('j.db')))
    modes[(statSync(join(directory, name)).mode & 0o077) === 0 ? 'private' : 'readable']?.push(name);
  return modes;
}

test.each([
  [`customers import c.csv ${imported} ${reports}`, 'out r.csv r.html r.json r.xml s.csv'],
  [
    `customers import c.csv ${imported} ${reports} --dry-run --save-plan p.plan`,
    'out p.plan r.csv r.html r.json r.xml',
  ],
  [`addresses import a.csv ${imported} ${reports}`, 'out r.csv r.html r.json r.xml s.csv'],
  ['customers update --from u.csv --yes --results s.csv --output-file out', 'out s.csv'],
  ['customers update --from u.csv --dry-run --output-file out', 'out'],
  ['addresses update --from v.csv --yes --results s.csv --output-file out', 'out s.csv'],
  ['customers erase 101 --yes --report r.json --output-file out', 'out r.json'],
  ['customers get 101 -q --dry-run --output-file out', 'out'],
])('%s makes new files for their owner alone', async (line, names) => {
  expect(await filesOf(line)).toEqual({ private: names.split(' '), readable: [] });
});

test.each([
  [`products import p.csv ${imported} ${reports}`, 'out r.csv r.html r.json r.xml s.csv'],
  ['baskets list -q --output-file out', 'out'],
  ['customers get 101 -q --output-file out', 'out'],
])('%s is not about people: others may read its new files', async (line, names) => {
  expect(await filesOf(line)).toEqual({ private: [], readable: names.split(' ') });
});

test('a plan of people has line numbers, and nothing of a row', async () => {
  const { run } = await serveSandbox();
  const directory = ownDirectory(inputs);
  await run('customers import c.csv --skip-invalid --dry-run --save-plan p.plan', { directory });
  const plan = readFileSync(join(directory, 'p.plan'), 'utf8');
  expect(plan).not.toMatch(/jo@|fay|vries/i);
  expect(JSON.parse(plan.split('\n')[0] ?? '')).toMatchObject({
    create: '1',
    forecast: { wouldCreate: 1, sample: [], faults: [{ line: 3, column: 'E-mail', value: null }] },
  });
});
