import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allCommands, type DocumentedCommand } from '../support/commands.ts';

// The pages of the manual in dist/man. Needs a build.

const directory = 'dist/man';
const pages = readdirSync(directory);
const commands = await allCommands();

const texts = new Map<string, string | undefined>();

function shownOnce(page: string): string | undefined {
  if (!texts.has(page)) texts.set(page, shown(page));
  return texts.get(page);
}

/** The page as a terminal of 200 columns shows it; undefined where this machine has no groff. */
function shown(page: string): string | undefined {
  try {
    return execFileSync('groff', ['-man', '-ww', '-Tutf8', '-P-cbou', '-rLL=200n', `${directory}/${page}`], {
      encoding: 'utf8',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
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

  test('is valid troff on every page', () => {
    const output = pages.map((page) => {
      try {
        execFileSync('groff', ['-man', '-ww', '-z', `${directory}/${page}`], { stdio: ['ignore', 'pipe', 'pipe'] });
        return '';
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : String(error);
      }
    });
    expect(output.filter((warning) => warning !== '')).toEqual([]);
  });

  test.each(commands.map(({ path }) => path))('%s: options and examples are shown as they are typed', (path) => {
    // A long command goes on behind a backslash.
    const text = shownOnce(`shop-cli-${path.split(' ')[0]}.1`)?.replace(/ \\\n +/g, ' ');
    if (text === undefined) return;
    const { options, definition } = commands.find((command) => command.path === path) as DocumentedCommand;
    const examples = definition.examples.map(([line]) => `shop-cli ${line}`);
    const wanted = [...examples, ...options.map(({ long }) => long ?? '')];
    expect(wanted.filter((part) => !text.includes(part))).toEqual([]);
  });
});
