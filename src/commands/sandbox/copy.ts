import type { Command } from 'commander';
import { prepareDatabase } from '../../cli/embedded-store.ts';
import { openSession, type Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { listBaskets } from '../../client/endpoints/baskets.ts';
import { type Languages, listProducts, type ProductFilters } from '../../client/endpoints/products.ts';
import { allPages, type Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions, suggestAt } from '../../input/options.ts';
import { textKind } from '../../resources/kinds.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { languageTagKind } from '../../resources/shop-kinds.ts';
import type { StoreCopy } from '../../sandbox/copy.ts';
import { readProfiles } from '../../settings/profiles-file.ts';
import { profileNamed } from '../../settings/token.ts';
import { formatCount } from '../../text/numbers.ts';

const copyOptions = {
  copyOf: option({ ...textKind, placeholder: 'store' }, 'copy this store (profile or URL) into a new --db first'),
  language: option(languageTagKind, "language of the copied texts (default: the store's)"),
};

/** Of each page: about a minute of refusals or of an outage. */
const minRetries = 10;

/** Adds the options of `--copy-of`. */
export function addCopyOptions(command: Command): void {
  addOptions(command, copyOptions);
  suggestAt(command, '--copy-of', 'profiles');
  command.option('--no-baskets', 'do not copy baskets');
}

/**
 * Copies the store that `--copy-of` names, if one is named, into a new database. One pass, and one transaction: a copy
 * that is not whole leaves nothing.
 * @param database that of `--db`
 * @throws CliError
 */
export async function copyNamedStore(session: Session, raw: RawOptions, database: string | undefined): Promise<void> {
  const { copyOf, language } = readOptions(copyOptions, raw);
  if (copyOf === undefined) {
    if (language === undefined) return;
    throw new CliError('usage', '--language needs --copy-of.', { field: '--language' });
  }
  if (database === undefined || database === ':memory:')
    throw new CliError('usage', '--copy-of needs --db: the file for the copy.', {
      field: '--db',
      hint: `Example: shop-cli sandbox --copy-of ${copyOf} --db twin.db`,
    });
  if (raw.empty === true)
    throw new CliError('usage', 'Use either --copy-of or --empty, not both.', { field: '--empty' });
  const source = await openSource(session, copyOf);
  try {
    const connection = await source.connect({ connections: 1, manyRequests: true, readsOnly: true });
    // Once in the ordinary way: a wrong address or token is said at once.
    await listProducts(connection, { limit: '1' });
    const copying: Copying = {
      session,
      database,
      // The progress has the line on which a request would say that it waits.
      connection: { ...connection, retries: Math.max(minRetries, connection.retries), waiting: undefined },
      languages: { language: language ?? source.settings.language },
    };
    await copyStore(copying, raw.baskets !== false);
  } finally {
    await source.close(true);
  }
}

function discarded(error: unknown): unknown {
  if (!(error instanceof CliError)) return error;
  return error.reworded({ hint: error.hint === undefined ? notKept : `${error.hint}\n${notKept}` });
}

const notKept = 'The copy was not complete: nothing of it is kept. To begin again, rerun the same command.';

/** The store of a profile or of a URL. Its token comes from the same sources as for `--store`. @throws CliError `usage` */
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

interface Copying {
  readonly session: Session;
  readonly connection: Connection;
  readonly languages: Languages;
  readonly database: string;
}

async function copyStore(copying: Copying, withBaskets: boolean): Promise<void> {
  const { session, connection, database } = copying;
  const { openCopy } = await import('../../sandbox/copy.ts');
  await prepareDatabase(session.context.files, database);
  const copy = await openCopy(database);
  try {
    await session.notice(
      `Copying the products and baskets of ${hostOf(connection)} to ${database}. Nothing is written to the store.`,
    );
    await copyLists(copying, copy, withBaskets);
  } catch (error) {
    if (session.context.interrupted.aborted) await session.notice(notKept);
    throw discarded(error);
  } finally {
    copy.close();
  }
}

async function copyLists(copying: Copying, copy: StoreCopy, withBaskets: boolean): Promise<void> {
  const { session } = copying;
  for await (const records of productPages(copying, 'products')) copy.addProducts(records);
  if (copy.hasOptions) await copyMainProducts(copying, copy);
  if (withBaskets) await copyBaskets(copying, copy);
  const { products, records, baskets, withoutId, unreadable, withoutProduct } = copy.finish();
  if (unreadable > 0)
    await session.notice(`Skipped ${unreadable} baskets: the list of the store does not show their products.`);
  if (withoutId > 0) await session.notice(`Skipped ${withoutId} products without a numeric ID.`);
  if (withoutProduct > 0)
    await session.notice(`Skipped ${withoutProduct} basket lines of products that are not in the copy.`);
  const variants = records === products ? '' : ` (${formatCount(records)} with their options)`;
  await session.notice(
    `Copied ${formatCount(products)} products${variants} and ${formatCount(baskets)} baskets. ` +
      'The copy has no customers, addresses or orders, and its baskets have no owner.',
  );
}

/** The records of products with options, which the full list may show only once per option. */
async function copyMainProducts(copying: Copying, copy: StoreCopy): Promise<void> {
  for await (const records of productPages(copying, 'main products', { only_main_products: 'true' })) {
    if (!copy.addMainProducts(records))
      return await copying.session.notice(
        'The store listed options instead of main products. The copy lists main products.',
      );
  }
}

/** The baskets, where the store lists them: a store, or its token, may have no such list, and it may be of any shape. */
async function copyBaskets(copying: Copying, copy: StoreCopy): Promise<void> {
  const { session, connection } = copying;
  try {
    for await (const records of pagesOf(copying, 'baskets', (limit, offset) => listBaskets(connection, limit, offset)))
      copy.addBaskets(records);
  } catch (error) {
    if (!(error instanceof CliError && isWithoutList(error))) throw error;
    const { status = 0, message } = error;
    await session.notice(
      `Skipped the baskets: ${status < 300 ? message : `the store does not list them (${status}).`}`,
    );
  }
}

const isWithoutList = ({ kind, status = 0, retryable }: CliError): boolean =>
  (kind === 'refused' && status < 300 && !retryable) || [403, 404, 405, 410, 501].includes(status);

function productPages(copying: Copying, label: string, filters: ProductFilters = {}) {
  const { connection, languages } = copying;
  return pagesOf(copying, label, (limit, offset) =>
    listProducts(connection, { ...filters, limit: String(limit), offset: String(offset) }, languages),
  );
}

/** The records of a list, page by page, while the progress is shown. */
async function* pagesOf<R extends StoreRecord>(
  { session, connection }: Copying,
  label: string,
  fetchPage: (limit: number, offset: number) => Promise<Page<R>>,
): AsyncGenerator<readonly R[]> {
  let done = 0;
  let total: number | undefined;
  const display = session.progress(() => ({ done, total, place: `${label} of ${hostOf(connection)}` }), false);
  try {
    for await (const { records, totals } of allPages(fetchPage, { connection, untilEmpty: true, mayGrow: true })) {
      yield records;
      done += records.length;
      total = Number(totals.numRows) || undefined;
      display.show();
    }
  } finally {
    await display.end();
  }
}
