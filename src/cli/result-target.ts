import type { Context, FileWriter } from '../context.ts';
import { traitsOf } from '../output/formats.ts';
import { showsLinks } from '../output/terminal.ts';
import type { Target } from '../output/view.ts';
import { type CommonOptions, type Settings, unlessUnusable } from '../settings/settings.ts';
import { readsCommands, withoutCommands } from '../text/escape.ts';
import { refuseText } from './result-file.ts';

/** Where the result of a command goes: a file, or standard output. On a CI service no line of it acts as a command. */
export function resultTarget(
  { stdout, stderr, env, secrets }: Context,
  settings: Settings,
  { quiet }: CommonOptions,
  file: FileWriter | undefined,
): Target {
  if (file) {
    const write = settings.output === 'xlsx' ? refuseText : (text: string) => file.write(text);
    return { write, file, redact: (text) => secrets.removeFrom(text), width: undefined, color: false };
  }
  // An ID with a command in it is none.
  const isSafe = quiet || traitsOf(settings.output).takesEscapes;
  const write = (text: string): Promise<void> => stdout.write(text);
  const inJob = isSafe ? (text: string) => write(withoutCommands(text)) : warningOfCommands(write, stderr);
  return {
    write: readsCommands(env) && !(stdout.isFile && !isSafe) ? inJob : write,
    width: stdout.isTerminal ? stdout.columns : undefined,
    color: settings.color,
    links: stdout.isTerminal && settings.color && showsLinks(env) ? hostOfPages(settings) : undefined,
  };
}

/**
 * Writes a format whose values cannot be escaped, and warns of what the service would run: the log of a job is a pipe like any
 * other, and what another program reads from a pipe must arrive as it is.
 */
function warningOfCommands(
  write: (text: string) => Promise<void>,
  stderr: Context['stderr'],
): (text: string) => Promise<void> {
  let isWarned = false;
  return async (text) => {
    await write(text);
    if (isWarned || withoutCommands(text) === text) return;
    isWarned = true;
    await stderr.write(
      'Warning: a cell has a line that CI services run as a command. If this output goes to the log of a job, write it to a file: --output-file.\n',
    );
  };
}

/** Undefined for the embedded store, whose pages end with the command. */
function hostOfPages({ store }: Settings): string | undefined {
  const selected = unlessUnusable(store);
  if (selected?.kind === 'sandbox') return undefined;
  return selected ? new URL(selected.base.origin).hostname : '';
}
