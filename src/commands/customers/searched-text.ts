import type { PeopleIndex } from '../../people/index/people-index.ts';
import { countGaps } from '../../people/search/id-walk.ts';
import { countLive } from '../../people/search/live-plan.ts';
import type { PeopleSearch } from '../../people/search/search.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { all, firstOf } from '../../text/words.ts';

/**
 * What was searched and what may be missing, in one sentence for most searches: `Searched 66 customers and 41 orders;
 * customers without a basket (--walk) may be missing.`
 */
export function searchedText(index: PeopleIndex, search: PeopleSearch): string {
  const customers = index.count('customer');
  const orders = index.count('order');
  const searched = `${formatCount(customers)} ${inNumber('{customer|customers}', customers)} and ${formatCount(orders)} ${inNumber('{order|orders}', orders)}`;
  const missing = missingFrom(index, search);
  const others = otherTexts(index, search);
  const isAll = missing.length + others.length === 0;
  const lacks = missing.length === 0 ? '' : `; ${all(missing)} may be missing`;
  return [`Searched ${isAll ? 'all ' : ''}${searched}${lacks}.`, ...others].join(' ');
}

/** `--live (reads about 57,000 records)` */
export function liveText(index: PeopleIndex): string {
  return `--live (reads ${aboutRecords(countLive(index))})`;
}

/** `about 57,000 records`, `41 records` */
export function aboutRecords(count: number): string {
  const digits = Math.max(0, String(count).length - 2);
  const rounded = Math.round(count / 10 ** digits) * 10 ** digits;
  return `${rounded === count ? '' : 'about '}${formatCount(rounded)} ${inNumber('{record|records}', count)}`;
}

/** What this search has not seen. Between the IDs of a finished walk nobody is missing. */
function missingFrom(index: PeopleIndex, search: PeopleSearch): readonly string[] {
  const { isComplete, isPartial, addresses, changed } = search;
  const { unread } = changed;
  return [
    ...(isComplete ? [] : ['older baskets']),
    ...(unread === 0 ? [] : [`${formatCount(unread)} imported ${inNumber('{customer|customers}', unread)} (--walk)`]),
    ...withoutBasket(index),
    ...(isPartial ? ['late orders'] : []),
    ...(addresses.unread === 0
      ? []
      : [`the addresses of ${formatCount(addresses.unread)} ${inNumber('{customer|customers}', addresses.unread)}`]),
  ];
}

function withoutBasket(index: PeopleIndex): readonly string[] {
  const { ids, hasLong } = countGaps(index);
  if (index.marks.walked.length === 0 || ids > 0) return [`customers without a basket${ids > 0 ? ' (--walk)' : ''}`];
  return hasLong ? ['customers in long gaps of the IDs'] : [];
}

function otherTexts(index: PeopleIndex, { live: { unreadable }, jumps, addresses, outdated }: PeopleSearch) {
  const leftOut = jumps.map(({ from, to }) => `${from} to ${to}`);
  return [
    ...(unreadable === 0 ? [] : [`The store did not show ${formatCount(unreadable)} more.`]),
    ...(outdated.unread === 0 ? [] : [outdatedText(outdated.unread)]),
    ...(addresses.asOf === undefined ? [] : [oldAddressesText(addresses.asOf, index)]),
    ...(leftOut.length === 0 ? [] : [`Not read: ${firstOf(leftOut)}, where none of the IDs that were tried exists.`]),
  ];
}

/** What an index of the version before does not know yet. */
const outdatedText = (count: number): string =>
  `Parts of the e-mail addresses of ${formatCount(count)} people were not searched: a search for one, such as bakker84, reads them once.`;

/** In the time of Greenwich: so does the index count. */
const oldAddressesText = (at: number, index: PeopleIndex): string =>
  `Addresses as of ${new Date(at).toISOString().slice(0, 10)} or later; to read them again: ${liveText(index)}.`;
