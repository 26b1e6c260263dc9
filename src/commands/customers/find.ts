import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { CliError, missingError } from '../../errors.ts';
import { recordOf } from '../../people/found.ts';
import type { WalkPlan } from '../../people/id-walk.ts';
import { maxAtOnce } from '../../people/paced-reads.ts';
import type { Person } from '../../people/person.ts';
import { queryOf } from '../../people/query.ts';
import { PeopleSearch, type SearchOptions } from '../../people/search.ts';
import { foundPerson } from '../../resources/found-person.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { noticeHiddenColumns } from '../shared/list.ts';
import { withPacedReads } from '../shared/paced.ts';
import { forgetHere, openIndex } from './index-place.ts';
import { nobody, noticeSearched } from './searched.ts';

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
    command
      .option('--live', 'read everything again, and match parts of words')
      .option('--walk', 'also read the customer IDs between those that baskets name')
      .option('--forget', 'remove what earlier searches of the store remember');
  },
  async run(session, raw, words) {
    if (raw.forget === true) return void (await forgetHere(session, await session.connect()));
    if (words.length === 0)
      throw missingError([{ name: '<text>', hint: 'A name: shop-cli customers find "de vries"' }]);
    const query = queryOf(words.join(' '));
    const asks = raw.walk === true ? walkQuestion(session) : undefined;
    return await withPacedReads(session, async ({ connection, reads }) => {
      const index = await openIndex(session, connection);
      try {
        return await find(session, { connection, reads, index, query, isLive: raw.live === true, confirmWalk: asks });
      } finally {
        reads.end();
        index.close();
      }
    });
  },
};

async function find(
  session: Session,
  { confirmWalk, ...searching }: Omit<SearchOptions, 'clock' | 'mark' | 'onPerson' | 'onRead'>,
): Promise<undefined> {
  const shown = showFound(session);
  let work = { done: 0, total: undefined as number | undefined };
  const begin = () =>
    session.progress(
      () => ({ ...work, place: session.onStore().trim() || undefined, note: searching.reads.wait() }),
      !shown.isTable,
    );
  let display = begin();
  const search = new PeopleSearch({
    ...searching,
    clock: session.context.clock,
    mark: session.context.randomHex(8),
    onPerson: shown.add,
    onRead() {
      const { live, total } = search;
      work = { done: live.done, total: total === undefined ? undefined : Math.max(total, live.done) };
      display.show();
    },
    confirmWalk:
      confirmWalk &&
      (async (plan) => {
        await display.end();
        const isAgreed = await confirmWalk(plan);
        display = begin();
        return isAgreed;
      }),
  });
  try {
    await search.run();
    await shown.complete((person) => search.found.withLaterOrders(person));
  } catch (error) {
    await display.end();
    await shown.end();
    await noticeSearched(session, searching, search, false);
    throw error;
  }
  await display.end();
  await shown.end();
  if (search.found.count === 0) throw nobody(session, searching, search);
  await shown.refuseGuestsAlone();
  await noticeSearched(session, searching, search);
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

/**
 * Shows people at the end, when all of their orders are known: a card or a table. At a terminal there is a line for each if it takes
 * long; IDs alone are printed as they are found.
 */
function showFound(session: Session) {
  const { settings, options, notice } = session;
  const isTable = settings.output === 'table' && options.quiet !== true;
  let held: Person[] = [];
  const guests: string[] = [];
  const writer = isTable ? undefined : session.list(foundPerson);
  const lines = meanwhile(session);
  let customers = 0;
  return {
    isTable,
    async add(person: Person): Promise<void> {
      const record = recordOf(person);
      if (person.customer) customers++;
      else guests.push(String(record.lastOrderId));
      if (options.quiet !== true) held.push(person);
      else if (person.customer) await writer?.add([record]);
      if (isTable) await lines.add(record);
    },
    async complete(whole: (person: Person) => Promise<Person>): Promise<void> {
      for (let at = 0; at < held.length; at += maxAtOnce)
        held.splice(at, maxAtOnce, ...(await Promise.all(held.slice(at, at + maxAtOnce).map(whole))));
    },
    async end(): Promise<void> {
      lines.stop();
      const records = held.map(recordOf).sort(byLastOrder);
      held = [];
      if (writer) {
        if (records.length > 0) await writer.add(records);
        return void (customers + guests.length > 0 && (await writer.end()));
      }
      const [only] = records;
      if (records.length === 1 && only) return await session.show(foundPerson, only);
      if (records.length > 1) {
        const { hiddenColumns } = await session.showList(foundPerson, records);
        await noticeHiddenColumns(notice, hiddenColumns);
      }
    },
    /** @throws CliError `not-found` where IDs of customers are wanted, and only guests were found */
    async refuseGuestsAlone(): Promise<void> {
      if (options.quiet !== true || guests.length === 0) return;
      const orders = `${inNumber('{order|orders}', guests.length)} ${guests.join(', ')}`;
      if (customers > 0) return await notice(`Also found guests, who have no customer ID: ${orders}.`);
      throw new CliError('not-found', `Only guests were found, who have no customer ID: ${orders}.`);
    },
  };
}

/** Whose order was searched comes first, then who ordered last: he is the one who calls. */
function byLastOrder(left: StoreRecord, right: StoreRecord): number {
  const isFound = ({ foundOrderId }: StoreRecord): number => Number(foundOrderId !== null);
  if (isFound(left) !== isFound(right)) return isFound(right) - isFound(left);
  const one = String(left.lastOrderDate ?? '');
  const other = String(right.lastOrderDate ?? '');
  return one === other ? 0 : one < other ? 1 : -1;
}

/** Milliseconds after which somebody who waits is told who was found so far. */
const patience = 1000;

/** More lines than these would be a second table. */
const maxLines = 10;

/** What a terminal shows of the first hits while the search goes on. */
function meanwhile({ context: { clock, every }, notice, named, onStore }: Session) {
  const startedAt = clock.elapsed();
  const waiting: StoreRecord[] = [];
  let shown = 0;
  const show = async (): Promise<void> => {
    if (onStore() === '' || clock.elapsed() - startedAt < patience) return;
    for (const record of waiting.splice(0)) {
      shown++;
      if (shown <= maxLines) await notice(escapeText(`Found ${lineOf(named(foundPerson, record))}`));
      if (shown === maxLines + 1) await notice('Found more: all are listed at the end.');
    }
  };
  const stop = every(patience / 4, () => void show());
  return {
    stop,
    async add(record: StoreRecord): Promise<void> {
      waiting.push(record);
      await show();
    },
  };
}

/** `customer 101: Jo Bos, Amsterdam` */
function lineOf({ customerId, lastOrderId, name, city }: StoreRecord): string {
  const who = customerId === null ? `guest of order ${lastOrderId}` : `customer ${customerId}`;
  const about = [name, city].filter((text) => typeof text === 'string' && text !== '').join(', ');
  return about === '' ? who : `${who}: ${about}`;
}
