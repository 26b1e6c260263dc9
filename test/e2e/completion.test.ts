import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDirectory, removeDirectory } from '../support/directory.ts';
import { isInstalled, putOnPath } from '../support/programs.ts';
import { openTerminal } from '../support/terminal.ts';

// The shells that are installed, in a terminal, with the Tab key. Needs a build (`npm test` makes one). PowerShell is not tried: its script is
// only read, in test/commands/completion.

let directory = '';
const scriptFor = (shell: string): string =>
  execFileSync(process.execPath, ['bin/shop-cli.cjs', 'completion', shell], { encoding: 'utf8' });
const at = (...path: readonly string[]): string => join(directory, ...path);

beforeAll(async () => {
  directory = makeDirectory();
  putOnPath(at('bin'));
  await mkdir(at('work'));
  for (const name of ['my file.csv', "it's.csv", 'pr$ice.csv', 'colon:equal=.csv'])
    await writeFile(at('work', name), '');
  await writeFile(at('bash.rc'), `PS1='> '\n${scriptFor('bash')}`);
  await writeFile(at('.zshrc'), `PS1='> '\nunsetopt list_beep\n${scriptFor('zsh')}`);
  await writeFile(
    at('fish.rc'),
    `function fish_prompt; echo -n '> '; end\nfunction fish_greeting; end\nset -g fish_autosuggestion_enabled 0\n${scriptFor('fish')}`,
  );
});
afterAll(() => removeDirectory(directory));

const shells = [
  { name: 'bash', argv: () => ['--noprofile', '--rcfile', at('bash.rc'), '-i'] },
  { name: 'zsh', argv: () => ['-i'] },
  { name: 'fish', argv: () => ['--no-config', '-C', `source ${at('fish.rc')}`] },
].map((shell) => ({ ...shell, missing: !isInstalled(shell.name) }));

/** What stands on the command line after the text was typed and Tab was pressed. */
async function tab(shell: (typeof shells)[number], typed: string, expected: string): Promise<string> {
  const env = { PATH: `${at('bin')}:${process.env.PATH}`, HOME: directory, ZDOTDIR: directory };
  const terminal = openTerminal(shell.argv(), { program: [shell.name], columns: 110, env, directory: at('work') });
  const line = (): string => /^> (.*)$/m.exec(terminal.screen)?.[1]?.trimEnd() ?? '';
  await terminal.waitFor(/^> ?/m);
  await terminal.type(typed).waitFor(() => line() === typed.trimEnd());
  await terminal.press('tab').waitFor(() => line() === expected);
  return line();
}

describe.each(shells)('Tab in $name', (shell) => {
  const everywhere: readonly (readonly [typed: string, then: string])[] = [
    ['shop-cli cus', 'shop-cli customers'],
    ['shop-cli products list --output=nd', 'shop-cli products list --output=ndjson'],
    ['shop-cli products list --fields productId,sk', 'shop-cli products list --fields productId,sku'],
    ['shop-cli addresses create --country nl', 'shop-cli addresses create --country NL'],
    ['shop-cli products import my', 'shop-cli products import my\\ file.csv'],
    ['shop-cli products import it', "shop-cli products import it\\'s.csv"],
    ["shop-cli products import 'pr", "shop-cli products import 'pr$ice.csv'"],
    ['shop-cli products import --rejected=my', 'shop-cli products import --rejected=my\\ file.csv'],
    [
      'shop-cli customers create --first-name "a $(touch ran)" --gen',
      'shop-cli customers create --first-name "a $(touch ran)" --gender',
    ],
  ];
  const colon = shell.name === 'bash' ? 'colon\\:equal\\=.csv' : 'colon:equal=.csv';
  const lines = [...everywhere, ['shop-cli products import col', `shop-cli products import ${colon}`] as const];

  test.skipIf(shell.missing).each(lines)('completes %s', { timeout: 100_000 }, async (typed, then) => {
    expect(await tab(shell, typed, then)).toBe(then);
    await expect(readFile(at('work/ran'))).rejects.toThrow('ENOENT');
  });
});
