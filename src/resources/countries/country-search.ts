import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import nl from 'i18n-iso-countries/langs/nl.json' with { type: 'json' };
import { distance } from '../../text/words.ts';
import type { Suggestion } from '../kind.ts';

/** A country in a list of choices. */
interface FoundCountry {
  readonly isoCode2: string;
  /** Its English name and codes, and the name that matched if it is another: `Germany (DE, DEU), Duitsland`. */
  readonly label: string;
}

type CountryTitles = Readonly<Record<string, string | readonly string[]>>;
const languages: readonly CountryTitles[] = [en, nl, de, fr, es, it].map(({ countries }) => countries);

/** Nobody lives there: found after all others, as by `united st`. */
const uninhabited = new Set(['AQ', 'BV', 'GS', 'HM', 'IO', 'TF', 'UM']);

/** Everyday names that the list lacks, and those that countries of Europe have in their own languages. */
const everyday: CountryTitles = {
  NL: ['Holland'],
  GB: [
    ...['Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Engeland', 'Schotland', 'Noord-Ierland'],
    ...['Groot-Brittannië', 'Großbritannien', 'Grande-Bretagne', 'Gran Bretaña', 'Gran Bretagna', 'Schottland'],
  ],
  US: ['America', 'Amerika', 'VS', 'V.S.', 'EE. UU.', 'EUA'],
  CH: ['Schweiz', 'Suisse', 'Svizzera'],
  AL: ['Shqipëria'],
  BG: ['България'],
  CZ: ['Česko', 'Česká republika'],
  DK: ['Danmark'],
  EE: ['Eesti'],
  FI: ['Suomi'],
  GR: ['Hellas', 'Ελλάδα'],
  HR: ['Hrvatska'],
  HU: ['Magyarország'],
  IE: ['Éire'],
  IS: ['Ísland'],
  KR: ['Republic of Korea'],
  LT: ['Lietuva'],
  LU: ['Lëtzebuerg'],
  LV: ['Latvija'],
  NO: ['Norge', 'Noreg'],
  PL: ['Polska'],
  RO: ['România'],
  RS: ['Srbija'],
  SE: ['Sverige'],
  SI: ['Slovenija'],
  SK: ['Slovensko'],
  TR: ['Türkiye'],
  UA: ['Україна'],
};

/**
 * What lists of addresses have for a code of ISO 3166-1, which none of these is: the signs of vehicles, which stood before a
 * postcode (`D-10115`), and codes of sports. Not N and S, which may be Nederland and Spanje.
 */
const otherCodes: Readonly<Record<string, readonly string[]>> = {
  DE: ['d', 'brd', 'ger'],
  NL: ['ned', 'hol'],
  BE: ['b'],
  AT: ['a'],
  FR: ['f'],
  LU: ['l'],
  IT: ['i'],
  ES: ['e'],
  LI: ['fl'],
  CH: ['sui'],
};

interface KnownCountry extends FoundCountry {
  readonly codes: readonly string[];
  readonly names: readonly string[];
}

/** Made when it is needed: an import of products has no countries. */
let known: readonly KnownCountry[] | undefined;

function knownCountries(): readonly KnownCountry[] {
  known ??= codes
    .map(([isoCode2 = '', isoCode3 = '']) => {
      const names = [...new Set([...languages, everyday].flatMap((titles) => titles[isoCode2] ?? []))];
      const label = `${names[0] ?? isoCode2} (${isoCode2}, ${isoCode3})`;
      return { isoCode2, label, codes: [isoCode2, isoCode3].map(folded), names };
    })
    .sort((left, right) => (folded(left.label) < folded(right.label) ? -1 : 1));
  return known;
}

/**
 * The countries that match a text, best first: by code, by the start of a name, by the start of a word, by any part. In
 * six languages, ignoring accents. An empty text matches all.
 */
export function findCountries(typed: string): readonly FoundCountry[] {
  if (folded(typed) === '') return knownCountries();
  return matches(typed)
    .sort((left, right) => left.rank - right.rank || Number(isEmpty(left)) - Number(isEmpty(right)))
    .map(({ isoCode2, label, name }) => ({
      isoCode2,
      label: folded(label).startsWith(folded(name)) ? label : `${label}, ${name}`,
    }));
}

/** The code and English name of the only country with this name, or else of the only one whose name contains it. */
export function countryNamed(typed: string): Suggestion | undefined {
  const wanted = folded(typed);
  const same = knownCountries().filter(({ names }) => names.some((name) => folded(name) === wanted));
  // Up to three letters are a code that is wrong, rather than a part of a name; `UK` is a whole one.
  if (wanted.length <= 3 && same.length === 0) return undefined;
  const like =
    same.length > 0 ? same : matches(typed).filter(({ name }) => folded(withoutBrackets(name)).includes(wanted));
  const [found, another] = like.length > 0 ? like : misspelt(wanted);
  return found && !another ? [found.isoCode2, found.names[0]] : undefined;
}

/** `Sint Maarten (Nederlands deel)` is not the country of what is Dutch. */
const withoutBrackets = (name: string): string => name.replace(/\([^()]*\)/g, '');

/** The countries with a name that differs in one letter: `Deutchland`. */
const misspelt = (wanted: string): readonly KnownCountry[] =>
  wanted.length < shortestMisspelt || wanted.length > longestName
    ? []
    : knownCountries().filter(({ names }) => names.some((name) => distance(folded(name), wanted) <= 1));

/** Of fewer letters, one more is another country: Niger and Iran. */
const shortestMisspelt = 6;
const longestName = 80;

/** Names of every country in six languages, and its codes, as files write them: without case, accents and points. */
let codeByName: ReadonlyMap<string, string> | undefined;

const namedCodes = (): ReadonlyMap<string, string> =>
  new Map(
    knownCountries().flatMap(({ isoCode2, codes: own, names }) =>
      [...names.map(letters), ...own, ...(otherCodes[isoCode2] ?? [])].map((name) => [name, isoCode2] as const),
    ),
  );

/**
 * The alpha-2 code of a country by its whole name, in any of the languages, or by a code. Also where it stands twice, as in
 * `United Kingdom (UK)` and `België/Belgique`, or in the order of a list, as `Netherlands, The`.
 */
export function countryWithName(name: string): string | undefined {
  codeByName ??= namedCodes();
  return codeByName.get(letters(name)) ?? sameOf(namesIn(name)) ?? codeByName.get(letters(inOrder(name)));
}

/** The names of one country: before a bracket and in it, or on both sides of a stroke. */
function namesIn(text: string): readonly string[] {
  const [, before = '', within = ''] = /^([^()]+)\(([^()]+)\)\s*$/.exec(text) ?? [];
  return within === '' ? text.split(/[/|]|\s-\s/) : [before, within];
}

function sameOf(names: readonly string[]): string | undefined {
  const [code, ...others] = names.length < 2 ? [] : names.map((name) => codeByName?.get(letters(name)));
  return others.every((other) => other === code) ? code : undefined;
}

/** `Korea, Republic of` is `Republic of Korea`. */
const inOrder = (text: string): string => text.split(',').toReversed().join(' ');

const isEmpty = ({ isoCode2 }: KnownCountry): boolean => uninhabited.has(isoCode2);

interface Match extends KnownCountry {
  /** The lower, the better. */
  readonly rank: number;
  /** The name that matches best. */
  readonly name: string;
}

function matches(typed: string): Match[] {
  const wanted = folded(typed);
  return knownCountries().flatMap((country) => {
    const { codes: own, label, names } = country;
    // The list completes what is typed to the label itself.
    if (own.includes(wanted) || folded(label) === wanted) return [{ ...country, rank: 0, name: label }];
    const ranked = names.map((name) => ({ ...country, rank: rankOf(folded(name), wanted), name }));
    return ranked
      .filter(({ rank }) => rank > 0)
      .sort((left, right) => left.rank - right.rank)
      .slice(0, 1);
  });
}

/** 1 for the whole name, 2 for its start, 3 for the start of a word, 4 for any part; 0 for none. */
const rankOf = (name: string, wanted: string): number =>
  [name === wanted, name.startsWith(wanted), name.includes(` ${wanted}`), name.includes(wanted)].indexOf(true) + 1;

/** `U.S.A.` is `usa`, `the Netherlands` is `netherlands`. */
function letters(text: string): string {
  return folded(text).replace(/^the /, '').replaceAll(' ', '');
}

/** Without case, accents and punctuation: `Côte d'Ivoire` is `cote d ivoire`. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
