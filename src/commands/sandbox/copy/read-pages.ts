import { hostOf, pageSize } from '../../../client/connection.ts';
import { countOf, type Page } from '../../../client/pages.ts';
import { CliError } from '../../../errors.ts';
import type { StoreCopy } from '../../../sandbox/copy/open-copy.ts';
import type { CopyProgress } from '../../../sandbox/storage/copy-progress.ts';
import { isLast, isStuck, type PageFacts } from './next.ts';
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
  const limit = reader.connection.pageSize ?? pageSize;
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
  new CliError('refused', `The list from ${host} is inconsistent: the pages before ${offset} come again and again.`, {
    hint: 'The store may ignore the offset. Run shop-cli doctor --probe.',
    retryable: true,
  });
