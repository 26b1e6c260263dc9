import type { Session } from '../../cli/session.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { readAll } from '../../input/json-file.ts';
import type { RawOptions } from '../../input/options.ts';
import { type BaseUrl, formatBaseUrl, isLoopback, parseBaseUrl, storeIdentity } from '../../settings/base-url.ts';
import { isToken, tokenRule } from '../../settings/token.ts';
import { escapeLines, escapeText } from '../../text/escape.ts';
import { parseUrl } from '../../text/urls.ts';

/** A store that accepted a token. */
interface Tried {
  readonly base: BaseUrl;
  readonly token: string;
  /** How many products the store counts; undefined if it does not say. */
  readonly products: number | undefined;
}

/**
 * Tries the address and the token with one read. At a terminal, an address that leads nowhere and a token that is refused are
 * asked for again; a token is sent to another address only if the user agrees.
 */
export async function tryUntilAccepted(
  session: Session,
  address: string | undefined,
  tokenOption: string | undefined,
): Promise<Tried> {
  const { prompts, context } = session;
  let typed = address;
  let token = tokenOption;
  let triedAt: string | undefined;
  for (;;) {
    const base = await readBase(session, typed);
    const url = formatBaseUrl(base);
    if (token !== undefined && !(await mayGoTo(base, triedAt, prompts))) token = undefined;
    const attempt = async (text: string): Promise<Attempt> => {
      context.secrets.add(text);
      const outcome = await tryStore(session, base, text).catch(unlessRetried(prompts));
      if (outcome instanceof CliError)
        await session.notice(escapeLines([outcome.message, outcome.hint ?? []].flat().join('\n')));
      return { token: text, outcome };
    };
    const { token: sent, outcome } =
      token === undefined
        ? await askToken(prompts as NonNullable<typeof prompts>, `API token for ${url}:`, attempt)
        : await attempt(token);
    if (!(outcome instanceof CliError)) return outcome;
    const isRefused = outcome.kind === 'auth';
    typed = isRefused ? url : undefined;
    token = isRefused ? undefined : sent;
    triedAt = base.origin;
  }
}

/** A token for one store, typed for a mistyped address, is not sent to the next address unasked. */
async function mayGoTo(base: BaseUrl, triedAt: string | undefined, prompts: Session['prompts']): Promise<boolean> {
  if (!prompts || triedAt === undefined || triedAt === base.origin) return true;
  const { askYesNo } = await import('../../input/prompts/prompts.ts');
  return await askYesNo(prompts, `Send the same token to ${formatBaseUrl(base)}?`);
}

/** A failure that another answer may fix. */
const unlessRetried =
  (prompts: Session['prompts']) =>
  (error: unknown): CliError => {
    if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
    if (prompts) return error;
    throw error.reworded({ message: `${error.message} Nothing was stored.` });
  };

/** The address from the option or the prompt. A message says what was changed in it. */
async function readBase(session: Session, address: string | undefined): Promise<BaseUrl> {
  const allowHttp = session.options.allowHttp ?? false;
  const typed = address ?? (await askAddress(session.prompts as NonNullable<Session['prompts']>, allowHttp));
  const { base, isCompleted, dropped } = addressOf(typed, allowHttp);
  const without = dropped.length > 0 ? ` (without ${dropped.join(' and ')})` : '';
  if (isCompleted || without !== '') await session.notice(escapeText(`Using ${formatBaseUrl(base)}${without}.`));
  return base;
}

/** The address as typed. @throws CliError `usage` for what cannot be that of a store with a profile */
export function addressOf(typed: string, allowHttp: boolean): Address {
  if (typed.startsWith('sandbox')) {
    throw new CliError('usage', 'The embedded store needs no profile.', {
      hint: 'Pass --store sandbox.',
      field: '--store',
    });
  }
  return readAddress(typed, allowHttp);
}

async function askAddress(prompts: NonNullable<Session['prompts']>, allowHttp: boolean): Promise<string> {
  const { askText } = await import('../../input/prompts/prompts.ts');
  return await askText(prompts, {
    message: 'Store address:',
    fault(text) {
      try {
        readAddress(text, allowHttp, 'the answer');
        return undefined;
      } catch (error) {
        return text.trim() === ''
          ? 'Such as https://shop.example'
          : (error as CliError).message.replace(' in the answer', '');
      }
    },
  });
}

/** One read. An address with a path that leads to no API is tried without it: it may be that of a page. */
async function tryStore(session: Session, base: BaseUrl, token: string): Promise<Tried> {
  try {
    return await readOnce(session, base, token);
  } catch (error) {
    const isElsewhere = error instanceof CliError && (error.kind === 'refused' || error.kind === 'not-found');
    if (!isElsewhere || base.path === '') throw error;
    const tried = await readOnce(session, withoutPath(base), token).catch(() => undefined);
    if (!tried) throw error;
    await session.notice(`Using ${formatBaseUrl(tried.base)} (without ${base.path}, where there is no API).`);
    return tried;
  }
}

async function readOnce(session: Session, base: BaseUrl, token: string): Promise<Tried> {
  const connection = await session.connect({ at: { base, token, storeId: storeIdentity(base), tokenHint } });
  const { totals } = await listProducts(connection, { limit: '1', offset: '0' });
  const count = Number(totals.numRows);
  return { base, token, products: Number.isSafeInteger(count) ? count : undefined };
}

const tokenHint = 'Copy the token again from the back office of the shop.';

/** A corrected address, and what was changed in it. */
interface Address {
  readonly base: BaseUrl;
  /** Whether its scheme was added. */
  readonly isCompleted: boolean;
  /** The parts that were left out: `/api/v2/products`. */
  readonly dropped: readonly string[];
}

/**
 * Reads the address of a store as people have it at hand: without a scheme, or with the path and the query of a request. A
 * query is dropped unseen: it may hold a token.
 * @throws CliError `usage` for what cannot be the address of a store
 */
function readAddress(typed: string, allowHttp: boolean, source = '--store'): Address {
  const text = typed.trim();
  // Also one that is mistyped, such as htp:/ or https//: no host is called so.
  const complete = /^[a-z][a-z\d+.-]*(?::\/|\/\/)/i.test(text) ? text : `${schemeFor(text)}${text}`;
  const [withoutQuery = ''] = complete.split(/[?#]/, 1);
  const [, start = withoutQuery, request] = /^([^/]*\/\/[^/]+(?:\/[^/]+)*?)(\/api(?:\/.*)?)$/.exec(withoutQuery) ?? [];
  const base = parseBaseUrl(start, source, allowHttp);
  return {
    base,
    isCompleted: complete !== text,
    dropped: [...(request === undefined ? [] : [request]), ...(withoutQuery === complete ? [] : ['its query'])],
  };
}

/** Browsers and people leave https out; a sandbox on this machine speaks plain http. */
function schemeFor(text: string): 'http://' | 'https://' {
  const url = `http://${text}`;
  return parseUrl(url) && isLoopback(url) ? 'http://' : 'https://';
}

/** The same store without its path: somebody may have copied the address of a page. */
const withoutPath = ({ origin }: BaseUrl): BaseUrl => ({ origin, path: '' });

/** A name for the profile of a store: `staging` for `https://staging.shop.example`, `shop-nl` for `https://shop.example/nl`. */
export function suggestedName(base: BaseUrl): string {
  if (isLoopback(base.origin)) return 'local';
  const { hostname } = new URL(formatBaseUrl(base));
  const [label = 'shop'] = /^[\d.:[\]]+$/.test(hostname) ? ['shop'] : hostname.replace(/^www\./, '').split('.');
  return (
    `${label}${base.path}`
      .replace(/[^a-z\d]+/gi, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'shop'
  );
}

/** A token from `--token-stdin` or `--token-file`; undefined where it is to be asked for. @throws CliError `usage` */
export async function tokenFromOptions({ context, prompts }: Session, raw: RawOptions): Promise<string | undefined> {
  if (raw.token !== undefined) throw inArgument();
  if (raw.tokenStdin === true && raw.tokenFile !== undefined) {
    throw new CliError('usage', 'Use either --token-stdin or --token-file, not both.', { field: '--token-file' });
  }
  if (typeof raw.tokenFile === 'string') {
    const text = await context.files.readText(raw.tokenFile);
    if (text === undefined) throw new CliError('usage', `File not found: ${raw.tokenFile}.`, { field: '--token-file' });
    return checked(text, '--token-file');
  }
  if (raw.tokenStdin !== true) return prompts ? undefined : missing();
  // Typed standard input would be visible on the screen.
  if (context.stdin.isTerminal) return prompts ? undefined : missing();
  return checked(await readAll(context.stdin.bytes()), '--token-stdin');
}

/** A token, and what the store answered to it. */
interface Attempt {
  readonly token: string;
  readonly outcome: Tried | CliError;
}

/** Asks for a token without showing it, until the store does not refuse it. */
async function askToken(
  prompts: NonNullable<Session['prompts']>,
  message: string,
  attempt: (token: string) => Promise<Attempt>,
): Promise<Attempt> {
  const { askSecret } = await import('../../input/prompts/prompts.ts');
  let last: Attempt | undefined;
  await askSecret(prompts, message, async (text) => {
    const token = text.trim();
    if (!isToken(token)) return `Invalid token: ${tokenRule}.`;
    last = await attempt(token);
    const { outcome } = last;
    // Why was said already.
    return outcome instanceof CliError && outcome.kind === 'auth' ? '' : undefined;
  });
  return last as Attempt;
}

function checked(text: string, option: string): string {
  const token = text.trim();
  if (isToken(token)) return token;
  throw new CliError('usage', `Invalid token in ${option}: ${token === '' ? 'empty' : tokenRule}.`, { field: option });
}

function missing(): never {
  throw new CliError('usage', 'Missing token.', {
    field: '--token-stdin',
    hint: 'Pass --token-file <file>, or pipe it: printf %s "$TOKEN" | shop-cli auth login ... --token-stdin',
  });
}

const inArgument = (): CliError =>
  new CliError('usage', 'Tokens cannot be passed as arguments: every process could read them.', {
    field: '--token',
    hint: 'Pass --token-file <file>, or pipe it: printf %s "$TOKEN" | shop-cli auth login ... --token-stdin',
  });
