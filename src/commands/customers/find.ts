import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { CliError, missingError } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { inCity, inCityFirst, peopleIn, type WithoutCity, withoutCity } from '../../people/city.ts';
import type { WalkPlan } from '../../people/id-walk.ts';
import { type PeopleQuery, queryOf } from '../../people/query.ts';
import { PeopleSearch, type SearchOptions } from '../../people/search.ts';
import type { SearchProgress } from '../../people/search-progress.ts';
import { foundPerson } from '../../resources/found-person.ts';
import { wholeFrom } from '../../resources/kinds.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { refuseTogether } from '../shared/exclusive.ts';
import { type Paced, withPacedReads } from '../shared/paced.ts';
import { ShownPeople } from './found-list.ts';
import { forgetHere, openIndex } from './index-place.ts';
import { nobody, noticeCity, noticeLeftOut, noticeSearched } from './searched.ts';

const findOptions = { limit: option(wholeFrom(1), 'maximum number of people (default 20 at a terminal)') };

/** More rows are more than a screen, and nobody reads them while a caller waits. */
const usualLimit = 20;

/** `shop-cli customers find`: reads the customers and orders that baskets name. */
export const definition: CommandDefinition = {
  details:
    'Searches by the number of an order (1001, #1001), e-mail address, phone number, name, postcode (with or without house number), street, or VAT number. ' +
    'The API has no search, so it reads the customers and orders that baskets name, the newest baskets first. A guest is found by an order.\n\n' +
    'The next search reads only what is new: what was read is remembered as keyed hashes, which match whole words only. ' +
    '--live reads everything again and matches parts of words. ' +
    '--walk also reads the customer IDs between the known ones. It first says how long that takes, and continues where it was interrupted.\n\n' +
    'More: docs/people.md',
  examples: [
    ['customers find "de wit"', 'Find a customer by name'],
    ['customers find 030-5550142', 'Find a customer by phone number'],
    ['customers find 1001', 'Whose order is this?'],
    ['customers find emily.carter@example.com --quiet', 'Only the customer ID'],
    ['customers find carter --walk --yes', 'Also among customers without a basket'],
  ],
  exitCodes: { 3: 'nobody was found' },
  seeAlso: ['customers get', 'orders get'],
  result: foundPerson,
  prints: 'list',
  options: (command) => {
    command.argument('[text...]', 'order number, e-mail address, phone number, name, postcode or street');
    addOptions(command, findOptions);
    command
      .option('--all', 'show everybody who is found')
      .option('--live', 'read everything again, and match parts of words')
      .option('--walk', 'also read the customer IDs between those that baskets name')
      .option('--forget', 'remove what earlier searches of the store remember');
  },
  async run(session, raw, words) {
    if (raw.forget === true) return void (await forgetHere(session, await session.connect()));
    if (words.length === 0)
      throw missingError([{ name: '<text>', hint: 'A name: shop-cli customers find "de vries"' }]);
    const query = queryOf(words.join(' '));
    const limit = limitOf(session, raw);
    const asks = raw.walk === true ? walkQuestion(session) : undefined;
    const searchIn = async ({ connection, reads }: Paced): Promise<undefined> => {
      const index = await openIndex(session, connection);
      const searching = { connection, reads, index, isLive: raw.live === true, confirmWalk: asks, limit };
      try {
        return await findIn(session, query, searching);
      } finally {
        reads.end();
        index.close();
      }
    };
    return await withPacedReads(session, searchIn, { renewsIndex: false });
  },
};

/** A script gets everybody, unless it says otherwise; so does who has all read again. */
function limitOf({ settings, options, context: { stdout } }: Session, raw: RawOptions): number | undefined {
  refuseTogether(raw, 'all', 'limit');
  const isTable = settings.output === 'table' && options.quiet !== true;
  const isQuick = raw.all !== true && raw.live !== true;
  return readOptions(findOptions, raw).limit ?? (isTable && stdout.isTerminal && isQuick ? usualLimit : undefined);
}

type SearchInput = Omit<SearchOptions, 'clock' | 'mark' | 'showsFormer' | 'onPerson' | 'onRead' | 'beforeSlow'>;

/** Without a city that was typed, where that finds somebody, and all of it nobody. */
async function findIn(session: Session, query: PeopleQuery, searching: Omit<SearchInput, 'query'>): Promise<undefined> {
  const known = withoutCity(query, searching.index);
  if (known) return await findWithout(session, known, searching);
  try {
    return void (await find(session, { ...searching, query }));
  } catch (error) {
    // The first search has made the index, which knows cities only now. A live one would read all again.
    const isNobody = error instanceof CliError && error.kind === 'not-found' && !searching.isLive;
    const learned = isNobody ? withoutCity(query, searching.index) : undefined;
    if (learned === undefined) throw error;
    return await findWithout(session, learned, searching);
  }
}

/** So many people are shown wherever they live: to leave some out would save nothing. */
const few = 3;

/** Where not everybody is shown, the people there alone. */
async function findWithout(
  session: Session,
  without: WithoutCity,
  searching: Omit<SearchInput, 'query'>,
): Promise<undefined> {
  // No city is known of whom a walk finds.
  const isKnown = !searching.isLive && searching.confirmWalk === undefined;
  const isLimited = searching.limit !== undefined && isKnown && session.options.quiet !== true;
  const areFew = searching.index.countOf(without.query) <= few;
  if (isLimited && !areFew && peopleIn(without, searching.index).length > 0)
    try {
      return void (await find(session, { ...searching, query: inCity(without) }, without));
    } catch (error) {
      // They have moved since.
      if (!(error instanceof CliError && error.kind === 'not-found')) throw error;
    }
  const shown = await find(session, { ...searching, query: inCityFirst(without) }, without);
  await noticeCity(session, without, shown);
}

async function find(
  session: Session,
  { confirmWalk, limit, ...searching }: SearchInput,
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

/** Asks before a walk. @throws CliError `usage` where nobody can be asked */
function walkQuestion({ prompts, options, storeLabel }: Session): (plan: WalkPlan) => Promise<boolean> {
  if (options.yes) return async () => true;
  if (!prompts)
    throw new CliError('usage', '--walk asks before it reads many IDs, and there is no terminal to ask at.', {
      field: '--yes',
      hint: 'Pass --yes.',
    });
  return async ({ ids, milliseconds }) => {
    const { askYesNo } = await import('../../input/prompts/prompts.ts');
    const more = `${formatCount(ids)} more customer ${inNumber('{ID|IDs}', ids)}`;
    return await askYesNo(prompts, `Read ${more} on ${storeLabel()}? That takes about ${formatSpan(milliseconds)}.`);
  };
}
