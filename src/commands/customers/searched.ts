import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { type IdRange, sizeOf } from '../../people/index/id-gaps.ts';
import type { PeopleIndex } from '../../people/index/people-index.ts';
import type { InCity } from '../../people/index/person.ts';
import type { WithoutCity } from '../../people/search/city.ts';
import { countGaps } from '../../people/search/id-walk.ts';
import type { PeopleQuery } from '../../people/search/query.ts';
import type { PeopleSearch, SearchOptions } from '../../people/search/search.ts';
import { type SimilarText, similarTexts } from '../../people/search/similar.ts';
import { hasCompanyForm } from '../../people/words/folding.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { firstOf } from '../../text/words.ts';

type Searching = Pick<SearchOptions, 'index' | 'isLive' | 'query'>;

/** Says where people were looked for, where they may be missing, and what the next search will not know. */
export async function noticeSearched(
  { notice, onStore }: Session,
  { index, query }: Searching,
  search: PeopleSearch,
  isFinished = true,
): Promise<void> {
  if (search.isByNumber) return await notice(isFinished ? (query.isOrderAlone ? '' : byNumberText) : '');
  const { isComplete, live, jumps, addresses } = search;
  const isSearched =
    search.outdated.unread === 0 &&
    live.unreadable === 0 &&
    jumps.length === 0 &&
    addresses.unread === 0 &&
    addresses.asOf === undefined;
  const isWhole = isFinished && isComplete && isSearched;
  if (!isWhole || onStore() !== '') await notice(searchedText(index, search));
  if (index.fault !== undefined)
    await notice(`The index cannot be written (${index.fault}): the next search reads more.`);
}

interface Printed {
  readonly search: PeopleSearch;
  readonly printed: { readonly leftOut: number; readonly former: number };
  /** What was searched, where the query may be about people in its city alone. */
  readonly without: WithoutCity | undefined;
}

/** Says how many more there are, and how to see them. */
export async function noticeLeftOut(
  session: Session,
  { index, query }: Searching,
  { search, printed, without }: Printed,
): Promise<void> {
  const more = search.isByNumber ? 0 : printed.leftOut + search.found.countMore();
  if (more > 0)
    await session.notice(
      `Not shown: ${formatCount(more)} more, who ordered earlier or never. Add ${narrowing(query)}, or pass --all.`,
    );
  if (printed.former > 0)
    await session.notice(
      `${printed.former === search.found.count ? 'Nobody has this now. ' : ''}Changed since: who had it when last read, before another program changed it.`,
    );
  if (!without || query.city === undefined) return;
  const elsewhere = index.countOf(without.query) - index.countOf(query);
  if (elsewhere <= 0) return;
  const have = inNumber('{has|have}', elsewhere);
  await session.notice(
    `Limited to ${nameOfCity(session, without)}. ${formatCount(elsewhere)} more ${have} another city, or no known city. To see everyone, pass --all.`,
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
      ? `Searched without ${city}: people there come first.`
      : `No one found is known to live in ${city}. ${inNumber('{The person|The people}', no)} above ${inNumber('{lives|live}', no)} elsewhere, or no city is known.`,
  );
}

/** Logs get nothing of what was searched. */
const nameOfCity = ({ onStore, options }: Session, { city }: WithoutCity): string =>
  onStore() !== '' && !options.maskPii ? `the city, ${escapeText(city)}` : 'the city';

/** The error of a search that found nobody: it says nothing where no customer could be found by anything. */
export function nobody(session: Session, { index, isLive, query }: Searching, search: PeopleSearch): CliError {
  const { other } = index.shapes;
  if (other !== undefined && !query.isOrderAlone) return otherShape(session, other);
  if (query.isOrderAlone)
    return new CliError('not-found', `There is no order ${query.number} on ${session.storeLabel()}.`, {
      hint: whereToFind.order,
    });
  const lines = [searchedText(index, search), ...(isLive ? [] : [wholeWords(session, index, search)])];
  if (query.mayBeInAddress) lines.push('You cannot search for products, or for a city alone.');
  if (session.onStore() !== '' && !session.options.maskPii) lines.push(...similarText(similarTexts(query, index)));
  const hidden = query.number !== undefined && search.live.isHidden({ orderId: query.number });
  if (query.number !== undefined && !hidden) lines.unshift(`There is no order ${query.number} either.`);
  return new CliError('not-found', `No one found on ${session.storeLabel()}.`, { hint: lines.join('\n') });
}

const otherShape = (session: Session, customerId: string): CliError =>
  new CliError(
    'refused',
    escapeText(
      `The customers of ${session.storeLabel()} have none of the fields that are searched, such as lastName, emailAddress and phoneNumber.`,
    ),
    { hint: escapeText(`To see what a customer has: shop-cli customers get ${customerId} --json`) },
  );

/** Where no search has made an index. */
const byNumberText =
  'Only the order and the customer with this ID were read: --live also searches phone numbers and postcodes.';

/** What finds somebody, for a person at a terminal alone: logs get nothing of what was searched. */
function similarText(texts: readonly SimilarText[]): readonly string[] {
  const each = texts.map(({ text, count }) => `"${escapeText(text)}" (${formatCount(count)})`);
  return each.length === 0 ? [] : [`Similar text that finds people: ${each.join(', ')}.`];
}

/** `Searched 66 customers and 41 orders that baskets refer to. Customers without a basket may be missing.` */
function searchedText(index: PeopleIndex, search: PeopleSearch): string {
  const customers = index.count('customer');
  const orders = index.count('order');
  const searched = `Searched ${formatCount(customers)} ${inNumber('{customer|customers}', customers)} and ${formatCount(orders)} ${inNumber('{order|orders}', orders)}`;
  const unfinished = search.isComplete ? '' : ', not all of them';
  const { walked } = index.marks;
  const where =
    walked.length === 0
      ? ` that baskets refer to${unfinished}.`
      : `: those that baskets refer to${unfinished}, and ${walkedText(walked)}.`;
  const late = search.isPartial && search.found.count > 0 ? [lateOrders] : [];
  return [searched + where, ...unreadTexts(search), missingText(index, walked.length > 0), ...late].join(' ');
}

/** The ranges of a walk that was stopped would be lines of numbers in each later search. */
function walkedText(walked: readonly IdRange[]): string {
  const [only] = walked;
  if (walked.length === 1 && only) return `the customer IDs ${only.from} to ${only.to}`;
  return `${formatCount(sizeOf(walked))} customer IDs`;
}

const lateOrders =
  'An order that was placed more than 2 days after its basket may be missing; --live reads everything again.';

function unreadTexts({ live: { unreadable }, jumps, addresses, outdated, found }: PeopleSearch): readonly string[] {
  const leftOut = jumps.map(({ from, to }) => `${from} to ${to}`);
  return [
    ...(unreadable === 0 ? [] : [`The store did not show ${formatCount(unreadable)} more.`]),
    ...(addresses.unread === 0 ? [] : [unreadAddressesText(addresses.unread, found.count > 0)]),
    ...(outdated.unread === 0 ? [] : [outdatedText(outdated.unread)]),
    ...(addresses.asOf === undefined ? [] : [oldAddressesText(addresses.asOf)]),
    ...(leftOut.length === 0 ? [] : [`Not read: ${firstOf(leftOut)}, where none of the IDs that were tried exists.`]),
  ];
}

/** What an index of the version before does not know yet. */
const outdatedText = (count: number): string =>
  `Parts of the e-mail addresses of ${formatCount(count)} people were not searched: a search for one, such as bakker84, reads them once.`;

function unreadAddressesText(count: number, isFound: boolean): string {
  const customers = `${formatCount(count)} ${inNumber('{customer|customers}', count)}`;
  return `The addresses of ${customers} were not searched${isFound ? ': --live reads them too' : ''}.`;
}

/** In the time of Greenwich: so does the index count. */
const oldAddressesText = (at: number): string =>
  `Addresses as of ${new Date(at).toISOString().slice(0, 10)} or later; --live reads them again.`;

function missingText(index: PeopleIndex, isWalked: boolean): string {
  const who = isWalked ? 'Customers without a basket and with other IDs' : 'Customers without a basket';
  const gaps = countGaps(index);
  const ids = gaps === 1 ? 'customer ID' : `${formatCount(gaps)} customer IDs`;
  return `${who} may be missing${gaps > 0 ? `; --walk also reads the ${ids} in between` : ''}.`;
}

/** What an index cannot know. */
function wholeWords({ context }: Session, index: PeopleIndex, { isPartial }: PeopleSearch): string {
  const age = context.clock.now().getTime() - index.marks.madeAt;
  const since = age < 60_000 ? '' : ` The index is ${formatSpan(age)} old.`;
  const late = isPartial ? ', and no orders that were placed more than 30 days after their basket' : '';
  const others =
    'If another program has changed the person, search for what is still the same: e-mail address, phone number, order number, or the name or address before.';
  return `Only whole words were compared${late}.${since} ${others} To read everything again and match parts of words: pass --live.`;
}
