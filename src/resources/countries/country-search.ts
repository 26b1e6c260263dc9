import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import nl from 'i18n-iso-countries/langs/nl.json' with { type: 'json' };
import type { Suggestion } from '../kind.ts';

/** A country in a list of choices. */
interface FoundCountry {
  readonly isoCode2: string;
  /** Its English name and codes, and the name that matched if it is another: `Germany (DE, DEU), Duitsland`. */
  readonly label: string;
}

type Titles = Readonly<Record<string, string | readonly string[]>>;
const languages: readonly Titles[] = [en, nl, de, fr, es, it].map(({ countries }) => countries);

/** Nobody lives there: found after all others, as by `united st`. */
const uninhabited = new Set(['AQ', 'BV', 'GS', 'HM', 'IO', 'TF', 'UM']);

/** Everyday names that the list lacks. */
const everyday: Titles = { NL: ['Holland'], GB: ['England', 'Scotland', 'Wales'] };

interface Known {
  readonly isoCode2: string;
  readonly label: string;
  readonly codes: readonly string[];
  readonly names: readonly { readonly name: string; readonly folded: string }[];
}

const known: readonly Known[] = codes
  .map(([isoCode2 = '', isoCode3 = '']) => {
    const names = [...new Set([...languages, everyday].flatMap((titles) => titles[isoCode2] ?? []))];
    return {
      isoCode2,
      label: `${names[0] ?? isoCode2} (${isoCode2}, ${isoCode3})`,
      codes: [isoCode2, isoCode3].map(folded),
      names: names.map((name) => ({ name, folded: folded(name) })),
    };
  })
  .sort((left, right) => (folded(left.label) < folded(right.label) ? -1 : 1));

/**
 * The countries that match a text, best first: by code, by the start of a name, by the start of a word, by any part. In
 * six languages, ignoring accents. An empty text matches all.
 */
export function findCountries(typed: string): readonly FoundCountry[] {
  const wanted = folded(typed);
  if (wanted === '') return known;
  return known
    .map((country) => ({ country, match: bestMatch(country, wanted) }))
    .sort((left, right) => Number(isEmpty(left.country)) - Number(isEmpty(right.country)))
    .filter(({ match }) => match.rank < noMatch)
    .sort((left, right) => left.match.rank - right.match.rank)
    .map(({ country: { isoCode2, label }, match: { name } }) => ({
      isoCode2,
      label: name === undefined || folded(label).startsWith(folded(name)) ? label : `${label}, ${name}`,
    }));
}

/** The code and English name of the only country with this name, or else of the only one whose name contains it. */
export function countryNamed(typed: string): Suggestion | undefined {
  const wanted = folded(typed);
  const same = known.filter(({ names }) => names.some((name) => name.folded === wanted));
  // Up to three letters are a code that is wrong, rather than a part of a name; `UK` is a whole one.
  if (wanted.length <= 3 && same.length === 0) return undefined;
  const [found, another] =
    same.length > 0 ? same : known.filter((country) => bestMatch(country, wanted).rank < noMatch);
  return found && !another ? [found.isoCode2, found.names[0]?.name] : undefined;
}

const isEmpty = ({ isoCode2 }: Known): boolean => uninhabited.has(isoCode2);

interface Match {
  readonly rank: number;
  readonly name?: string;
}

const noMatch = 5;

function bestMatch({ codes: own, names, label }: Known, wanted: string): Match {
  // The list completes what is typed to the label itself.
  if (own.includes(wanted) || folded(label) === wanted) return { rank: 0 };
  let best: Match = { rank: noMatch };
  for (const { name, folded: text } of names) {
    const rank = rankOf(text, wanted);
    if (rank < best.rank) best = { rank, name };
  }
  return best;
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 1;
  if (name.startsWith(wanted)) return 2;
  if (name.includes(` ${wanted}`)) return 3;
  return name.includes(wanted) ? 4 : noMatch;
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
