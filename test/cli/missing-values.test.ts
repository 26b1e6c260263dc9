import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bodies, flagFor, serveAnyStore, typable, written } from '../support/bodies.ts';
import { allCommands } from '../support/commands.ts';
import { ownDirectory, shopCli } from '../support/run.ts';
import { runInSandbox } from '../support/store.ts';
import { sampleOf } from '../support/thorough.ts';
import { words } from '../support/words.ts';

describe('an option without its value takes no option for it', () => {
  test.each([
    ['products create --name Lamp --sku --dry-run', '--sku', '--dry-run'],
    ['products create --sku --name Lamp', '--sku', '--name'],
    ['products create --sku -y', '--sku', '-y'],
    ['products create --sku -qy', '--sku', '-qy'],
    ['products create --sku -ojson', '--sku', '-ojson'],
    ['products create --sku -yocsv', '--sku', '-yocsv'],
    ['products create --sku -o=json', '--sku', '-o=json'],
    ['products create --sku --dryrun', '--sku', '--dryrun'],
    ['products create --sku --fields=id', '--sku', '--fields=id'],
    ['products create --sku -- --dry-run', '--sku', '--'],
    ['products import f.csv --rejected --dry-run', '--rejected', '--dry-run'],
    ['products import f.csv --set --dry-run', '--set', '--dry-run'],
    ['--store --json products list', '--store', '--json'],
    ['products list -o --all', '--output', '--all'],
    ['products list --search --help', '--search', '--help'],
  ])('shop-cli %s: the value of %s is missing', async (line, option, word) => {
    const { run, seen } = await serveAnyStore();
    const { code, out, err } = await run(line);
    expect([code, out, seen]).toEqual([2, '', []]);
    expect(err).toContain(
      `Missing value for ${option}: the next word is ${word === '--' ? '--' : `the option ${word}`}.`,
    );
    expect(err).toContain(`${option}=${word}`);
  });

  test.each([
    [['--sku=--dry-run'], '--dry-run'],
    [['--sku=-y'], '-y'],
    [['--sku', '--- new ---'], '--- new ---'],
    [['--sku', '-1'], '-1'],
    [['--sku', '-new'], '-new'],
    [['--sku', '--dry run'], '--dry run'],
  ])('%j is a value that begins with a dash', async (typed, sku) => {
    const { run, seen } = await serveAnyStore();
    const { code } = await run(['products', 'create', '--allow-duplicate', ...typed]);
    expect([code, JSON.parse(written(seen)[0] ?? '{}').sku]).toEqual([0, sku]);
  });
});

describe('an empty value is refused, and named', () => {
  test.each(bodies.flatMap((body) => typable(body).map(([name]) => [body.line, flagFor(body, name)] as const)))(
    '%s %s ""',
    async (line, flag) => {
      const { run, seen } = await serveAnyStore();
      const { code, err } = await run(words(line, flag, ''));
      expect([code, seen]).toEqual([2, []]);
      expect(err).toContain(`${flag} is empty.`);
    },
  );

  test('of every option of every command, also with an equals sign', async () => {
    const missed: string[] = [];
    for (const { path, command } of await allCommands())
      for (const { long, required } of sampleOf(command.options, 8)) {
        if (!required) continue;
        const home = ownDirectory();
        const needed = command.registeredArguments.filter((argument) => argument.required).map(() => '1');
        const line = [...path.split(' '), ...needed, `${long}=`];
        const { code, err } = await shopCli([...line, '--json'], { home });
        const { message } = JSON.parse(err.split('\n').at(-2) ?? '').error;
        if (code !== 2 || !message.includes(`${long} is empty.`)) missed.push(`${line.join(' ')}: ${message}`);
        if (readdirSync(home).length > 0) missed.push(`${line.join(' ')} wrote a file`);
      }
    expect(missed).toEqual([]);
  });

  test.each([
    ['api', '', 'products'],
    ['auth', 'switch', ''],
    ['auth', 'login', ''],
    ['imports', 'show', ''],
    ['imports', 'apply', ''],
    ['products', 'import', ''],
    ['orders', 'get', '1001', ''],
    ['schema', ''],
  ])('an empty argument: shop-cli %s %s %s', async (...line) => {
    const { code, err } = await runInSandbox(line.filter((word) => word !== undefined));
    expect([code, err]).toEqual([2, expect.stringMatching(/ is empty\./)]);
  });

  test('and a file that it would have named is not made', async () => {
    const directory = ownDirectory();
    const { code, err } = await shopCli(['products', 'export', '--store', 'sandbox', '--output-file', ''], {
      directory,
    });
    expect([code, err.split('\n')[0], existsSync(join(directory, 'products.csv'))]).toEqual([
      2,
      'Error: --output-file is empty.',
      false,
    ]);
  });

  test('in an update it is said how to clear a field', async () => {
    const { run } = await serveAnyStore();
    expect((await run(['customers', 'update', '101', '--phone-number', ''])).err).toContain(
      '--phone-number is empty.\nPass a value. To clear a field: --unset <field>\n',
    );
  });
});

test.each(['customers', 'addresses'])('%s import without a file has a file of these as its example', async (noun) => {
  expect((await runInSandbox(`${noun} import`)).err).toContain(`shop-cli ${noun} import ${noun}.csv`);
});
