import type { Context } from '../context.ts';

/**
 * Whether a command begins with the path of a program that is another one in each folder: a path that begins with neither
 * `/` nor `~/` (`$HOME/` is the same). A name without a path is found on the PATH. Only the program counts, as in
 * `NAME=value ./program`: what a shell or an interpreter is given (`sh -c ./program`) is found in the folder where it runs.
 */
export function beginsWithRelativePath(command: string, platform: Context['platform']): boolean {
  return platform === 'win32' ? isRelativeOnWindows(command) : isRelative(command);
}

/** A word of a POSIX shell, with its quotes and backslashes. */
const word = /^(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|\$\([^()]*\)|[^\s'"\\;|&()<>])+/;

function isRelative(command: string): boolean {
  let rest = withoutGroups(command);
  while (/^[A-Za-z_]\w*\+?=/.test(rest)) rest = withoutGroups(rest.replace(word, ''));
  const [program = ''] = word.exec(rest) ?? [];
  // Only without quotes is a tilde the home directory, and no variable is anything in single quotes.
  if (/^(?:~|"?\$(?:HOME|\{HOME\})"?)\//.test(program)) return false;
  const path = withoutQuotes(program);
  return path.includes('/') && !path.startsWith('/');
}

const withoutGroups = (command: string): string => command.replace(/^[\s({!]+/, '');

const withoutQuotes = (text: string): string => text.replace(/['"]|\\([\s\S])/g, '$1');

/** As cmd reads it: a backslash separates, and only double quotes quote. */
function isRelativeOnWindows(command: string): boolean {
  const [quoted = ''] = /^(?:"[^"]*"|[^\s"&|<>])+/.exec(command.replace(/^[\s(@]+/, '')) ?? [];
  const program = quoted.replaceAll('"', '');
  return /[\\/]/.test(program) && !absoluteOnWindows.test(program);
}

const absoluteOnWindows =
  /^(?:[a-z]:[\\/]|[\\/]|~[\\/]|%(?:USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES(?:\(X86\))?|SYSTEMROOT)%[\\/])/i;
