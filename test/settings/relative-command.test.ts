import { expect, test } from 'vitest';
import { beginsWithRelativePath } from '../../src/settings/relative-command.ts';

// Which token commands would be another program in each folder.

test.each([
  'op read op://shop/token',
  'pass show shop/token',
  'security find-generic-password -w -s shop',
  '/usr/local/bin/tok.sh',
  '"/opt/my tools/tok.sh" --shop',
  '~/bin/tok.sh',
  '$HOME/bin/tok.sh',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  '"${HOME}/my bin/tok.sh"',
  'A=x/y op read x',
  'A=\'x y/z\' B="1 2" op read x',
  '(cat ~/token)',
  'sh -c ./tok.sh',
  'env A=1 ./tok.sh',
  'sh tok.sh',
  '',
])('on POSIX this one is the same everywhere: %s', (command) => {
  expect(beginsWithRelativePath(command, 'linux')).toBe(false);
});

test.each([
  './tok.sh',
  '../tok.sh',
  'bin/tok.sh',
  '"./my tok.sh"',
  "'./tok.sh' --shop",
  '.\\/tok.sh',
  'A=1 ./tok.sh',
  '\tA="x y" B= ./tok.sh',
  '( ./tok.sh )',
  '{ ./tok.sh; }',
  '! ./tok.sh',
  './tok.sh|head -n 1',
  '"~/tok.sh"',
  "'$HOME/tok.sh'",
  '~other/tok.sh',
  '$PWD/tok.sh',
  '$(pwd)/tok.sh',
])('on POSIX this one is another in each folder: %s', (command) => {
  expect(beginsWithRelativePath(command, 'darwin')).toBe(true);
});

test.each([
  ['C:\\tools\\tok.exe', false],
  ['"C:\\Program Files\\1Password CLI\\op.exe" read x', false],
  ['c:/tools/tok.exe', false],
  ['\\\\server\\tools\\tok.exe', false],
  ['%USERPROFILE%\\tok.cmd', false],
  ['"%ProgramFiles(x86)%\\op\\op.exe" read x', false],
  ['op read op://shop/token', false],
  ['op.exe read x\\y', false],
  ['.\\tok.cmd', true],
  ['"tools\\tok.cmd" x', true],
  ['./tok.cmd', true],
  ['C:tools\\tok.cmd', true],
  ['%CD%\\tok.cmd', true],
  ['@.\\tok.cmd', true],
] as const)('on Windows: %s', (command, expected) => {
  expect(beginsWithRelativePath(command, 'win32')).toBe(expected);
});

test('a command of a megabyte of quotes is read in no time', () => {
  expect(beginsWithRelativePath(`A=${'"'.repeat(1_000_001)}`, 'linux')).toBe(false);
});
