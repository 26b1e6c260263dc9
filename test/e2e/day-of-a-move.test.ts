import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { filesIn } from '../people/shop.ts';
import { ownDirectory } from '../support/directory.ts';
import { bin, type Ended, runProgram } from '../support/programs.ts';
import { startSandbox } from '../support/shop.ts';
import { writtenForms } from '../support/written-forms.ts';

// The move of docs/moving.md with the built program: the customers of another shop, as Shopify exports them, come into the
// embedded store, which loses answers. The import is killed three times.

const headings =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n';

/** Somebody of the old shop. Letters, since any number may be in any file. */
const lettersOf = (at: number): string => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
const emailOf = (at: number): string => `Mover.${lettersOf(at)}zq@mail.example`;
const phoneOf = (at: number): string => `+3165550${7300 + at}`;

/** A row of the export. */
const row = (
  at: number,
  { email = emailOf(at), address = `Zwaluwenlaan ${at + 1}`, phone = phoneOf(at) } = {},
): string =>
  `${9000 + at},Quirine,Verhuizer${lettersOf(at)},${email},yes,,${address},,Zwolle,,NL,8017 ${lettersOf(at).toUpperCase()},,${phone},no,12.00,1,likes tea,no,vip\n`;

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, at) => from + at);
const [count, more] = [90, 12];
const exported = range(0, count);
const faulty = [
  row(0),
  row(1, { address: 'Plein 1944' }),
  row(2, { email: '' }),
  row(3, { email: emailOf(0).toUpperCase() }),
];
const faults = 'reset-after=4%,5xx-after=3%,429-after=3%,reset-before=3%';

test('customers move with their addresses, each once, and no other file has anything of anybody', {
  timeout: 600_000,
}, async () => {
  const move = await openMove();
  await move.write(
    'export.csv',
    headings +
      faulty.join('') +
      exported
        .slice(4)
        .map((at) => row(at))
        .join(''),
  );
  const checked = await move.run('customers import export.csv --dry-run');
  const addressesChecked = await move.run('addresses import export.csv --dry-run');
  await move.write('export.csv', headings + exported.map((at) => row(at)).join(''));
  const outputs = '--rejected rejected.csv --results results.csv --report report.json';
  const line = `customers import export.csv --settle 3s --concurrency 4 ${outputs}`;
  const kills = [await move.killed(line, 5), await move.killed(line, 20), await move.killed(line, 30)];
  const continued = await move.run(line);
  const addresses = await move.run('addresses import export.csv --settle 3s --results address-results.csv');
  const inFirst = await move.stored();

  // A day later: some bought again, one with another phone number, and others are new.
  const later = range(count - more, count + more);
  await move.write(
    'later.csv',
    headings + later.map((at) => row(at, at === count - 1 ? { phone: '+31655501' } : {})).join(''),
  );
  const laterLine = 'import later.csv --settle 3s --json';
  const second = await move.run(`customers ${laterLine}`);
  const secondAddresses = await move.run(`addresses ${laterLine}`);
  const gone = await move.idOf(emailOf(7));
  const erased = await move.run(`customers erase ${gone} --yes --report receipt.json`);
  const again = await move.run(line);

  expect([checked.code, addressesChecked.code]).toEqual([2, 2]);
  expect(checked.err).toContain('line 4: no e-mail address');
  expect(checked.err).toContain('line 5, Email: duplicate e-mail address, also on line 2');
  expect(addressesChecked.err).toContain('line 3, Default Address Address1');
  expect(kills).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
  expect([continued.code, continued.err]).toEqual([0, expect.stringContaining('Continu')]);
  expect([addresses.code, addresses.err]).toEqual([0, expect.stringContaining('90 addresses')]);
  expect(inFirst).toEqual(exported.map(storedAs).sort());
  expect([second.code, JSON.parse(second.out)]).toEqual([
    0,
    expect.objectContaining({ created: more, existing: more }),
  ]);
  expect([secondAddresses.code, JSON.parse(secondAddresses.out)]).toMatchObject([0, { created: more, existing: more }]);
  expect([erased.code, erased.err, again.code]).toEqual([0, expect.stringContaining('Erased'), 7]);
  const everybody = range(0, count + more);
  expect(await move.stored()).toEqual(
    everybody
      .filter((at) => at !== 7)
      .map(storedAs)
      .sort(),
  );
  const mayHavePeople = [
    'export.csv',
    'later.csv',
    'results.csv',
    'address-results.csv',
    'rejected.csv',
    'report.json',
  ];
  expect(move.leaks(everybody, mayHavePeople)).toEqual([]);
  expect(move.names()).toEqual(expect.arrayContaining(['imports.db', 'imports.db.key', 'receipt.json']));
});

/** What the store has of somebody: the e-mail address, and where he lives, as often as it has that. */
const storedAs = (at: number): string => `${emailOf(at)}: Zwaluwenlaan ${at + 1}`;

/** A machine, and the store into which its user moves. */
async function openMove() {
  const shop = ownDirectory();
  const { log, variables: printed } = startSandbox(shop, [
    '--empty',
    '--db',
    'day.db',
    '--latency',
    '2ms..8ms',
    '--seed',
    '45',
    '--fault',
    faults,
  ]);
  let onCreated: () => void = () => undefined;
  log.on('line', (text) => {
    if (/^POST \S+\/customers(\?\S*)? /.test(text)) onCreated();
  });
  const machine = ownDirectory();
  const folders = ['home', 'work', 'tmp', 'state', 'config', 'cache', 'data'].map((name) => join(machine, name));
  for (const folder of folders) mkdirSync(folder);
  const [HOME = '', cwd = '', TMPDIR = '', state = '', config = '', cache = '', data = ''] = folders;
  const xdg = { XDG_STATE_HOME: state, XDG_CONFIG_HOME: config, XDG_CACHE_HOME: cache, XDG_DATA_HOME: data };
  const env = { PATH: process.env.PATH ?? '', TZ: 'UTC', HOME, TMPDIR, ...xdg, ...(await printed) };
  const all = async (sql: string) => {
    const database = await openSqlite(join(shop, 'day.db'));
    const rows = database.all(sql);
    database.close();
    return rows;
  };
  return {
    write: (name: string, text: string) => writeFile(join(cwd, name), text),
    run: (line: string): Promise<Ended> => runProgram(process.execPath, [bin, ...line.split(' ')], { cwd, env }),
    /** How a command ended that is killed when so many customers more were created. */
    async killed(line: string, creations: number): Promise<unknown> {
      const child = spawn(process.execPath, [bin, ...line.split(' ')], { cwd, env, stdio: 'ignore' });
      let left = creations;
      onCreated = () => void (--left === 0 && child.kill('SIGKILL'));
      const [code, signal] = await once(child, 'exit');
      onCreated = () => undefined;
      return signal ?? code;
    },
    /** Each customer with the addresses that the store has of him. */
    async stored(): Promise<readonly string[]> {
      const rows = await all(`SELECT c.record ->> '$.fields.emailAddress' AS email,
        (SELECT group_concat((record ->> '$.fields.streetAddress') || ' ' || (record ->> '$.fields.houseNumber')) FROM addresses WHERE parentId = c.id) AS places
        FROM customers c`);
      return rows.map(({ email, places }) => `${email}: ${places}`).sort();
    },
    async idOf(email: string): Promise<string> {
      const [found] = await all(`SELECT id FROM customers WHERE record ->> '$.fields.emailAddress' = '${email}'`);
      return String(found?.id);
    },
    names: () => folders.flatMap(filesIn).map((path) => basename(path)),
    /** Where anything of somebody is in another file than these. */
    leaks(people: readonly number[], allowed: readonly string[]): readonly string[] {
      const forms = people.flatMap(formsOf);
      const files = folders
        .flatMap(filesIn)
        .filter((path) => !(path.startsWith(cwd) && allowed.includes(basename(path))));
      return files.flatMap((path) => {
        const content = `${path}\n${readFileSync(path, 'latin1')}`;
        const lower = content.toLowerCase();
        const found = forms.find((form) => content.includes(form) || lower.includes(form.toLowerCase()));
        return found === undefined ? [] : [`${path}: ${found}`];
      });
    },
  };
}

/** What a file could hold of somebody, also hashed without a key: whoever has that can try every address. */
function formsOf(at: number): readonly string[] {
  const texts = [emailOf(at), emailOf(at).toLowerCase(), `Verhuizer${lettersOf(at)}`, phoneOf(at)];
  const digests = texts.flatMap((text) => ['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(text)));
  return [
    ...texts.flatMap(writtenForms),
    'Zwaluwenlaan',
    ...digests.map((digest) => digest.digest().toString('latin1', 0, 8)),
  ];
}
