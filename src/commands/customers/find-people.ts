import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { WithoutCity } from '../../people/search/city.ts';
import { PeopleSearch, type SearchOptions } from '../../people/search/search.ts';
import type { SearchProgress } from '../../people/search/search-progress.ts';
import { ShownPeople } from './found-list.ts';
import { nobody } from './nobody-found.ts';
import { noticeLeftOut, noticeSearched } from './searched.ts';

export type SearchInput = Omit<
  SearchOptions,
  'clock' | 'mark' | 'showsFormer' | 'onPerson' | 'onRead' | 'beforeSlow'
> & {
  /** Whether another search has said what was searched, and found nobody. */
  readonly isBeside?: boolean;
};

/**
 * Searches, and shows who is found. @param without what was typed, where the query leaves out a city
 * @throws CliError `not-found` where that is nobody
 */
export async function findPeople(
  session: Session,
  { confirmWalk, limit, isBeside = false, ...searching }: SearchInput,
  without?: WithoutCity,
): Promise<ShownPeople> {
  const shown = new ShownPeople(session, (person) => search.found.withLaterOrders(person), limit);
  const begin = () =>
    session.progress(
      () => ({ ...progressOf(search), place: session.onStore().trim() || undefined, note: searching.reads.wait() }),
      !shown.isTable,
    );
  const search: PeopleSearch = new PeopleSearch({
    ...searching,
    // IDs are of customers alone, and guests are found too.
    limit: session.options.quiet === true ? undefined : limit,
    // An ID alone does not say that its person has changed.
    showsFormer: session.options.quiet !== true,
    clock: session.context.clock,
    mark: session.context.randomHex(8),
    onPerson: shown.add,
    onRead: () => display.show(),
    beforeSlow: shown.showKnown,
    confirmWalk:
      confirmWalk &&
      (async (plan) => {
        await display.end();
        const isAgreed = await confirmWalk(plan);
        display = begin();
        return isAgreed;
      }),
  });
  let display = begin();
  try {
    await search.run();
    await shown.complete();
  } catch (error) {
    await display.end();
    await shown.end();
    await noticeSearched(session, searching, search, false);
    throw stopped(session, searching) ?? error;
  }
  await display.end();
  await shown.end();
  if (isBeside) return shown;
  if (search.found.count === 0) throw nobody(session, searching, search);
  await shown.refuseGuestsAlone();
  await noticeLeftOut(session, searching, { search, printed: shown, without });
  await noticeSearched(session, searching, search);
  return shown;
}

/** A store that has more than it counts, or counts what it sent, does not say how much there is. */
function progressOf({ progress }: PeopleSearch): SearchProgress {
  const { done, total = 0 } = progress;
  return { ...progress, total: done > total || total === 0 ? undefined : total };
}

/** Undefined where the next search begins anew, or nobody has stopped this one. */
function stopped(
  { context: { interrupted } }: Session,
  { index, isLive }: Pick<SearchOptions, 'index' | 'isLive'>,
): CliError | undefined {
  const continues = interrupted.aborted && index.isKept && !isLive;
  return continues ? new CliError('interrupted', 'Stopped. The next search continues.') : undefined;
}
