import { addressHint } from '../../cli/hints.ts';
import type { Session } from '../../cli/session.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import type { Context, Prompts } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { readAll } from '../../input/json-file.ts';
import type { RawOptions } from '../../input/options.ts';
import { type BaseUrl, formatBaseUrl, storeIdentity } from '../../settings/base-url.ts';
import { keepSecret, tokenFault } from '../../settings/token.ts';

/** The token that a login is with, and the command that printed it, if one did. */
export interface GivenToken {
  readonly token: string;
  readonly command?: string;
}

/** A token that the store accepts, and how many products it counts; undefined if it does not say. */
interface AcceptedToken {
  readonly given: GivenToken;
  readonly products: number | undefined;
}

/**
 * The token of a store, from an option that says where it is, or asked for until the store accepts it; tried with one
 * read.
 * @throws CliError `usage`, `auth` and others that say that nothing was stored
 */
export async function acceptedToken(session: Session, raw: RawOptions, base: BaseUrl): Promise<AcceptedToken> {
  const given = await readToken(session, raw);
  if (!given) return await askToken(session, base);
  return { given, products: await tryToken(session, base, given).catch(nothingStored) };
}

/** The token that an option names; undefined if it is to be asked for. */
async function readToken(session: Session, raw: RawOptions): Promise<GivenToken | undefined> {
  const { context, prompts } = session;
  if (raw.token !== undefined)
    throw refused('Tokens cannot be passed as arguments: every process could read them.', '--token');
  refuseTwo(raw);
  if (typeof raw.tokenCommand === 'string') {
    const command = raw.tokenCommand;
    const { tokenOfCommand } = await import('../../cli/token-command.ts');
    return {
      command,
      token: await tokenOfCommand({ command, name: 'The command in --token-command', remedy }, session),
    };
  }
  if (typeof raw.tokenFile === 'string') {
    const text = await context.files.readText(raw.tokenFile);
    if (text === undefined) throw new CliError('usage', `File not found: ${raw.tokenFile}.`, { field: '--token-file' });
    return checked(text, '--token-file', context);
  }
  // Typed standard input would be visible on the screen.
  if (raw.tokenStdin === true && !context.stdin.isTerminal)
    return checked(await readAll(context.stdin.bytes()), '--token-stdin', context);
  if (!prompts) throw refused('Missing token.', '--token-stdin');
  return undefined;
}

/** In the home directory a path that begins otherwise means another program than here. */
const remedy = 'It runs in your home directory, wherever you are: begin the path with / or ~/';

/** Asks for a token, and again after a token that the store refuses, with its sentence; Ctrl-C ends it. */
async function askToken(session: Session, base: BaseUrl): Promise<AcceptedToken> {
  const { askSecret, holdingKeys } = await import('../../input/prompts/prompts.ts');
  const prompts = session.prompts as Prompts;
  let products: number | undefined;
  const typed = await askSecret(prompts, `API token for ${formatBaseUrl(base)}:`, async (text) => {
    const token = text.trim();
    const fault = isPartOf(token, base) ? 'it is the store URL' : tokenFault(token);
    if (fault !== undefined) return `Invalid token: ${fault}.`;
    keepSecret(text, session.context.secrets);
    try {
      products = await holdingKeys(prompts, () => tryToken(session, base, { token }));
      return undefined;
    } catch (error) {
      if (error instanceof CliError && error.kind === 'auth') return sentenceOf(error);
      return nothingStored(error);
    }
  });
  return { given: { token: typed.trim() }, products };
}

/** Whether a text is the URL of the store or its host: typed one question late, it would be hidden from then on. */
const isPartOf = (text: string, base: BaseUrl): boolean =>
  text !== '' && formatBaseUrl(base).includes(text.toLowerCase().replace(/\/$/, ''));

/** Options that say where the token is. Without a token there is nothing to store in one place or another. */
function refuseTwo({ tokenStdin, tokenFile, tokenCommand, insecureStorage }: RawOptions): void {
  const options = { '--token-stdin': tokenStdin, '--token-file': tokenFile, '--token-command': tokenCommand };
  const given = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const [first, second] =
    tokenCommand !== undefined && insecureStorage === true ? [...given, '--insecure-storage'] : given;
  if (second !== undefined)
    throw new CliError('usage', `Use either ${first} or ${second}, not both.`, { field: second });
}

function checked(text: string, option: string, { secrets }: Pick<Context, 'secrets'>): GivenToken {
  keepSecret(text, secrets);
  const token = text.trim();
  const fault = tokenFault(token);
  if (fault === undefined) return { token };
  throw new CliError('usage', `Invalid token in ${option}: ${fault}.`, { field: option });
}

const refused = (message: string, field: string): CliError =>
  new CliError('usage', message, {
    field,
    hint: 'Pass --token-file <file>, or pipe it: printf %s "$TOKEN" | shop-cli auth login ... --token-stdin',
  });

/** Tries a token with one read. Returns how many products the store counts; undefined if it does not say. */
async function tryToken(
  { connect }: Session,
  base: BaseUrl,
  { token, command }: GivenToken,
): Promise<number | undefined> {
  const hint = command === undefined ? tokenHint : 'Check the token that the command in --token-command prints.';
  const connection = await connect({ at: { base, token, storeId: storeIdentity(base), tokenHint: hint } });
  const { totals } = await listProducts(connection, { limit: '1', offset: '0' });
  const count = Number(totals.numRows);
  return Number.isSafeInteger(count) ? count : undefined;
}

function nothingStored(error: unknown): never {
  if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
  const message = `${sentenceOf(error)} Nothing was stored.`;
  // Where products are not found, it is the address that is wrong.
  throw error.reworded(error.kind === 'not-found' ? { message, hint: addressHint } : { message });
}

const sentenceOf = ({ message }: CliError): string => message.replace(/[^.!?]$/, '$&.');

const tokenHint = 'Copy the token again from the back office of the shop.';
