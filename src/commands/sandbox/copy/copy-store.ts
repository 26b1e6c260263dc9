import { prepareDatabase } from '../../../cli/embedded-store.ts';
import { openSession, type Session } from '../../../cli/session.ts';
import { storeNamesOf } from '../../../cli/store.ts';
import type { Connection } from '../../../client/connection.ts';
import { listProducts } from '../../../client/endpoints/products.ts';
import { CliError } from '../../../errors.ts';
import { progressMode, showProgress } from '../../../output/progress.ts';
import type { StoreCopy } from '../../../sandbox/copy/open-copy.ts';
import { readProfiles } from '../../../settings/profiles-file.ts';
import { profileNamed } from '../../../settings/token.ts';
import { formatCount } from '../../../text/numbers.ts';
import { createReader, type Pace } from './pacing.ts';
import { readLists } from './read-lists.ts';

interface CopyRequest extends Pace {
  /** A profile or a URL. */
  readonly of: string;
  readonly database: string;
  /** Language of the texts; that of the store when absent. */
  readonly language: string | undefined;
  readonly refresh: boolean;
  readonly withBaskets: boolean;
}

/**
 * Copies a store into the database of a sandbox, or continues a copy. A finished copy is kept unless it is refreshed.
 * @throws CliError, after which the copy can be continued
 */
export async function copyStore(session: Session, request: CopyRequest): Promise<void> {
  const source = await openSource(session, request.of);
  try {
    const copy = await openPrivateCopy(session, source, request);
    try {
      if (copy.progress.list === 'done') await describeOld(session, source, copy);
      else await copyLists(session, source, { copy, request });
    } finally {
      copy.close();
    }
  } finally {
    await source.session.close(true);
  }
}

async function openPrivateCopy(
  { context }: Session,
  { identity, session }: Source,
  request: CopyRequest,
): Promise<StoreCopy> {
  const { files, clock } = context;
  const { database, refresh } = request;
  const { openCopy } = await import('../../../sandbox/copy/open-copy.ts');
  const isOwn = await prepareDatabase(files, database);
  const language = request.language ?? session.settings.language ?? '';
  return await openCopy({ database, isOwn, source: identity, language, refresh, now: clock.now });
}

async function copyLists(
  { context, notice, options }: Session,
  source: Source,
  { copy, request }: { readonly copy: StoreCopy; readonly request: CopyRequest },
): Promise<void> {
  const shared = await source.connect();
  // Once in the ordinary way: a wrong address or token is said at once.
  await listProducts(shared, { limit: '1' });
  const reader = createReader(shared, context, request);
  await notice(beginningOf(source, copy, request));
  const mode = progressMode(context, { quiet: options.quiet });
  const display = showProgress(context, mode, () => ({
    done: copy.progress.offset,
    total: copy.progress.count ?? undefined,
    place: mode === 'bar' ? `${labels[copy.progress.list]} of ${source.name}` : labels[copy.progress.list],
    note: reader.note(),
  }));
  try {
    const { withBaskets } = request;
    await readLists({ reader, copy, withBaskets, notice, shown: display.show });
  } catch (error) {
    await display.end();
    if (context.interrupted.aborted) await notice(kept(copy));
    throw continued(error, copy);
  }
  await display.end();
  const { products, records, baskets } = copy.counts();
  const variants = records === products ? '' : ` (${formatCount(records)} with their options)`;
  await notice(
    `Copied ${formatCount(products)} products${variants} and ${formatCount(baskets)} baskets. ` +
      'The copy has no customers, addresses or orders, and its baskets have no owner.',
  );
}

const labels = { products: 'products', main: 'main products', baskets: 'baskets', done: '' } as const;

function beginningOf({ name }: Source, { progress }: StoreCopy, { database }: CopyRequest): string {
  const { list, offset, pass, began } = progress;
  if (list === 'products' && offset === 0 && pass === 1)
    return `Copying the products and baskets of ${name} to ${database}. Nothing is written to the store.`;
  return `Continuing the copy of ${name} that began on ${dayOf(began)}, at ${labels[list]} ${formatCount(offset)}.`;
}

const describeOld = ({ notice }: Session, { name }: Source, { progress }: StoreCopy): Promise<void> =>
  notice(`This copy of ${name} was made on ${dayOf(progress.began)}. To read the store again, pass --refresh.`);

const dayOf = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

/** Why a copy stopped, and that it goes on from there. */
function continued(error: unknown, copy: StoreCopy): unknown {
  if (!(error instanceof CliError)) return error;
  const { hint } = error;
  return error.reworded({
    hint:
      hint === undefined
        ? kept(copy)
        : `${hint}
${kept(copy)}`,
  });
}

const kept = ({ progress: { offset, list } }: StoreCopy): string =>
  `The copy so far is kept (${formatCount(offset)} ${labels[list]}). Rerun the same command to continue.`;

/** The store that is copied. */
interface Source {
  readonly session: Session;
  /** Its identity in every run. */
  readonly identity: string;
  /** As messages name it: `shop.example`. */
  readonly name: string;
  /** Connects, to read only. */
  connect(): Promise<Connection>;
}

/** The store of a profile or of a URL. Its token comes from the same sources as for `--store`. @throws CliError `usage` */
async function openSource({ context, options }: Session, named: string): Promise<Source> {
  const { store, profile, outputFile: _, ...rest } = options;
  if (store !== undefined || profile !== undefined) {
    throw new CliError('usage', `Use either --copy-of or ${store === undefined ? '--profile' : '--store'}, not both.`, {
      field: '--copy-of',
    });
  }
  const isAddress = named.includes('://') || named === 'sandbox' || named.startsWith('sandbox:');
  if (!isAddress) profileNamed(named, undefined, { profiles: await readProfiles(context) });
  const session = await openSession(
    context,
    { ...rest, ...(isAddress ? { store: named } : { profile: named }) },
    { readsInput: false },
  );
  return {
    session,
    identity: storeNamesOf(session.settings.store(), context).identity,
    name: session.storeName(),
    // A copy writes nothing, whatever the code that uses this connection does.
    connect: () => session.connect({ connections: 2, manyRequests: true, readsOnly: true }),
  };
}
