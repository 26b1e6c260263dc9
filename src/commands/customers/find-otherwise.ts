import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import {
  inCity,
  inCityFirst,
  mayLiveThere,
  peopleIn,
  type WithoutCity,
  withoutCity,
} from '../../people/search/city.ts';
import { type FailingWord, queryOfOthers } from '../../people/search/failing-word.ts';
import { learnCustomers, learnPlaces } from '../../people/search/learned.ts';
import { looserQuery } from '../../people/search/looser.ts';
import { type PeopleQuery, queryOf } from '../../people/search/query.ts';
import type { SimilarText } from '../../people/search/similar.ts';
import { escapeText } from '../../text/escape.ts';
import { findPeople, type SearchInput } from './find-people.ts';
import { NobodyFound } from './nobody-found.ts';
import { noticeCity } from './searched.ts';

/** Without a city that was typed, or initials, where that finds somebody, and all of it nobody. */
export async function findIn(
  session: Session,
  query: PeopleQuery,
  searching: Omit<SearchInput, 'query'>,
): Promise<undefined> {
  if (await foundOtherwise(session, query, searching)) return;
  try {
    return void (await findPeople(session, { ...searching, query }));
  } catch (error) {
    if (!(error instanceof CliError) || error.kind !== 'not-found' || searching.isLive) throw error;
    // The first search has made the index, which knows cities only now. A live one would read all again.
    if (await foundOtherwise(session, query, { ...searching, isJustRead: true })) return;
    if (await foundByOthers(session, query, { ...searching, error })) return;
    throw error;
  }
}

/** Whether somebody was found by a text like the one that was typed, or by less, as the error of the search says. */
async function foundByOthers(
  session: Session,
  query: PeopleQuery,
  { error, ...searching }: Omit<SearchInput, 'query'> & { readonly error: CliError },
): Promise<boolean> {
  if (!isForPerson(session, searching) || !(error instanceof NobodyFound) || !error.otherwise) return false;
  const { failing, similar } = error.otherwise;
  const { likely } = similar;
  if (likely && (await foundMisheard(session, { query, likely }, searching))) return true;
  return failing !== undefined && (await foundAmongOthers(session, { query, failing }, searching));
}

/** Whether somebody was found by what was meant, where that is clear: a caller's name is typed as it was heard. */
async function foundMisheard(
  session: Session,
  { query, likely }: { readonly query: PeopleQuery; readonly likely: SimilarText },
  searching: Omit<SearchInput, 'query'>,
): Promise<boolean> {
  const meant = queryOf(likely.text);
  const again = { ...searching, isJustRead: true };
  const isShown = (await foundOtherwise(session, meant, again)) || (await isFound(session, { ...again, query: meant }));
  if (!isShown) return false;
  await session.notice(escapeText(`No one matches "${query.typed}". Showing results for "${likely.text}".`));
  return true;
}

/**
 * Whether one of the few people who have all but one of the words has that one now, by another program. Else they are shown:
 * a person knows a caller by less.
 */
async function foundAmongOthers(
  session: Session,
  { query, failing }: { readonly query: PeopleQuery; readonly failing: FailingWord },
  searching: Omit<SearchInput, 'query'>,
): Promise<boolean> {
  const { index, reads } = searching;
  const others = queryOfOthers(failing.text, index);
  if (!others || failing.count > fewOthers) return false;
  const customers = index.find(others).flatMap((person) => ('customerId' in person ? [person.customerId] : []));
  const customersJustRead = await learnCustomers({ index, reads }, customers);
  const again = { ...searching, isJustRead: true, customersJustRead };
  if (index.countOf(query) > 0) return (await findPeople(session, { ...again, query })).printed > 0;
  if (await foundOtherwise(session, query, again)) return true;
  const shown = await findPeople(session, { ...again, query: others, isBeside: true });
  if (shown.printed > 0)
    await session.notice(
      escapeText(
        `Showing people who match everything but "${failing.word}". One of them may have changed their name or address.`,
      ),
    );
  return false;
}

/** So many people are read again, and shown though they lack a word. */
const fewOthers = 20;

/** A script gets who has all of what was typed. */
const isForPerson = ({ options }: Session, { limit, isLive }: Omit<SearchInput, 'query'>): boolean =>
  limit !== undefined && !isLive && options.quiet !== true;

/** Whether somebody was found by less than was typed, in the index as it is. */
async function foundOtherwise(
  session: Session,
  query: PeopleQuery,
  searching: Omit<SearchInput, 'query'>,
): Promise<boolean> {
  const { index, reads, isLive } = searching;
  const known = withoutCity(query, index);
  if (known) return await findWithout(session, known, searching);
  const unknown = isLive ? [] : mayLiveThere(query, index);
  if (unknown.length > 0) {
    const addressesJustRead = await learnPlaces({ index, reads, clock: session.context.clock }, unknown);
    const learned = withoutCity(query, index);
    if (learned) return await findWithout(session, learned, { ...searching, addressesJustRead });
  }
  const looser = isForPerson(session, searching) ? looserQuery(query, index) : undefined;
  if (looser === undefined) return false;
  await findPeople(session, { ...searching, query: looser.query });
  await session.notice(looser.notice);
  return true;
}

/** So many people are shown wherever they live: to leave some out would save nothing. */
const few = 3;

/** Where not everybody is shown, the people there alone. */
async function findWithout(
  session: Session,
  without: WithoutCity,
  searching: Omit<SearchInput, 'query'>,
): Promise<boolean> {
  // No city is known of whom a walk finds.
  const isKnown = !searching.isLive && searching.confirmWalk === undefined;
  const isLimited = searching.limit !== undefined && isKnown && session.options.quiet !== true;
  const areFew = searching.index.countOf(without.query) <= few;
  const isInCity = isLimited && !areFew && peopleIn(without, searching.index).length > 0;
  if (isInCity && (await isFound(session, { ...searching, query: inCity(without) }, without))) return true;
  const everybody = {
    ...searching,
    query: inCityFirst(without),
    isJustRead: isInCity || searching.isJustRead === true,
  };
  const shown = await findPeople(session, everybody, without);
  await noticeCity(session, without, shown);
  return true;
}

/** Whether somebody is shown: whom the index knows may have another name or address since. */
async function isFound(session: Session, searching: SearchInput, without?: WithoutCity): Promise<boolean> {
  try {
    await findPeople(session, searching, without);
    return true;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'not-found') return false;
    throw error;
  }
}
