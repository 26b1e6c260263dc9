import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Context, Output, Pager } from '../context.ts';
import { childEnvironment } from './child-environment.ts';

/** A running pager. */
interface PagerProcess {
  readonly write: (text: string) => Promise<void>;
  /** Resolves once it has ended. */
  readonly end: () => Promise<void>;
}

/**
 * An output, and the pager that takes its place between `begin` and `end`; without a pager if PAGER is empty or `cat`.
 * It is closed from when somebody leaves the pager before the end of the text.
 */
export function pagedOutput(
  output: Output,
  context: Pick<Context, 'env' | 'secrets' | 'interrupted'>,
): { readonly stdout: Output; readonly pager: Pager | undefined } {
  const [program = '', ...args] = commandOf(context.env.PAGER ?? 'less -FRX');
  let reader: PagerProcess | undefined;
  let hasBegun = false;
  let hasLeft = false;
  const pager: Pager = {
    async begin() {
      if (hasBegun) return;
      hasBegun = true;
      // What was found until Ctrl-C is printed: nobody reads in a pager that is ended at once.
      if (context.interrupted.aborted) return;
      reader = await startPager([program, ...args], context, {
        instead: output.write,
        left: () => {
          hasLeft = true;
        },
      });
    },
    async end() {
      await reader?.end();
      reader = undefined;
      hasBegun = false;
    },
  };
  const stdout: Output = {
    isTerminal: output.isTerminal,
    get isFile() {
      return output.isFile ?? false;
    },
    get columns() {
      return output.columns;
    },
    get closed() {
      return hasLeft || output.closed;
    },
    get fault() {
      return output.fault;
    },
    write: (text) => (reader ?? output).write(text),
  };
  return { stdout, pager: ['', 'cat'].includes(program) ? undefined : pager };
}

/**
 * The program and its arguments. A path with blanks needs no quotes if it leads to a file, as people on Windows set it:
 * `C:\Program Files\Git\usr\bin\less.exe -FRX`. Nothing is looked for where the program is a mere name.
 */
function commandOf(line: string): readonly string[] {
  const words = wordsOf(line);
  const bare = line.trim().split(/\s+/);
  if (bare.length < 2 || !/^[^"']*[\\/]/.test(bare[0] ?? '')) return words;
  const ends = [...line.trim().matchAll(/\s+|$/g)].map(({ index }) => index).reverse();
  const path = ends.map((end) => line.trim().slice(0, end)).find(isProgram);
  return path === undefined ? words : [path, ...wordsOf(line.trim().slice(path.length))];
}

/** On Windows a program may be named without its ending. */
function isProgram(path: string): boolean {
  try {
    return [path, `${path}.exe`].some((name) => statSync(name, { throwIfNoEntry: false })?.isFile() === true);
  } catch {
    return false;
  }
}

/** The words of a command line, which quotes keep together. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));

interface Ends {
  /** Called when a person has left it. */
  readonly left: () => void;
  /** Writes the text that it did not show. */
  readonly instead: (text: string) => Promise<void>;
}

/** As much as a pipe holds (pipe(7)): of a longer text, the pager has read something. */
const maxUnread = 65_536;

/**
 * Starts the pager, without a shell; undefined where that fails. What one does not show that ends with an error, or is
 * killed, is printed: all of it, unless it has read a part.
 */
async function startPager(
  [program = '', ...args]: readonly string[],
  { env, secrets, interrupted }: Pick<Context, 'env' | 'secrets' | 'interrupted'>,
  { left, instead }: Ends,
): Promise<PagerProcess | undefined> {
  const child = spawned(program, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', ...childEnvironment({ env, secrets }) },
    // Ctrl-C ends it by SIGTERM: less stays after SIGINT.
    signal: interrupted,
  });
  if (!child?.stdin) return undefined;
  const { stdin } = child;
  for (const emitter of [child, stdin]) emitter.on('error', () => undefined);
  // A person who pressed Ctrl-C has left it.
  const failed = new Promise<boolean>((resolve) =>
    child.once('close', (code) => resolve(code !== 0 && !interrupted.aborted)),
  );
  const hasStarted = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
  });
  if (!hasStarted || interrupted.aborted) return undefined;
  let unread = '';
  let isGone = false;
  /** @param refused what could not be written to it */
  const showUnread = async (refused: string): Promise<void> => {
    if (isGone || !(await failed)) return;
    isGone = true;
    const text = unread.length > maxUnread ? refused : unread;
    if (text !== '') await instead(text);
  };
  return {
    async write(text) {
      if (isGone) return await instead(text);
      if (unread.length <= maxUnread) unread += text;
      const error = await new Promise((resolve) => stdin.write(secrets.removeFrom(text), resolve));
      if (!error) return;
      await showUnread(text);
      if (!isGone) left();
    },
    async end() {
      stdin.end();
      await failed;
      await showUnread('');
    },
  };
}

/** A program that was started; its errors come as events. Undefined where Node may start none. */
function spawned(program: string, args: readonly string[], options: SpawnOptions): ChildProcess | undefined {
  try {
    return spawn(program, args, options);
  } catch {
    return undefined;
  }
}
