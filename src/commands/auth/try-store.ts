import { addressHint } from '../../cli/hints.ts';
import type { Session } from '../../cli/session.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { type BaseUrl, formatBaseUrl, storeIdentity } from '../../settings/base-url.ts';
import { isToken, tokenRule } from '../../settings/token.ts';
import { escapeLines } from '../../text/escape.ts';
import { readBase } from './address.ts';

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
    throw error.reworded({ message: `${error.message.replace(/[^.!?]$/, '$&.')} Nothing was stored.` });
  };

/** One read. An address with a path that leads to no API is tried without it: it may be that of a page. */
async function tryStore(session: Session, base: BaseUrl, token: string): Promise<Tried> {
  try {
    return await readOnce(session, base, token);
  } catch (error) {
    if (!(error instanceof CliError) || (error.kind !== 'refused' && error.kind !== 'not-found')) throw error;
    if (base.path === '') throw noApi(error);
    const tried = await readOnce(session, { origin: base.origin, path: '' }, token).catch(() => undefined);
    if (!tried) throw noApi(error);
    await session.notice(`Using ${formatBaseUrl(tried.base)} (without ${base.path}, where there is no API).`);
    return tried;
  }
}

/** Where products are not found, it is the address that is wrong. */
const noApi = (error: CliError): CliError =>
  error.kind === 'not-found' ? error.reworded({ hint: addressHint }) : error;

async function readOnce({ connect }: Session, base: BaseUrl, token: string): Promise<Tried> {
  const connection = await connect({ at: { base, token, storeId: storeIdentity(base), tokenHint } });
  const { totals } = await listProducts(connection, { limit: '1', offset: '0' });
  const count = Number(totals.numRows);
  return { base, token, products: Number.isSafeInteger(count) ? count : undefined };
}

const tokenHint = 'Copy the token again from the back office of the shop.';

/** A token, and what the store answered to it. */
interface Attempt {
  readonly token: string;
  readonly outcome: Tried | CliError;
}

/** Asks for a token without showing it, until the store does not refuse it, or does not answer. */
async function askToken(
  prompts: NonNullable<Session['prompts']>,
  message: string,
  attempt: (token: string) => Promise<Attempt>,
): Promise<Attempt> {
  const { askSecret } = await import('../../input/prompts/prompts.ts');
  let last: Attempt | undefined;
  const answered = askSecret(prompts, message, async (text) => {
    const token = text.trim();
    if (!isToken(token)) return `Invalid token: ${tokenRule}.`;
    last = await attempt(token);
    const { outcome } = last;
    if (!(outcome instanceof CliError)) return undefined;
    // Why was said already. Where nothing answered, the question ends without the line of an accepted answer.
    if (outcome.kind === 'auth') return '';
    throw outcome;
  });
  await answered.catch((error: unknown) => {
    if (error !== last?.outcome) throw error;
  });
  return last as Attempt;
}
