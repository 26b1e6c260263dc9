import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Context, Keychain } from '../context.ts';
import { CliError } from '../errors.ts';
import { childEnvironment } from './child-environment.ts';
import { codeOf } from './file-errors.ts';
import type { KeychainAnswer, KeychainRequest } from './keychain-process.ts';

interface KeychainContext extends Pick<Context, 'env' | 'secrets' | 'platform' | 'stderr' | 'interrupted'> {
  /** Whether a person is there, who may have to unlock the keychain. */
  readonly isAttended: boolean;
  /** Node, and the file of `keychain-process.ts`. */
  readonly program: readonly [node: string, file: string];
}

/**
 * Milliseconds: how long a keychain may take to answer with a person who may have to unlock it, and without one; and when
 * to say that we are waiting.
 */
const patience = { attended: 120_000, alone: 10_000, silence: 1000 };

/** The keychain of this system: macOS, Windows, or a Secret Service on D-Bus. Undefined where there can be none, as in a container. */
export function openKeychain(context: KeychainContext): Keychain | undefined {
  const { env, platform } = context;
  if (!(platform in names) && !hasSessionBus(env)) return undefined;
  const name = names[platform] ?? 'the Secret Service';
  const ask = async (request: Omit<KeychainRequest, 'service'>): Promise<KeychainAnswer> => {
    const answer = await withNotice(name, context, () => answerOf(request, context));
    if ('secret' in answer || (request.action === 'write' && !answer.isThere)) return answer;
    throw new CliError('auth', `Cannot use ${name}: ${answer.problem.replace(/\.$/, '')}.`, {
      hint: 'Unlock it, or store the token in a file: shop-cli auth login --insecure-storage',
    });
  };
  return {
    name,
    read: async (account) => secretIn(await ask({ action: 'read', account })),
    write: async (account, secret) => 'secret' in (await ask({ action: 'write', account, secret })),
    remove: async (account) => void (await ask({ action: 'remove', account })),
  };
}

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'the macOS keychain',
  win32: 'the Windows Credential Manager',
};

/** Where a desktop session has its bus. */
const hasSessionBus = ({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: Context['env']): boolean =>
  Boolean(DBUS_SESSION_BUS_ADDRESS) || (XDG_RUNTIME_DIR !== undefined && existsSync(`${XDG_RUNTIME_DIR}/bus`));

const secretIn = (answer: KeychainAnswer): string | undefined =>
  'secret' in answer ? (answer.secret ?? undefined) : undefined;

async function answerOf(request: Omit<KeychainRequest, 'service'>, context: KeychainContext): Promise<KeychainAnswer> {
  const { interrupted, isAttended } = context;
  const limit = isAttended ? patience.attended : patience.alone;
  const child = started(context);
  if (!child) return { problem: 'Node was started without --allow-child-process', isThere: false };
  const end = (): boolean => child.kill('SIGKILL');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = end();
  }, limit);
  interrupted.addEventListener('abort', end);
  // It may end before it has read; its answer, or none, tells why.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ service: 'shop-cli', ...request } satisfies KeychainRequest));
  const text = await textOf(child.stdout);
  clearTimeout(timer);
  interrupted.removeEventListener('abort', end);
  if (text !== '') return plain(JSON.parse(text) as KeychainAnswer);
  return { problem: isLate ? `no answer within ${limit / 1000} s` : 'it ended without an answer', isThere: true };
}

/** The helper; undefined where Node may start no other program (--permission). */
function started(context: KeychainContext): ChildProcessByStdio<Writable, Readable, null> | undefined {
  const [node, file] = context.program;
  try {
    return spawn(node, [file], {
      env: helperEnvironment(context),
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      // Ctrl-C at a terminal is only for this process: if both got it, the other could end first.
      detached: context.platform !== 'win32',
    });
  } catch (error) {
    if (codeOf(error) === 'ERR_ACCESS_DENIED') return undefined;
    throw error;
  }
}

async function textOf(stdout: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdout) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A keychain whose question to its user was closed, or could not be asked, is locked. */
const plain = (answer: KeychainAnswer): KeychainAnswer =>
  'problem' in answer && /prompt was dismissed/.test(answer.problem) ? { ...answer, problem: 'it is locked' } : answer;

/** Settings of Node are not for it. */
const helperEnvironment = (context: KeychainContext): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(childEnvironment(context)).filter(([name]) => !name.startsWith('NODE_')));

/** The window of a keychain may be behind others. */
async function withNotice<T>(name: string, context: KeychainContext, work: () => Promise<T>): Promise<T> {
  const { stderr, isAttended } = context;
  if (!isAttended) return await work();
  const timer = setTimeout(
    () => void stderr.status(`Waiting for ${name}; it may ask you to unlock it.`),
    patience.silence,
  );
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    await stderr.status('');
  }
}
