import { type Connection, createDispatcher } from '../client/connection.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Target } from '../output/formats.ts';
import { type CommonOptions, readSettings, type Settings } from '../settings/settings.ts';
import type { TokenSource } from '../settings/store.ts';
import { escapeText } from '../text/escape.ts';
import { openEmbeddedSandbox } from './embedded-sandbox.ts';

/** What one invocation of a command works with. */
export interface Session {
  readonly context: Context;
  readonly settings: Settings;
  /** Where the result goes. */
  readonly target: Target;
  /** Opens the chosen store, starting the embedded one if it is that. */
  connect(options?: ConnectOptions): Promise<Connection>;
  /** One line for a person, on stderr. Escape what comes from outside. */
  notice(text: string): Promise<void>;
  /** Frees what was opened: sockets, the embedded store. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Requests at a time, at most (4). */
  readonly connections?: number;
  /** Ends requests that are under way, where that is not at once when the user interrupts. */
  readonly signal?: AbortSignal;
}

/** @throws CliError `usage` for settings at fault. */
export async function openSession(context: Context, options: CommonOptions): Promise<Session> {
  const settings = await readSettings(options, context);
  const { stdout, stderr } = context;
  const opened: (() => Promise<void>)[] = [];
  return {
    context,
    settings,
    target: { write: (text) => stdout.write(text), width: stdout.isTerminal ? stdout.columns : undefined, color: settings.color },
    notice: (text) => stderr.write(`${text}\n`),
    connect: (connectOptions = {}) => connect(context, settings, connectOptions, opened),
    async close() {
      for (const close of opened.splice(0).reverse()) await close();
    },
  };
}

async function connect(
  context: Context,
  settings: Settings,
  { connections = 4, signal = context.interrupted }: ConnectOptions,
  opened: (() => Promise<void>)[],
): Promise<Connection> {
  const { env, clock, stderr } = context;
  const address = await openStore(context, settings, opened);
  context.secrets.add(address.token);
  const dispatcher = createDispatcher({
    connections,
    httpsProxy: env.HTTPS_PROXY ?? env.https_proxy,
    noProxy: env.NO_PROXY ?? env.no_proxy,
  });
  opened.push(() => dispatcher.destroy());
  return {
    ...address,
    ...settings,
    dispatcher,
    signal,
    sleep: clock.sleep,
    now: clock.now,
    random: () => Number.parseInt(context.randomHex(4), 16) / 2 ** 32,
    ...(settings.verbose ? { trace: (line: string) => void stderr.write(`${escapeText(line)}\n`) } : {}),
  };
}

async function openStore(
  context: Context,
  settings: Settings,
  opened: (() => Promise<void>)[],
): Promise<Pick<Connection, 'base' | 'token'>> {
  const store = settings.store();
  if (store.kind === 'remote') return { base: store.base, token: await readToken(store.token, context) };
  const sandbox = await openEmbeddedSandbox(context, store.database);
  opened.push(() => sandbox.close());
  return { base: { origin: sandbox.url, path: '' }, token: sandbox.token };
}

/** A token shorter than this would be found in ordinary text, and taken out of it. */
const shortestToken = 8;

async function readToken(source: TokenSource, context: Context): Promise<string> {
  const text = 'value' in source ? source.value : await context.files.readText(source.file);
  if (text === undefined && 'file' in source)
    throw new CliError('usage', `There is no file ${source.file}, which SHOP_TOKEN_FILE names.`, { field: 'SHOP_TOKEN_FILE' });
  const token = text?.trim() ?? '';
  if (token.length >= shortestToken && !/[\s\p{Cc}]/u.test(token)) return token;
  throw new CliError('usage', `The token is not one: it is shorter than ${shortestToken} characters or holds spaces.`, {
    field: 'SHOP_TOKEN',
    hint: 'Copy it again from the back office of the shop.',
  });
}
