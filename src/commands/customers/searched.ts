import type { Session } from '../../cli/session.ts';
import type { InCity } from '../../people/index/person.ts';
import type { WithoutCity } from '../../people/search/city.ts';
import type { PeopleQuery } from '../../people/search/query.ts';
import type { PeopleSearch, SearchOptions } from '../../people/search/search.ts';
import { hasCompanyForm } from '../../people/words/folding.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { searchedText } from './searched-text.ts';

/** What a search was for. */
export type Searching = Pick<SearchOptions, 'index' | 'isLive' | 'query'>;

/** Says where people were looked for, where they may be missing, and what the next search will not know. */
export async function noticeSearched(
  { notice, onStore }: Session,
  { index, query }: Searching,
  search: PeopleSearch,
  isFinished = true,
): Promise<void> {
  if (search.isByNumber) return await notice(isFinished ? (query.isOrderAlone ? '' : byNumberText) : '');
  const { isComplete, live, jumps, addresses, changed } = search;
  const isSearched =
    search.outdated.unread === 0 &&
    changed.unread === 0 &&
    live.unreadable === 0 &&
    jumps.length === 0 &&
    addresses.unread === 0 &&
    addresses.asOf === undefined;
  const isWhole = isFinished && isComplete && isSearched;
  if (!isWhole || onStore() !== '') await notice(searchedText(index, search));
  if (index.fault !== undefined)
    await notice(`The index cannot be written (${index.fault}): the next search reads more.`);
}

/** Says that a number has two meanings. For a person: a script gets the field `foundOrderId`. */
async function noticeOrderAndCustomer(
  { notice, onStore }: Session,
  { query: { number } }: Pick<Searching, 'query'>,
  { found }: PeopleSearch,
): Promise<void> {
  if (!found.isOrderAndCustomer || onStore() === '') return;
  await notice(
    `${number} is an order and also the ID of another customer: the Order column marks who placed the order.`,
  );
}

interface Printed {
  readonly search: PeopleSearch;
  readonly printed: { readonly leftOut: number; readonly former: number };
  /** What was searched, where the query may be about people in its city alone. */
  readonly without: WithoutCity | undefined;
}

/** Says what a number means that has two meanings, how many more people there are, and how to see them. */
export async function noticeLeftOut(
  session: Session,
  { index, query }: Searching,
  { search, printed, without }: Printed,
): Promise<void> {
  await noticeOrderAndCustomer(session, { query }, search);
  const more = search.isByNumber ? 0 : printed.leftOut + search.found.countMore();
  if (more > 0)
    await session.notice(
      `Not shown: ${formatCount(more)} more, who ordered earlier or never. Add ${narrowing(query)}, or pass --all.`,
    );
  if (printed.former > 0)
    await session.notice(
      `${printed.former === search.found.count ? 'No one has this now. ' : ''}People marked "Changed since" had it when last read, but another program has changed it.`,
    );
  if (!without || query.city === undefined) return;
  const elsewhere = index.countOf(without.query) - index.countOf(query);
  if (elsewhere <= 0) return;
  const have = inNumber('{has|have}', elsewhere);
  await session.notice(
    `Limited to ${nameOfCity(session, without)}. ${formatCount(elsewhere)} more ${have} a different city, or none that is known. To see everyone, pass --all.`,
  );
}

/** What tells people apart who have what was searched. */
function narrowing({ typed, alternatives, city, isPlace }: PeopleQuery): string {
  if (hasCompanyForm(typed)) return 'the name of the person or a city';
  if (alternatives.some((parts) => parts.some((part) => part.startsWith('postcode:'))))
    return 'the house number or the last name';
  if (isPlace) return city === undefined ? 'the house number or the city' : 'the house number';
  return city === undefined ? 'a first name, city or postcode' : 'a first name or postcode';
}

/** Says what became of a city that was left out: whether the people who are shown are there. */
export async function noticeCity(
  session: Session,
  without: WithoutCity,
  { inCity: { lives, known, no } }: { readonly inCity: Readonly<Record<InCity, number>> },
): Promise<void> {
  const city = nameOfCity(session, without);
  const there = lives + known;
  if (there > 0 && no === 0) return;
  await session.notice(
    there > 0
      ? `Searched without ${city}. People who live there come first.`
      : `No one found is known to live in ${city}. ${inNumber('{The person|The people}', no)} above ${inNumber('{lives|live}', no)} elsewhere, or no city is known.`,
  );
}

/** Logs get nothing of what was searched. */
const nameOfCity = ({ onStore, options }: Session, { city }: WithoutCity): string =>
  onStore() !== '' && !options.maskPii ? `the city, ${escapeText(city)}` : 'the city';

/** Where no search has made an index. */
const byNumberText =
  'Only the order and the customer with this ID were read: --live also searches phone numbers and postcodes.';
