import { prepareDatabase } from '../../cli/embedded-store.ts';
import { openSession, type Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { listBaskets } from '../../client/endpoints/baskets.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { allPages, type Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { StoreCopy } from '../../sandbox/copy.ts';
import { readProfiles } from '../../settings/profiles-file.ts';
import { profileNamed } from '../../settings/token.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { withProgress } from '../shared/list.ts';

/** Of each page: about a minute of refusals or of an outage. */
const minRetries = 10;

/**
 * Copies a store into a new database. One pass, and one transaction: a copy that is not whole leaves nothing.
 * @param named its profile or URL. The token comes from the same sources as for `--store`
 * @param database that of `--db`
 * @throws CliError
 */
export async function copyStore(session: Session, named: string, database: string | undefined): Promise<void> {
  if (database === undefined || database === ':memory:')
    throw new CliError('usage', '--copy-of needs --db: the file for the copy.', {
      field: '--db',
      hint: `Example: shop-cli sandbox --copy-of ${named} --db twin.db`,
    });
  const source = await openSource(session, named);
  try {
    const connection = await source.connect({ connections: 1, manyRequests: true, readsOnly: true });
    const language = source.settings.language;
    // Once in the ordinary way: a wrong address or token is said at once.
    await listProducts(connection, { limit: '1' });
    const patient = { ...connection, retries: Math.max(minRetries, connection.retries) };
    await copyInto(database, source, patient, language);
  } finally {
    await source.close(true);
  }
}

/** A session with the store to copy. @throws CliError `usage` */
async function openSource({ context, options }: Session, named: string): Promise<Session> {
  const { store, profile, outputFile: _, ...rest } = options;
  if (store !== undefined || profile !== undefined) {
    throw new CliError('usage', `Use either --copy-of or ${store === undefined ? '--profile' : '--store'}, not both.`, {
      field: '--copy-of',
    });
  }
  const isAddress = named.includes('://') || named === 'sandbox' || named.startsWith('sandbox:');
  if (!isAddress) profileNamed(named, undefined, { profiles: readProfiles(context) });
  const selected = isAddress ? { store: named } : { profile: named };
  return await openSession(context, { ...rest, ...selected }, { isWrite: false, readsInput: false });
}

async function copyInto(
  database: string,
  session: Session,
  connection: Connection,
  language: string | undefined,
): Promise<void> {
  const { openCopy } = await import('../../sandbox/copy.ts');
  await prepareDatabase(session.context.files, database);
  const copy = await openCopy(database);
  const host = hostOf(connection);
  try {
    await session.notice(
      `Copying the products and baskets of ${host} to ${database}. Nothing is written to the store.`,
    );
    const products = pagesOf(session, connection, 'products', (limit, offset) =>
      listProducts(connection, { limit: String(limit), offset: String(offset) }, { language }),
    );
    for await (const { records } of products) copy.addProducts(records);
    await copyBaskets(session, connection, copy);
    await session.notice(summary(copy.finish()));
  } catch (error) {
    await session.notice('The copy is not complete: nothing of it is kept.');
    if (error instanceof CliError) throw error;
    // SQLite: the disk is full, or the file has gone.
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError('fault', `The copy cannot be written to ${database}: ${reason}.`, {
      hint: 'Free disk space, or move the file to another disk.',
    });
  } finally {
    copy.close();
  }
}

function summary({ products, records, baskets, skipped }: ReturnType<StoreCopy['finish']>): string {
  const variants = records === products ? '' : ` (${formatCount(records)} with their options)`;
  const left =
    skipped === 0
      ? ''
      : `Skipped ${formatCount(skipped)} ${inNumber('{record|records}', skipped)}: products without a numeric ID, or baskets without their products.\n`;
  return (
    `${left}Copied ${formatCount(products)} products${variants} and ${formatCount(baskets)} baskets. ` +
    'The copy has no customers, addresses or orders, and its baskets have no owner.'
  );
}

/** The baskets, where the store lists them: a store, or its token, may have no such list, and it may be of any shape. */
async function copyBaskets(session: Session, connection: Connection, copy: StoreCopy): Promise<void> {
  try {
    const baskets = pagesOf(session, connection, 'baskets', (...page) => listBaskets(connection, ...page));
    for await (const { records } of baskets) copy.addBaskets(records);
  } catch (error) {
    const { status, retryable } = error as Partial<CliError>;
    if (status === undefined || retryable) throw error;
    await session.notice(`Skipped the baskets: the store does not list them (${status}).`);
  }
}

/** The pages of a list, while the progress is shown. */
function pagesOf<R extends StoreRecord>(
  session: Session,
  connection: Connection,
  label: string,
  fetchPage: (limit: number, offset: number) => Promise<Page<R>>,
): AsyncIterable<Page<R>> {
  const pages = allPages(fetchPage, { connection, untilEmpty: true, mayGrow: true });
  return withProgress(session, pages, { place: `${label} of ${hostOf(connection)}`, printsRows: false });
}
