import type { Session } from '../../cli/session.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { type BaseUrl, formatBaseUrl, storeIdentity } from '../../settings/base-url.ts';
import { escapeText } from '../../text/escape.ts';
import { readAddress, withoutPath } from './address.ts';
import { askToken } from './token.ts';

/** A store that accepted a token. */
interface Tried {
  readonly base: BaseUrl;
  readonly token: string;
  /** How many products the store counts; undefined if it does not say. */
  readonly products: number | undefined;
}

/**
 * Tries the address and the token with one read. At a terminal, an address that leads nowhere and a token that is refused are
 * asked for again.
 */
export async function tryUntilAccepted(
  session: Session,
  address: string | undefined,
  tokenOption: string | undefined,
): Promise<Tried> {
  const { prompts, context } = session;
  for (let [text, token] = [address, tokenOption]; ; ) {
    const base = await readBase(session, text);
    const url = formatBaseUrl(base);
    const used: string = token ?? (await askToken(prompts as NonNullable<typeof prompts>, `API token for ${url}:`));
    context.secrets.add(used);
    const tried = await tryStore(session, base, used).catch(unlessRetried(prompts));
    if (!(tried instanceof CliError)) return tried;
    await session.notice([tried.message, tried.hint ?? []].flat().map(escapeText).join('\n'));
    [text, token] = tried.kind === 'auth' ? [url, undefined] : [undefined, used];
  }
}

/** A failure that another answer may fix. */
const unlessRetried =
  (prompts: Session['prompts']) =>
  (error: unknown): CliError => {
    if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
    if (prompts) return error;
    const { message, hint, status, field, retryable, cause } = error;
    throw new CliError(error.kind, `${message} Nothing was stored.`, { hint, status, field, retryable, cause });
  };

/** The address of the option or the prompt; says what was changed in it. */
async function readBase(session: Session, address: string | undefined): Promise<BaseUrl> {
  const allowHttp = session.options.allowHttp ?? false;
  const typed = address ?? (await askAddress(session.prompts as NonNullable<Session['prompts']>, allowHttp));
  refuseAddress(typed, allowHttp);
  const { base, changes } = readAddress(typed, allowHttp);
  if (changes.length > 0) await session.notice(escapeText(`Using ${formatBaseUrl(base)} (${changes.join(', ')}).`));
  return base;
}

/** @throws CliError `usage` for what cannot be the address of a store with a profile */
export function refuseAddress(typed: string, allowHttp: boolean): void {
  if (typed.startsWith('sandbox')) {
    throw new CliError('usage', 'The embedded sandbox needs no profile.', {
      hint: 'Pass --store sandbox.',
      field: '--store',
    });
  }
  readAddress(typed, allowHttp);
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
        return text.trim() === '' ? 'Such as https://shop.example' : (error as CliError).message;
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
