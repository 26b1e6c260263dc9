import { hostOf } from '../../../client/connection.ts';
import { countOf, type Page } from '../../../client/pages.ts';
import { CliError } from '../../../errors.ts';
import type { StoreCopy } from '../../../sandbox/copy/open-copy.ts';
import type { CopyProgress } from '../../../sandbox/storage/copy-progress.ts';
import type { Reader } from './pacing.ts';

export interface Copying {
  readonly reader: Reader;
  readonly copy: StoreCopy;
  /** Whether baskets are copied. */
  readonly withBaskets: boolean;
  /** Says something to the person who waits. */
  readonly notice: (text: string) => Promise<void>;
  /** Called after each page. */
  readonly shown: () => void;
}

/** How a list is read, and written to the copy. */
interface List<R> {
  readonly fetch: (limit: number, offset: number) => Promise<Page<R>>;
  /** Writes a page. `facts` are those of the page, once it is known how many records are new. */
  readonly write: (records: readonly R[], facts: (fresh: number, twice?: number) => PageFacts) => void;
}

/** Reads a list from where the copy is to its end. @throws CliError for a store that repeats a page for ever */
export async function readPages<R>({ copy, reader, shown }: Copying, { fetch, write }: List<R>): Promise<void> {
  const limit = reader.connection.pageSize;
  for (let isEnd = false; !isEnd; ) {
    const { offset } = copy.progress;
    const { records, totals } = await fetch(limit, offset);
    const [received, count] = [records.length, records.length === 0 ? undefined : countOf(totals.numRows)];
    write(records, (fresh, twice = 0) => {
      const page = { limit, received, count, fresh, twice };
      isEnd = isLast(copy.progress, page);
      return page;
    });
    shown();
    if (isStuck(copy.progress)) throw repeating(hostOf(reader.connection), offset);
  }
}

/** Whether all that the store counts was received: some stores refuse an offset behind the last record. */
export const isBehindLast = ({ offset, count }: CopyProgress): boolean =>
  offset > 0 && (count === null || offset >= count);

const repeating = (host: string, offset: number): CliError =>
  new CliError('refused', `The list from ${host} is inconsistent: it keeps repeating the pages before ${offset}.`, {
    hint: 'The store may ignore the offset. Run shop-cli doctor --probe.',
    retryable: true,
  });

/** What is known of a page once its records are written. */
interface PageFacts {
  readonly limit: number;
  readonly received: number;
  /** How many the store counts; undefined where it does not say. */
  readonly count: number | undefined;
  /** Records that did not come before. */
  readonly fresh: number;
  readonly twice?: number;
}

/** Pages without anything new after which a store is taken to repeat them for ever. */
const mostStale = 3;

/**
 * Whether a page was the last: it is empty, or it repeats a list that is complete. A page that is not full is not the
 * last for that: a store may send fewer than were asked for.
 */
function isLast(progress: CopyProgress, { received, fresh, limit, ...page }: PageFacts): boolean {
  if (received === 0) return true;
  const count = progress.count ?? page.count;
  return fresh === 0 && (count === undefined ? received !== limit : progress.offset + received >= count);
}

/** Whether the store sends the same page again and again. */
const isStuck = ({ stale }: CopyProgress): boolean => stale >= mostStale;

/** The progress behind a page. */
export function afterPage(progress: CopyProgress, page: PageFacts): CopyProgress {
  if (isLast(progress, page)) return progress;
  const { received, fresh, twice = 0 } = page;
  // A store may count each page alone.
  const countsPages = progress.offset > 0 && page.count === received;
  const count = countsPages ? null : (page.count ?? progress.count);
  const isChanged = progress.count !== null && count !== null && count !== progress.count;
  return {
    ...progress,
    offset: progress.offset + received,
    count,
    stale: fresh === 0 ? progress.stale + 1 : 0,
    twice: progress.twice + twice,
    isDisturbed: progress.isDisturbed || isChanged,
  };
}

/** What the full list came to. */
interface PassFacts {
  readonly records: number;
  readonly unseen: number;
  readonly hasOptions: boolean;
}

/** How often the full list is read at most, where the store changes meanwhile. */
export const maxPasses = 3;

/** Whether the pages of a pass did not fit together. */
const isDisturbed = ({ isDisturbed, twice, count, withoutId }: CopyProgress, { records }: PassFacts): boolean =>
  isDisturbed || twice > 0 || (count !== null && count !== records + withoutId);

/** A pass that found the same records as the one before: the store is like that. */
const isSettled = ({ pass, added }: CopyProgress, { unseen }: PassFacts): boolean =>
  pass > 1 && added === 0 && unseen === 0;

/** What follows a pass of the full list. */
export function afterPass(progress: CopyProgress, pass: PassFacts): 'again' | 'settled' | 'unsettled' {
  if (!isDisturbed(progress, pass) || isSettled(progress, pass)) return 'settled';
  return progress.pass < maxPasses ? 'again' : 'unsettled';
}

/** The beginning of another list, or of another pass. */
export const beginning = (progress: CopyProgress, list: CopyProgress['list'], pass = progress.pass): CopyProgress => ({
  ...progress,
  ...{ list, pass, offset: 0, count: null, stale: 0 },
  ...(pass === progress.pass ? {} : { isDisturbed: false, twice: 0, added: 0, changed: 0, withoutId: 0 }),
});
