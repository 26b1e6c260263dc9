import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../support/commands.ts';
import { isInstalled } from '../support/programs.ts';

// The pages of the manual in dist/man. Needs a build.

const directory = 'dist/man';
const pages = readdirSync(directory);
const commands = await allCommands();

/** The page as a terminal of 200 columns shows it; undefined where this machine has no groff. @throws for a warning */
function shown(page: string): string | undefined {
  const options = ['-man', '-ww', '-Tutf8', '-P-cbou', '-rLL=200n', `${directory}/${page}`];
  const { error, stdout, stderr } = spawnSync('groff', options, { encoding: 'utf8' });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
  if (error || stderr !== '') throw error ?? new Error(stderr);
  return stdout;
}

describe('the manual', () => {
  test('has a page for each noun and one for all, which package.json names for npm to install', () => {
    const nouns = new Set(commands.map(({ path }) => path.split(' ')[0]));
    const wanted = ['shop-cli.1', ...[...nouns].map((noun) => `shop-cli-${noun}.1`)].sort();
    const { man } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly man: readonly string[] };
    expect([[...pages].sort(), [...man].sort()]).toEqual([wanted, wanted.map((page) => `${directory}/${page}`)]);
  });

  test.each(pages)('%s begins with its name and its section', (page) => {
    const [, heading] = readFileSync(`${directory}/${page}`, 'utf8').split('\n');
    expect(heading?.replaceAll('\\', '')).toMatch(`.TH ${page.slice(0, -2).toUpperCase()} 1 "" "shop-cli `);
  });

  test.each(pages)('%s is valid, and shows options and examples as they are typed', (page) => {
    // A long command goes on behind a backslash.
    const text = shown(page)?.replace(/ \\\n +/g, ' ');
    if (text === undefined) return expect(isInstalled('groff')).toBe(false);
    const described = commands.filter(({ path }) => page === `shop-cli-${path.split(' ')[0]}.1`);
    const paragraphs = text.replace(/\s+/g, ' ');
    const cautions = described.flatMap(({ definition }) => definition.caution ?? []);
    expect(cautions.filter((caution) => !paragraphs.includes(caution.replace(/\s+/g, ' ')))).toEqual([]);
    const wanted = described.flatMap(({ options, definition }) => [
      ...definition.examples.map(([line]) => `shop-cli ${line}`),
      ...options.map(({ long }) => long ?? ''),
    ]);
    expect(wanted.filter((part) => !text.includes(part))).toEqual([]);
  });
});
