import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  const [program = '', ...args] = (context.env.PAGER ?? 'less -FRX').split(' ').filter((word) => word !== '');
  let reader: PagerProcess | undefined;
  let hasBegun = false;
  let hasLeft = false;
  const pager: Pager = {
    async begin() {
      if (hasBegun) return;
      hasBegun = true;
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

interface Ends {
  /** Called when a person has left it. */
  readonly left: () => void;
  /** Writes the text that it did not show. */
  readonly instead: (text: string) => Promise<void>;
}

/** As much as a pipe holds (pipe(7)): of a longer text, the pager has read something. */
const maxUnread = 65_536;

/** Starts the pager, without a shell; undefined where that fails. One that ends with an error before it has read shows nothing. */
async function startPager(
  [program = '', ...args]: readonly string[],
  { env, secrets, interrupted }: Pick<Context, 'env' | 'secrets' | 'interrupted'>,
  { left, instead }: Ends,
): Promise<PagerProcess | undefined> {
  try {
    // Ctrl-C ends it by SIGTERM: less stays after SIGINT.
    const child = spawn(program, args, {
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...childEnvironment({ env, secrets }) },
      signal: interrupted,
    });
    const { stdin } = child;
    // Whether it failed: after a signal there is no code.
    const ended = new Promise<boolean>((resolve) =>
      child.once('close', (code) => resolve(code !== null && code !== 0)),
    );
    let unread = '';
    let isGone = false;
    const showUnread = async (): Promise<void> => {
      if (isGone || !(await ended) || unread.length > maxUnread) return;
      isGone = true;
      await instead(unread);
    };
    await once(child, 'spawn');
    for (const emitter of [child, stdin]) emitter.on('error', () => undefined);
    return {
      async write(text) {
        if (isGone) return await instead(text);
        if (unread.length <= maxUnread) unread += text;
        const error = await new Promise((resolve) => stdin.write(secrets.removeFrom(text), resolve));
        if (!error) return;
        await showUnread();
        if (!isGone) left();
      },
      async end() {
        stdin.end();
        await ended;
        await showUnread();
      },
    };
  } catch {
    return undefined;
  }
}
