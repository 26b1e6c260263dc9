import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, type Option } from 'commander';
import { expect, test } from 'vitest';
import { addCommonOptions } from '../../src/cli/options.ts';
import { exitCodeTexts } from '../../src/errors.ts';
import { allCommands, type DocumentedCommand } from '../support/commands.ts';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';
import { typed } from '../support/words.ts';
import { wrapped } from '../support/wrapped.ts';

const commands = await allCommands();

test('docs/commands.md is what the command tree says: npx vitest run test/docs --update writes it anew', async () => {
  const common = addCommonOptions(new Command()).options;
  const text = [
    '# Commands',
    '',
    'This page is generated from the command tree. `shop-cli <command> --help` prints the same text.',
    '',
    ...commands.map(({ path, summary }) => `- [\`${path}\`](#${path.replaceAll(' ', '-')}): ${summary}`),
    '',
    '## Global options',
    '',
    ...optionTable(common),
    '',
    '## Exit codes',
    '',
    '| code | |',
    '|--:|---|',
    ...Object.entries(exitCodeTexts).map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
    ...commands.flatMap(section),
  ].join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/commands.md');
});

function section({ path, summary, definition, command, options }: DocumentedCommand): readonly string[] {
  return [
    `## ${path}`,
    '',
    `\`shop-cli ${path} ${command.usage()}\``,
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    ...(definition.caution === undefined ? [] : [cautionOf(definition.caution), '']),
    ...(definition.details === undefined ? [] : [linesOf(definition.details), '']),
    ...(options.length === 0 ? [] : [...optionTable(options), '']),
    ...Object.entries(definition.exitCodes ?? {}).map(([code, meaning]) => `- exit code ${code}: ${meaning}`),
    ...(definition.exitCodes ? [''] : []),
    ...(definition.examples.length === 0
      ? []
      : ['```sh', ...definition.examples.flatMap(([line, purpose]) => [`# ${purpose}`, commandLine(line)]), '```', '']),
    ...(definition.seeAlso ? [`See also ${definition.seeAlso.map(linkTo).join(', ')}.`, ''] : []),
  ];
}

/** Paragraphs, each in lines of their own; what is indented stays as it is. */
const linesOf = (details: string): string =>
  details
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : wrapped(line)))
    .join('\n');

/** In bold; with a line to copy, plain paragraphs with that line in a block. */
const cautionOf = (caution: string): string =>
  caution.includes('\n  ') ? linesOf(caution).replace(/^ {2}(.*)$/gm, '```text\n$1\n```') : `**${wrapped(caution)}**`;

/** A command line, continued where it is long. */
const commandLine = (line: string): string => wrapped(`shop-cli ${line}`, '  ').replaceAll('\n', ' \\\n');

const linkTo = (path: string): string =>
  commands.some((known) => known.path === path) ? `[\`${path}\`](#${path.replaceAll(' ', '-')})` : `\`${path}\``;

function optionTable(options: readonly Option[]): readonly string[] {
  return [
    '| option | |',
    '|---|---|',
    ...options.map(
      ({ flags, description }) => `| \`${flags.replaceAll('|', '\\|')}\` | ${description.replaceAll('|', '\\|')} |`,
    ),
  ];
}

/** The first of the example catalogue. */
const fewProducts = (await readFile('examples/products.csv', 'utf8')).split('\n').slice(0, 6).join('\n');
const fewPeople = await readFile('examples/customers.csv', 'utf8');
const makesFile = '--output-file';

/** The files of changes that examples name. */
const changes = {
  'changes.csv': 'customerId,phoneNumber\n101,030-5550199\n',
  'addresses.csv': 'customerId,addressId,houseNumber\n101,301,6\n',
};

const examples = commands
  // One runs until it is stopped, the other needs a store and its token.
  .filter(({ path }) => path !== 'sandbox' && path !== 'auth login')
  .flatMap(({ definition }) => {
    const lines = definition.examples.map(([line]) => line);
    // An example may need the file that an earlier one on its page makes.
    return lines.map(
      (line, at) => [line, lines.slice(0, at).filter((earlier) => earlier.includes(makesFile))] as const,
    );
  });

/** Makes the results of an import that an example takes back. */
async function importPeople(
  line: string,
  run: (words: readonly string[]) => Promise<unknown>,
  directory: string,
): Promise<void> {
  const [noun = ''] = line.split(' ');
  const address =
    'customerId,firstName,lastName,street,houseNumber,zipcode,city,country\n101,Jo,Bos,Dam,1,1012 JS,Amsterdam,NL\n';
  await writeFile(join(directory, 'import.csv'), noun === 'customers' ? fewPeople : address);
  await run([noun, 'import', 'import.csv', '--results', 'results.csv']);
}

sampled(2).each(examples)('every example of every help can be typed as it is: shop-cli %s', async (line, before) => {
  const { run } = await serveSandbox();
  const directory = ownDirectory(changes);
  const [command = '', file] = line.split(' > ');
  const options = { directory, env: { XDG_STATE_HOME: directory, XDG_CONFIG_HOME: directory } };
  // What `imports` looks into.
  const made = line.includes('.plan') ? ['--save-plan', 'import.plan'] : [];
  if (line.startsWith('imports')) {
    await writeFile(join(directory, 'few.csv'), fewProducts);
    await run(['products', 'import', 'few.csv', ...made], options);
  }
  if (line.includes('--from results.csv')) await importPeople(line, (words) => run(words, options), directory);
  if (line.includes(' customers.csv')) await writeFile(join(directory, 'customers.csv'), fewPeople);
  if (line.startsWith('auth')) await addProfile(directory);
  for (const earlier of before) await run(typed(earlier), options);
  const { code, out, err } = await run(typed(command), options);
  expect({
    code,
    err: code === 0 ? '' : err,
    // The rows of a file that was just made exist already: a dry run of it shows none.
    // What changes nothing but a profile, or finds nothing to delete, says so on stderr.
    empty:
      !/^(auth (switch|logout)|imports delete --older)/.test(line) &&
      file === undefined &&
      before.length === 0 &&
      !line.includes(makesFile) &&
      out === '',
  }).toEqual({ code: 0, err: '', empty: false });
});

/** A profile `staging`, in a directory of settings. */
async function addProfile(directory: string): Promise<void> {
  const path = join(directory, 'shop-cli');
  await mkdir(path, { mode: 0o700 });
  const config = { version: 1, profiles: { staging: { url: 'https://staging.shop.example' } } };
  await writeFile(join(path, 'config.json'), JSON.stringify(config), { mode: 0o600 });
}

test('every command has a one-line summary and two examples', () => {
  const poor = commands.filter(
    ({ summary, definition }) => summary.length < 10 || summary.length > 60 || definition.examples.length < 2,
  );
  expect(poor.map(({ path }) => path)).toEqual([]);
});
