import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { CommandOutcome, Context, ShellCommand } from '../context.ts';
import { codeOf } from './file-errors.ts';

interface ShellContext extends Pick<Context, 'env' | 'platform' | 'interrupted'> {
  /** Ends a process; with a negative ID, all of its group. */
  readonly kill: (id: number, signal: NodeJS.Signals) => unknown;
  /** Runs a program to its end, for Windows. */
  readonly run?: (program: string, args: readonly string[]) => unknown;
}

/** Bytes of each of its two outputs that are read; the rest is dropped. */
const maxOutput = 8192;

/**
 * Runs a command of the user in the shell of the system. At a terminal it may ask there, and its messages are shown as
 * they come. It inherits the environment but for tokens.
 */
export async function runShellCommand(
  { command, cwd, variables, usesTerminal, readsTerminal, limit }: ShellCommand,
  { env, platform, interrupted, kill, run = runUnseen }: ShellContext,
): Promise<CommandOutcome> {
  if (command.includes('\0')) return failed('it contains a NUL character');
  // At a terminal, one in a group of its own could neither ask there nor be stopped by Ctrl-C.
  const isGroup = !usesTerminal && platform !== 'win32';
  let child: ChildProcess;
  try {
    child = spawn(command, {
      shell: true,
      cwd,
      env: { ...commandEnvironment(env, platform), ...variables },
      stdio: [readsTerminal ? 'inherit' : 'ignore', 'pipe', usesTerminal ? 'inherit' : 'pipe'],
      windowsHide: true,
      detached: isGroup,
    });
  } catch (error) {
    const isForbidden = codeOf(error) === 'ERR_ACCESS_DENIED';
    return failed(isForbidden ? 'Node was started without --allow-child-process' : `it could not be started`);
  }
  const end = (): void => {
    if (platform === 'win32') endTree(child, env, run);
    endAll(child, isGroup, kill);
  };
  return await outcomeOf(child, { end, limit, interrupted, cwd });
}

const failed = (problem: string): CommandOutcome => ({ out: '', messages: '', problem });

/** On Windows a program of that name in the working directory would come before that of the PATH. */
const commandEnvironment = (env: Context['env'], platform: NodeJS.Platform): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !/^SHOP_TOKEN/i.test(name))),
  ...(platform === 'win32' && { NoDefaultCurrentDirectoryInExePath: '1' }),
});

interface CommandLimits {
  readonly end: () => void;
  readonly limit: number | undefined;
  readonly interrupted: AbortSignal;
  readonly cwd: string;
}

/** Once both outputs have ended, or it was ended: a program that it left behind may hold them open. */
async function outcomeOf(
  child: ChildProcess,
  { end, limit, interrupted, cwd }: CommandLimits,
): Promise<CommandOutcome> {
  const out = firstOf(child.stdout);
  const messages = firstOf(child.stderr);
  const ending = new AbortController();
  const problem = await new Promise<string | undefined>((resolve) => {
    const stop = (problem: string): void => {
      end();
      resolve(problem);
    };
    const late = () => stop(`it did not end within ${(limit ?? 0) / 1000} s`);
    const timer = limit === undefined ? undefined : setTimeout(late, limit);
    ending.signal.addEventListener('abort', () => clearTimeout(timer));
    interrupted.addEventListener('abort', () => stop('it was stopped'), { signal: ending.signal });
    if (interrupted.aborted) stop('it was stopped');
    child.once('error', (error) => resolve(startProblem(codeOf(error), cwd)));
    child.once('close', (code, signal) => resolve(endOf(code, signal)));
  });
  ending.abort();
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return { out: out(), messages: messages(), problem };
}

/** The shell of the system is always there, so it is the directory that is missing. */
const startProblem = (code = 'unknown error', cwd: string): string =>
  code === 'ENOENT' ? `the directory ${cwd} does not exist` : `it could not be started (${code})`;

/** The shell, and what it has started. */
function endAll(child: ChildProcess, isGroup: boolean, kill: ShellContext['kill']): void {
  try {
    if (isGroup && child.pid !== undefined) kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * On Windows the end of the shell leaves what it has started, which has no group: taskkill ends a process with those that it
 * is the parent of, while it is there.
 */
function endTree({ pid }: ChildProcess, env: Context['env'], run: NonNullable<ShellContext['run']>): void {
  if (pid === undefined) return;
  // By its whole path: another program of that name may come first in the PATH.
  run(`${env.SystemRoot ?? 'C:\\Windows'}\\System32\\taskkill.exe`, ['/PID', String(pid), '/T', '/F']);
}

/** Waits until it has ended: the shell must not end before. */
function runUnseen(program: string, args: readonly string[]): void {
  spawnSync(program, args, { stdio: 'ignore', windowsHide: true, timeout: maxEnding });
}

/** How long the end of a command may take, in milliseconds. */
const maxEnding = 2000;

function endOf(code: number | null, signal: string | null): string | undefined {
  if (signal !== null) return `it was ended by ${signal}`;
  return code === 0 ? undefined : `exit code ${code}`;
}

/** The first of what a stream gives, as text. The rest is read, so that nothing waits, and dropped. */
function firstOf(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  let length = 0;
  stream?.on('error', () => undefined);
  stream?.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, maxOutput - length));
    length = Math.min(maxOutput, length + chunk.length);
  });
  return () => Buffer.concat(chunks).toString();
}
