import type { CopyProgress } from '../../../sandbox/storage/copy-progress.ts';

/** What is known of a page once its records are written. */
export interface PageFacts {
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
export function isLast(progress: CopyProgress, { received, fresh, limit, ...page }: PageFacts): boolean {
  if (received === 0) return true;
  const count = progress.count ?? page.count;
  return fresh === 0 && (count === undefined ? received !== limit : progress.offset + received >= count);
}

/** Whether the store sends the same page again and again. */
export const isStuck = ({ stale }: CopyProgress): boolean => stale >= mostStale;

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
export interface PassFacts {
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
