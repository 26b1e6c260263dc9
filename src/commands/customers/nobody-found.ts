import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { PeopleIndex } from '../../people/index/people-index.ts';
import { isKnownCity } from '../../people/search/city.ts';
import { type FailingWord, failingWord } from '../../people/search/failing-word.ts';
import type { PeopleQuery } from '../../people/search/query.ts';
import type { PeopleSearch } from '../../people/search/search.ts';
import { type SimilarText, type SimilarTexts, similarTexts } from '../../people/search/similar.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import type { Searching } from './searched.ts';
import { liveText, searchedText } from './searched-text.ts';

/** Somebody is found by less than was typed, or by something like it. */
interface FoundByOthers {
  readonly failing: FailingWord | undefined;
  readonly similar: SimilarTexts;
}

/** A search found nobody. */
export class NobodyFound extends CliError {
  /** Who is found otherwise, by the index; undefined where that is not said. */
  readonly otherwise: FoundByOthers | undefined;

  constructor(message: string, hint: string, otherwise: FoundByOthers | undefined) {
    super('not-found', message, { hint });
    this.otherwise = otherwise;
  }
}

/** The error of a search that found nobody: it says nothing where no customer could be found by anything. */
export function nobody(session: Session, { index, isLive, query }: Searching, search: PeopleSearch): CliError {
  const { other } = index.shapes;
  if (other !== undefined && !query.isOrderAlone) return otherShape(session, other);
  if (query.isOrderAlone)
    return new CliError('not-found', `There is no order ${query.number} on ${session.storeLabel()}.`, {
      hint: whereToFind.order,
    });
  // For a person at a terminal alone.
  const otherwise = namesSearched(session)
    ? { failing: failingWord(query, index), similar: similarTexts(query, index) }
    : undefined;
  const hidden = query.number !== undefined && search.live.isHidden({ orderId: query.number });
  const lines = [
    ...(query.number !== undefined && !hidden ? [`There is no order ${query.number} either.`] : []),
    ...(otherwise ? suggestions(otherwise) : []),
    searchedText(index, search),
    ...(isLive ? [] : [wholeWords(index)]),
    ...notSearched(query, index),
  ];
  return new NobodyFound(`No one found on ${session.storeLabel()}.`, lines.join('\n'), otherwise);
}

/** What was typed that finds nobody in any shop. */
function notSearched({ typed, mayBeInAddress }: PeopleQuery, index: PeopleIndex): readonly string[] {
  if (isKnownCity(typed, index)) return ['You cannot search for a city alone: add a name or a street.'];
  return mayBeInAddress && skuLike.test(typed)
    ? ['You cannot search for products here: shop-cli orders list --product <sku>']
    : [];
}

/** Letters, then digits, as most SKUs are, and no name is: `BOK-902`. */
const skuLike = /^\p{L}{2,5}[-_.]?\d{2,}(?:[-_.][\p{L}\d]+)*$/u;

const otherShape = (session: Session, customerId: string): CliError =>
  new CliError(
    'refused',
    escapeText(
      `The customers of ${session.storeLabel()} have none of the fields that are searched, such as lastName, emailAddress and phoneNumber.`,
    ),
    { hint: escapeText(`To see what a customer has: shop-cli customers get ${customerId} --json`) },
  );

/** Whether a message may name what was searched: a person at a terminal has typed it, and logs get nothing of it. */
const namesSearched = ({ onStore, options }: Session): boolean => onStore() !== '' && !options.maskPii;

/** What finds somebody. */
function suggestions({ failing, similar }: FoundByOthers): readonly string[] {
  const texts = similar.all.filter(({ text }) => text !== failing?.text);
  return [...(failing ? [failingText(failing)] : []), ...similarText(texts)];
}

/** `81 people match "de Vries Enschede", none of them "139".` */
const failingText = ({ text, count, word }: FailingWord): string =>
  escapeText(
    `${formatCount(count)} ${inNumber('{person matches|people match}', count)} "${text}", ${count === 1 ? 'but not' : 'none of them'} "${word}".`,
  );

function similarText(texts: readonly SimilarText[]): readonly string[] {
  const each = texts.map(({ text, count }) => `"${escapeText(text)}" (${formatCount(count)})`);
  return each.length === 0 ? [] : [`Similar searches that find people: ${each.join(', ')}.`];
}

/** What an index cannot know. */
const wholeWords = (index: PeopleIndex): string =>
  `Only whole words were compared. Try something that has not changed, such as a phone number, or ${liveText(index)}.`;
