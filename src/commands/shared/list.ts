import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { allPages } from '../../client/pager.ts';
import { countOf, type Page, pageOf, refuseEmptied } from '../../client/pages.ts';
import { findList } from '../../client/reply/shapes.ts';
import { CliError } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { writeList } from '../../output/view.ts';
import { wholeFrom } from '../../resources/kinds.ts';
import { anyRecord, type RecordDefinition } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';

export const pagingOptions = {
  limit: option(wholeFrom(1), 'maximum number of results (default 20)'),
  offset: option(wholeFrom(0), 'number of results to skip'),
};

const usualLimit = 20;

/** Adds `--limit`, `--offset`, `--all` and `--envelope`. */
export function addPagingOptions(command: Command): void {
  addOptions(command, pagingOptions);
  command.option('--all', 'fetch all results').option('--envelope', 'print the whole JSON reply, with its totals');
}

interface PagedList {
  readonly record: RecordDefinition;
  /** Singular and plural of the records: `product`, `products`. */
  readonly names: readonly [one: string, several: string];
  readonly connection: Connection;
  readonly fetchPage: (limit: number, offset: number, connection: Connection) => Promise<Page>;
  /** What a person may have meant, where none match: a sentence. */
  readonly noneHint?: string | undefined;
  /** Which of the records are listed; all by default. Called once for each, in their order. */
  readonly isListed?: (record: StoreRecord) => boolean;
}

/** The pages of a list as they are, and on the way how far they are. @param offset where they begin */
export async function* withProgress<P extends Page>(
  { progress }: Session,
  pages: AsyncIterable<P>,
  { offset = 0, printsRows }: { readonly offset?: number; readonly printsRows?: boolean } = {},
): AsyncGenerator<P> {
  let done = 0;
  let total: number | undefined;
  const display = progress(() => ({ done, total }), printsRows);
  try {
    for await (const page of pages) {
      done += page.records.length;
      const counted = Number(page.totals.numRows ?? Number.NaN);
      total = Number.isSafeInteger(counted) ? Math.max(done, counted - offset) : undefined;
      display.show();
      yield page;
    }
  } finally {
    await display.end();
  }
}

/** Prints a page or, with `--all`, every page; says on stderr what is missing. */
export async function listPages(session: Session, raw: RawOptions, list: PagedList): Promise<undefined> {
  const paging = readPaging(raw);
  if (raw.envelope === true) return await printEnvelope(session, list, paging);
  const pages =
    raw.all === true
      ? withProgress(session, allPages(list.fetchPage, { connection: list.connection, start: paging.offset }), paging)
      : onePage(list, paging);
  let totals: Page['totals'] = {};
  let hidden = 0;
  const summary = await writeList(
    session.list(list.record),
    whileRead(session, pages, (page) => {
      const records = list.isListed ? page.records.filter(list.isListed) : page.records;
      totals = page.totals;
      hidden += page.records.length - records.length;
      return records;
    }),
  );
  const counted = countOf(totals.numRows);
  const matching = raw.all === true && summary.shown > 0 ? summary.shown : counted && counted - hidden;
  if (!session.context.stdout.closed)
    await noticeMissing(session, { ...summary, offset: paging.offset, matching, search: raw.search }, list);
}

/** The records of each page, as long as the output is read. */
async function* whileRead(
  { context: { stdout } }: Session,
  pages: AsyncIterable<Page>,
  listedIn: (page: Page) => Page['records'],
): AsyncGenerator<Page['records']> {
  for await (const page of pages) {
    yield listedIn(page);
    if (stdout.closed) return;
  }
}

/**
 * The parts of a list that have records. Where none has, `refuse` is called before an empty list is printed: to whoever
 * does not look at the exit code it would say that there are none.
 */
export async function* orRefused<R extends StoreRecord>(
  parts: AsyncIterable<readonly R[]>,
  refuse: () => Promise<void>,
): AsyncGenerator<readonly R[]> {
  let isEmpty = true;
  for await (const records of parts) {
    if (records.length === 0) continue;
    isEmpty = false;
    yield records;
  }
  if (isEmpty) await refuse();
}

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

function readPaging(raw: RawOptions): Paging {
  const { limit, offset = 0 } = readOptions(pagingOptions, raw);
  if (raw.all === true && limit !== undefined)
    throw new CliError('usage', 'Use either --all or --limit, not both.', { field: '--all' });
  if (raw.all === true && raw.envelope === true) {
    throw new CliError('usage', 'Use either --all or --envelope, not both: each page has its own envelope.', {
      field: '--envelope',
    });
  }
  return { limit: limit ?? usualLimit, offset };
}

async function* onePage({ connection, fetchPage }: PagedList, { limit, offset }: Paging): AsyncGenerator<Page> {
  const page = await fetchPage(limit, offset, connection);
  refuseEmptied(hostOf(connection), page, offset);
  yield pageOf(page, limit, offset);
}

/** The reply as the store sent it: the totals, and the records in place. */
async function printEnvelope(
  { showList, showEnvelope }: Session,
  { connection, fetchPage, record, names: [, several] }: PagedList,
  { limit, offset }: Paging,
): Promise<undefined> {
  const { totals, records } = await fetchPage(limit, offset, connection);
  const field = findList(totals, several)?.field;
  await (field === undefined
    ? showList(anyRecord, records)
    : showEnvelope(record, Array.isArray(totals[field]) ? totals : { ...totals, [field]: records }, field));
}

interface PrintedList extends Pick<Paging, 'offset'> {
  readonly shown: number;
  readonly hiddenColumns: number;
  /** How many there are, as the store counts, if it does. */
  readonly matching: unknown;
  /** What `--search` was given, if it was. */
  readonly search: unknown;
}

async function noticeMissing(
  session: Session,
  listed: PrintedList,
  { names, noneHint }: Pick<PagedList, 'names' | 'noneHint'>,
): Promise<void> {
  const { notice, onStore } = session;
  const { shown, hiddenColumns, offset, search } = listed;
  const [, several] = names;
  const matching = Number(listed.matching ?? shown);
  const searched = typeof search === 'string' ? ` "${escapeText(search)}"` : '';
  if (matching === 0) await notice([`No ${several} match${searched}${onStore()}.`, noneHint ?? []].flat().join('\n'));
  else if (shown === 0)
    await notice(`No ${several} at --offset ${offset}${onStore()}: only ${formatCount(matching)} match.`);
  else if (shown < matching)
    await notice(`${formatCount(shown)} of ${formatCount(matching)} shown${onStore()}. Use --all for the rest.`);
  else await noticeCount(session, shown, names);
  await noticeHiddenColumns(notice, hiddenColumns);
}

/** Prints a list that is whole, and its footer: a count, unless there are no `names`, or what `none` says of an empty one. */
export async function showWhole(
  session: Session,
  definition: RecordDefinition,
  records: readonly StoreRecord[],
  { names, none }: { readonly names?: PagedList['names'] | undefined; readonly none?: string },
): Promise<undefined> {
  const { shown, hiddenColumns } = await session.showList(definition, records);
  if (shown === 0 && none !== undefined) await session.notice(none);
  else if (names) await noticeCount(session, shown, names);
  await noticeHiddenColumns(session.notice, hiddenColumns);
}

/** The footer of a list that is whole: `12 products on shop.example.` For a table at a terminal. */
async function noticeCount(
  { notice, onStore }: Session,
  shown: number,
  [one, several]: PagedList['names'],
): Promise<void> {
  if (onStore() !== '') await notice(`${formatCount(shown)} ${shown === 1 ? one : several}${onStore()}.`);
}

/** Says how many columns a narrow terminal has no room for. */
export async function noticeHiddenColumns(notice: Session['notice'], hiddenColumns: number): Promise<void> {
  if (hiddenColumns > 0) {
    await notice(
      `${hiddenColumns} more ${hiddenColumns === 1 ? 'column does' : 'columns do'} not fit this terminal; --output json shows everything.`,
    );
  }
}
