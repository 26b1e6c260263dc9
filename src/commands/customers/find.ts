import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { CliError, missingError } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import type { WalkPlan } from '../../people/search/id-walk.ts';
import { queryOf } from '../../people/search/query.ts';
import { foundPerson } from '../../resources/found-person.ts';
import { wholeFrom } from '../../resources/kinds.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { refuseTogether } from '../shared/exclusive.ts';
import { type Paced, withPacedReads } from '../shared/paced.ts';
import { findIn } from './find-otherwise.ts';
import { knowImported } from './imported-people.ts';
import { forgetHere, openIndex } from './index-place.ts';
import { confirmLive } from './live-question.ts';

const findOptions = { limit: option(wholeFrom(1), 'maximum number of people (default 20 at a terminal)') };

/** More rows are more than a screen, and nobody reads them while a caller waits. */
const usualLimit = 20;

/** `shop-cli customers find`: reads the customers and orders that baskets refer to. */
export const definition: CommandDefinition = {
  details:
    'Searches by order number (1001, #1001), e-mail address, phone number, name, postcode (with or without house number), street, or VAT number. ' +
    'The API has no search, so shop-cli reads the customers and orders that baskets refer to, newest baskets first. It finds guests by their orders.\n\n' +
    'The next search reads only what is new: shop-cli remembers what it has read as keyed hashes, which match whole words only. ' +
    '--live reads everything again and matches parts of words. It first tells you how many records it has to read and, at a terminal, asks. ' +
    '--walk also reads customers without a basket, by trying the IDs that shop-cli does not know yet. ' +
    'It first tells you how long that takes. If you interrupt it, the next --walk continues where it stopped.\n\n' +
    'For more, see docs/people.md',
  examples: [
    ['customers find "de wit"', 'Find a customer by name'],
    ['customers find 030-5550142', 'Find a customer by phone number'],
    ['customers find 1001', 'Whose order is this?'],
    ['customers find emily.carter@example.com --quiet', 'Only the customer ID'],
    ['customers find carter --walk --yes', 'Also search customers without a basket'],
  ],
  exitCodes: { 3: 'no one was found' },
  seeAlso: ['customers get', 'orders get'],
  result: foundPerson,
  prints: 'list',
  options: (command) => {
    command.argument('[text...]', 'order number, e-mail address, phone number, name, postcode or street');
    addOptions(command, findOptions);
    command
      .option('--all', 'show everyone found')
      .option('--live', 'read everything again, and match parts of words')
      .option('--walk', 'also read customers without a basket, by their IDs')
      .option('--forget', "delete this store's search index");
  },
  async run(session, raw, words) {
    if (raw.forget === true) return void (await forgetHere(session, await session.connect()));
    if (words.length === 0)
      throw missingError([{ name: '<text>', hint: 'A name: shop-cli customers find "de vries"' }]);
    const query = queryOf(words.join(' '));
    const limit = limitOf(session, raw);
    const asks = raw.walk === true ? walkQuestion(session) : undefined;
    const searchIn = async (paced: Paced): Promise<undefined> => {
      const { connection, reads } = paced;
      const index = await openIndex(session, connection);
      const searching = { connection, reads, index, isLive: raw.live === true, confirmWalk: asks, limit };
      try {
        await knowImported(session, connection, index);
        if (searching.isLive) await confirmLive(session, paced, index);
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

/** Asks before a walk. @throws CliError `usage` where nobody can be asked */
function walkQuestion({ prompts, options, storeLabel }: Session): (plan: WalkPlan) => Promise<boolean> {
  if (options.yes) return async () => true;
  if (!prompts)
    throw new CliError('usage', '--walk asks before it reads many IDs, but there is no terminal to ask in.', {
      field: '--yes',
      hint: 'Pass --yes.',
    });
  return async ({ ids, milliseconds }) => {
    const { askYesNo } = await import('../../input/prompts/prompts.ts');
    const more = `${formatCount(ids)} more customer ${inNumber('{ID|IDs}', ids)}`;
    return await askYesNo(prompts, `Read ${more} on ${storeLabel()}? That takes about ${formatSpan(milliseconds)}.`);
  };
}
