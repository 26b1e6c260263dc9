import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificate } from '../support/certificates.ts';
import { allCommands } from '../support/commands.ts';
import { ownDirectory, type RunOptions } from '../support/run.ts';
import { withSandbox } from '../support/sandbox-command.ts';
import { serveSandbox } from '../support/store.ts';
import { sampleOf } from '../support/thorough.ts';

// A folder that an option names is the user's, whoever it belongs to: a team's, a runner's, the temporary folder of the system.

const basket = '42212126-9CF9-49D8-8E52-5B2858894145';

/** What is read, by the options that name it; for some commands another file. */
const inputs: Readonly<Record<string, string>> = {
  '--body': 'body.json',
  '--products-file': 'lines.csv',
  '--from': 'ids.txt',
  '--file': 'in.csv',
  '--token-file': 'token.txt',
  '--ca-file': 'ca.pem',
  '--options': 'products.json',
  'customers import --options': 'customers.json',
  'addresses import --options': 'addresses.json',
  'customers update --from': 'customers.csv',
  'addresses update --from': 'addresses.csv',
  'api --body': 'product.json',
  'baskets update --body': 'coupon.json',
  'baskets items update --body': 'quantity.json',
  'customers update --body': 'name.json',
  'addresses update --body': 'city.json',
  'baskets delete --from': 'keys.txt',
};

/** What is written because it was asked for, in a dry run too. */
const outputs: Readonly<Record<string, string>> = {
  '--output-file': 'out.json',
  '--save-plan': 'new.plan',
  '--save-options': 'new.json',
  '--rejected': 'rejected.csv',
  '--results': 'results.csv',
  '--report': 'report.json',
  '--report-html': 'report.html',
  '--report-junit': 'report.xml',
  '--worklist': 'work.csv',
};

/** Databases of ours: a dry run makes none. */
const databases: Readonly<Record<string, string>> = { '--journal': 'new.db' };

/** A command line that does something, without the option. */
const lines: Readonly<Record<string, string>> = {
  'products list': 'products list',
  'products create': 'products create --sku N-1 --name Mug',
  'products import': 'products import in.csv',
  'products diff': 'products diff in.csv',
  'imports list': 'imports list',
  'imports show': 'imports show',
  'imports apply': 'imports apply old.plan',
  'imports verify': 'imports verify',
  'imports delete': 'imports delete 1 --yes',
  'baskets create': 'baskets create --customer 101',
  'baskets update': `baskets update ${basket}`,
  'baskets delete': 'baskets delete --yes',
  'baskets items add': `baskets items add ${basket}`,
  'baskets items update': `baskets items update ${basket} 200`,
  'baskets items delete': `baskets items delete ${basket} --yes`,
  'customers create': 'customers create --first-name Jo --last-name Peeters --email-address jo@shop.test',
  'customers import': 'customers import people.csv',
  'customers update': 'customers update --from customers.csv --yes',
  'customers update --body': 'customers update 101',
  'customers update --from': 'customers update --yes',
  'customers delete': 'customers delete --yes',
  'customers erase': 'customers erase 104 --yes',
  'addresses create':
    'addresses create --customer 101 --first-name Jo --last-name Peeters --street-address Meir --house-number 1 --zipcode 2000 --city Antwerpen --country BE',
  'addresses import': 'addresses import homes.csv',
  'addresses update': 'addresses update --from addresses.csv --yes',
  'addresses update --body': 'addresses update 301 --customer 101',
  'addresses update --from': 'addresses update --yes',
  'addresses delete': 'addresses delete --customer 101 --yes',
  'orders create': `orders create --basket ${basket}`,
  'orders delete': 'orders delete --yes',
  api: 'api POST products',
  'auth login': 'auth login shop --store URL',
};

/** Of every command; one of them stands for all. */
const globalOptions = ['--output-file', '--ca-file'];
const readsAny = 'products list';

const fileOptions = (await allCommands()).flatMap(({ path, command }) =>
  command.options
    .filter(({ flags }) => /<(?:\w+-)?(?:file|folder|directory|path)>$/.test(flags))
    .map(({ long }) => ({ command: path, option: String(long) }))
    // Its option is tried by itself: it runs until it is stopped.
    .filter(({ command }) => command !== 'sandbox')
    .filter(({ option }) => !globalOptions.includes(option) || path === readsAny),
);

const folderFiles: Readonly<Record<string, string>> = {
  'in.csv': 'sku,name\nA-1,Mug\n',
  'people.csv': 'email,voornaam,achternaam\nann@shop.test,Ann,Claes\n',
  'homes.csv':
    'customerId,voornaam,achternaam,straat,huisnummer,postcode,plaats,land\n101,Jo,Claes,Meir,1,2000,Antwerpen,BE\n',
  'body.json': '{}',
  'coupon.json': '{"coupon":"WELKOM10"}',
  'quantity.json': '{"quantity":2}',
  'name.json': '{"firstName":"Jo"}',
  'city.json': '{"city":"Gent"}',
  'product.json': '{"sku":"N-2","name":"Mug"}',
  'lines.csv': 'sku,quantity\nBEL-001,1\n',
  'ids.txt': '102\n',
  'keys.txt': `${basket}\n`,
  'customers.csv': 'id,phone\n101,030-5550142\n',
  'addresses.csv': 'id,customerId,city\n301,101,Gent\n',
  ...Object.fromEntries(
    ['products', 'customers', 'addresses'].map((noun) => [
      `${noun}.json`,
      JSON.stringify({ format: 'shop-cli import options', version: 1, noun }),
    ]),
  ),
  'token.txt': 'of-no-store-at-all',
};

type Line = (line: string) => Promise<{ readonly code: number; readonly err: string }>;

interface Account {
  readonly name: string;
  readonly id: number;
  /** Of the folder: whose it is, and its mode. */
  readonly owner: number;
  readonly mode: number;
  readonly umask: number;
}

const isRoot = process.geteuid?.() === 0;
const me = process.geteuid?.() ?? 0;
const accounts: readonly Account[] = isRoot
  ? [
      { name: 'root, in the folder of a team', id: 0, owner: 1001, mode: 0o2775, umask: 0 },
      { name: 'another account, in a temporary folder', id: 1001, owner: 0, mode: 0o1777, umask: 0o022 },
    ]
  : [{ name: 'this user', id: me, owner: me, mode: 0o755, umask: 0o022 }];

/** Runs command lines in a folder as an account with a home of its own. */
async function folderOf(account: Account) {
  const outer = ownDirectory();
  await chmod(outer, 0o755);
  const [folder, home] = [join(outer, 'folder'), join(outer, 'home')];
  await mkdir(home);
  await mkdir(folder);
  for (const [name, text] of Object.entries({ ...folderFiles, 'ca.pem': certificate('authority').cert }))
    await writeFile(join(folder, name), text, { mode: 0o644 });
  if (isRoot) {
    await chown(home, account.id, account.id);
    await chown(folder, account.owner, account.owner);
  }
  await chmod(folder, account.mode);
  const { run, url } = await serveSandbox();
  const options: RunOptions = { directory: folder, home };
  const line: Line = (words) => asAccount(account, () => run(words.replace('URL', url), options));
  const seen = async () => {
    const { mode, uid, gid } = await stat(folder);
    return { folder: [mode, uid, gid], names: (await readdir(folder)).sort() };
  };
  return { line, seen, directory: folder, home };
}

async function asAccount<T>({ id, umask }: Account, work: () => Promise<T>): Promise<T> {
  const usual = process.umask(umask);
  if (isRoot) process.setegid?.(id);
  if (isRoot) process.seteuid?.(id);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    if (isRoot) process.setegid?.(0);
    process.umask(usual);
  }
}

test('every option that takes a file is tried', () => {
  const known = { ...inputs, ...outputs, ...databases };
  expect(fileOptions.filter(({ command, option }) => !(command in lines) || !(option in known))).toEqual([]);
});

/** What a command says that does what it should, where that is not 0. */
const codes: Readonly<Record<string, number>> = {
  'products diff --worklist': 11,
  'products diff --options': 11,
  'products diff --save-options': 11,
  'auth login --token-file': 4,
};

/** Files of ours that are beside a journal. */
const isOfJournal = (name: string): boolean => name.startsWith('new.db');

const added = (after: readonly string[], before: readonly string[]): readonly string[] =>
  after.filter((name) => !before.includes(name));

describe.each(accounts)('a folder that is named by $name', (account) => {
  const tried = sampleOf(fileOptions, 9, accounts.indexOf(account) * 4);
  test.each(tried)('stays as it is: $command $option', async ({ command, option }) => {
    const key = `${command} ${option}`;
    const { line, seen } = await folderOf(account);
    await prepare(command, line);
    const words = `${lines[key] ?? lines[command]} ${option} ${fileOf(command, option)}`;
    const before = await seen();
    const dryCode = (await line(`${words} --dry-run`)).code;
    const dry = await seen();
    const code = (await line(words)).code;
    const after = await seen();
    expect({ codes: [dryCode, code], folders: [dry.folder, after.folder] }).toEqual({
      codes: [codes[key] ?? 0, codes[key] ?? 0],
      folders: [before.folder, before.folder],
    });
    const asked = [outputs[option]];
    expect(added(dry.names, before.names).filter((name) => !asked.includes(name))).toEqual([]);
    expect(added(after.names, before.names).filter((name) => !asked.includes(name) && !isOfJournal(name))).toEqual([]);
  });

  test('stays as it is where a store, or the journal of people that is read, is named', async () => {
    const { line, seen } = await folderOf(account);
    await line('customers import people.csv --journal new.db');
    const before = await seen();
    const commands = ['customers import people.csv --journal new.db', 'products list --store sandbox:none.db'];
    const codesOf = [await line(`${commands[0]} --dry-run`), await line(`${commands[1]} --dry-run`)];
    expect([codesOf.map(({ code }) => code), await seen()]).toEqual([[0, 0], before]);
    expect(before.names.filter(isOfJournal)).toEqual(['new.db', 'new.db.key']);
  });

  test('stays as it is where it gets the database of a sandbox, which a dry run does not make', async () => {
    const { seen, directory, home } = await folderOf(account);
    const before = await seen();
    const dry = await asAccount(account, () => withSandbox(['--db', 'shop.db', '--dry-run'], { directory, home }));
    expect([dry.code, await seen()]).toEqual([0, before]);
    const real = await asAccount(account, () => withSandbox(['--db', 'shop.db'], { directory, home }));
    const { folder, names } = await seen();
    const made = added(names, before.names).filter((name) => !name.startsWith('shop.db-'));
    expect([real.code, folder, made]).toEqual([0, before.folder, ['shop.db']]);
  });
});

/** What a command about an import needs. */
async function prepare(command: string, line: Line): Promise<void> {
  if (command === 'imports apply') await line('products import in.csv --save-plan old.plan');
  else if (command.startsWith('imports ')) await line('products import in.csv --journal old.db --yes');
}

function fileOf(command: string, option: string): string {
  const isRead = option === '--journal' && command.startsWith('imports ') && command !== 'imports apply';
  if (isRead) return 'old.db';
  const known = { ...inputs, ...outputs, ...databases };
  return known[`${command} ${option}`] ?? known[option] ?? '';
}
