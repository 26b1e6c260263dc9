import { addressHint } from '../../cli/hints.ts';
import type { Session } from '../../cli/session.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { type BaseUrl, formatBaseUrl, storeIdentity } from '../../settings/base-url.ts';
import { isToken, tokenRule } from '../../settings/token.ts';
import { escapeLines } from '../../text/escape.ts';

/** A token that a store accepted. */
interface Tried {
  readonly token: string;
  /** How many products the store counts; undefined if it does not say. */
  readonly products: number | undefined;
}

/**
 * Tries a token with one read. One that is asked for, at a terminal, is asked for again while the store refuses it.
 * @throws CliError that says that nothing was stored
 */
export async function tryToken(session: Session, base: BaseUrl, given: string | undefined): Promise<Tried> {
  const tried = given === undefined ? askUntilAccepted(session, base) : tryOnce(session, base, given);
  return await tried.catch((error: unknown) => {
    if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
    const message = `${error.message.replace(/[^.!?]$/, '$&.')} Nothing was stored.`;
    // Where products are not found, it is the address that is wrong.
    throw error.reworded(error.kind === 'not-found' ? { message, hint: addressHint } : { message });
  });
}

async function askUntilAccepted(session: Session, base: BaseUrl): Promise<Tried> {
  const { askSecret } = await import('../../input/prompts/prompts.ts');
  let tried: Tried | undefined;
  const prompts = session.prompts as NonNullable<Session['prompts']>;
  await askSecret(prompts, `API token for ${formatBaseUrl(base)}:`, async (text) => {
    const token = text.trim();
    if (!isToken(token)) return `Invalid token: ${tokenRule}.`;
    const outcome = await tryOnce(session, base, token).catch(orRefusal);
    if (!(outcome instanceof CliError)) {
      tried = outcome;
      return undefined;
    }
    await session.notice(escapeLines([outcome.message, outcome.hint ?? []].flat().join('\n')));
    return '';
  });
  return tried as unknown as Tried;
}

/** A refusal of the token, which another answer may fix. @throws every other failure */
function orRefusal(error: unknown): CliError {
  if (error instanceof CliError && error.kind === 'auth') return error;
  throw error;
}

async function tryOnce({ connect, context }: Session, base: BaseUrl, token: string): Promise<Tried> {
  context.secrets.add(token);
  const connection = await connect({ at: { base, token, storeId: storeIdentity(base), tokenHint } });
  const { totals } = await listProducts(connection, { limit: '1', offset: '0' });
  const count = Number(totals.numRows);
  return { token, products: Number.isSafeInteger(count) ? count : undefined };
}

const tokenHint = 'Copy the token again from the back office of the shop.';
