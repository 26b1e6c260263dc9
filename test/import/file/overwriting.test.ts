import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveSandbox } from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';

const file = 'sku,name\nA,x\n';

/** Imports with these options once more into a store that has a journal; nothing may change. */
const refused = async (options: string): Promise<object> => {
  const { run } = await serveSandbox({ empty: true });
  const directory = ownDirectory({ 'in.csv': file });
  await symlink('in.csv', join(directory, 'link'));
  await symlink('j.db', join(directory, 'journal'));
  await run('products import in.csv --journal j.db', { directory });
  const before = await namesIn(directory);
  await writeFile(join(directory, 'in.csv'), `${file}B,y\n`);
  const { code, err } = await run(`products import in.csv ${options}`, { directory });
  const { out } = await run('products list --all --json --fields sku');
  const runs = await run('imports list --json --fields run --journal j.db', { directory });
  return {
    code,
    err: err.split('\n').filter((line) => line.startsWith('Error')),
    names: (await namesIn(directory)).filter((name) => !before.includes(name)),
    isAsBefore: (await readFile(join(directory, 'in.csv'), 'utf8')) === `${file}B,y\n`,
    runs: JSON.parse(runs.out),
    store: JSON.parse(out).length,
  };
};

/** SQLite makes and removes files of its own beside a journal when it likes. */
const namesIn = async (directory: string): Promise<readonly string[]> =>
  (await readdir(directory)).filter((name) => !name.startsWith('j.db-'));

sampled(3).each([
  ['--journal in.csv', '--journal would overwrite the imported file.'],
  ['--journal link', '--journal would overwrite the imported file.'],
  ['--journal j.db --results ./in.csv', '--results would overwrite the imported file.'],
  ['--journal j.db --rejected link', '--rejected would overwrite the imported file.'],
  ['--journal j.db --report ./j.db', '--journal and --report name the same file.'],
  ['--journal j.db --report journal', '--journal and --report name the same file.'],
  ['--journal j.db --results j.db-wal', '--journal and --results name the same file.'],
  ['--journal j.db --results new --report ./new', '--results and --report name the same file.'],
  ['--journal j.db --report-html ./in.csv', '--report-html would overwrite the imported file.'],
  ['--journal j.db --report new --report-html ./new', '--report and --report-html name the same file.'],
])('refused before anything is sent or written: %s', async (options, message) => {
  expect(await refused(options)).toEqual({
    code: 2,
    err: [`Error: ${message}`],
    names: [],
    isAsBefore: true,
    runs: [{ run: 1 }],
    store: 1,
  });
});

test('the default journal of the store cannot be overwritten either', async () => {
  const directory = ownDirectory({ 'in.csv': file });
  const { run } = await serveSandbox({ empty: true });
  const env = { XDG_STATE_HOME: join(directory, 'state') };
  await run('products import in.csv', { directory, env });
  const { out } = await run('imports show --json', { directory, env });
  const { code, err } = await run(['products', 'import', 'in.csv', '--report', JSON.parse(out).journal], {
    directory,
    env,
  });
  const again = await run('imports list --json --fields run', { directory, env });
  expect([code, err.includes('--journal and --report name the same file'), JSON.parse(again.out)]).toEqual([
    2,
    true,
    [{ run: 1 }],
  ]);
});

test.each(['--report', '--report-html', '--report-junit', '--results', '--rejected', '--save-plan', '--journal'])(
  '%s takes no "-": it is the name of a file',
  async (option) => {
    const { run } = await serveSandbox();
    const directory = ownDirectory({ 'in.csv': file });
    const { code, err } = await run(`products import in.csv ${option} -`, { directory });
    const message = `${option} "-" must be the name of a file, not -.`;
    expect([code, err, await namesIn(directory)]).toEqual([2, expect.stringContaining(message), ['in.csv']]);
  },
);
