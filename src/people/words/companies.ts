import { companyWords, isCompanyForm } from './folding.ts';

/** A part of the name of a company, as `Part` has them. */
type CompanyPart = `name:${string}` | `beginning:${string}`;

/** Between names: each company writes its own, and callers say another. */
const connectors = new Set(['en', 'and', 'und', 'et']);

/** Ways to write one word in the name of a company. */
const sameWords: readonly (readonly string[])[] = [
  ['zn', 'zoon', 'zonen', 'zoons', 'zns', 'sons', 'son', 'sohn', 'soehne', 'sohne', 'fils'],
  ['gebr', 'gebroeders', 'gebrs', 'broers', 'bros', 'brothers', 'gebruder', 'gebrueder', 'freres'],
  ['mij', 'my', 'maatschappy'],
  ['fa', 'firma'],
  ['int', 'intl', 'internationaal', 'international'],
  ['ned', 'nederland', 'nl', 'nederlandse'],
  ['co', 'cie', 'compagnie', 'company'],
  ['adv', 'advies'],
  ['admin', 'administratie'],
];

const waysToWrite = (word: string): readonly string[] => sameWords.find((ways) => ways.includes(word)) ?? [word];

/** The choices double with each word that has several. */
const maxAlternatives = 60;

/** A word that is said in part has so many letters; longer ones are told apart by them. */
const beginning = { min: 5, max: 16 } as const;

/** The beginnings of a word in the name of a company: `installatie` of `Installatietechniek`. */
export const beginningsOf = (word: string): readonly CompanyPart[] =>
  Array.from(
    { length: Math.max(0, Math.min(word.length - 1, beginning.max) - beginning.min + 1) },
    (_, at): CompanyPart => beginningPart(word.slice(0, beginning.min + at)),
  );

const beginningPart = (letters: string): CompanyPart => `beginning:${letters.slice(0, beginning.max)}`;

/**
 * The name of a company as callers say it: without `&` and `en`, `Zoon` as `Zn.`, without its form, and with the beginning
 * of its last word. None for one word: that is found as any name.
 */
export function companyAsSaid(typed: string): readonly (readonly CompanyPart[])[] {
  const said = companyWords(typed).filter((word, at) => at === 0 || !connectors.has(word));
  const words = said.filter((word, at) => at === 0 || !isCompanyForm(word));
  const last = words.at(-1) ?? '';
  if (words.length < 2) return [];
  const whole = choicesOf(words);
  const isPart = last.length >= beginning.min && last.length <= beginning.max;
  const inPart = isPart ? choicesOf(words.slice(0, -1)).map((parts) => [...parts, beginningPart(last)]) : [];
  return [...(said.length === words.length ? [] : choicesOf(said)), ...whole, ...inPart].slice(0, maxAlternatives);
}

const choicesOf = (words: readonly string[]): readonly (readonly CompanyPart[])[] =>
  words.reduce<readonly (readonly CompanyPart[])[]>(
    (choices, word) =>
      choices.flatMap((parts) => waysToWrite(word).map((way): readonly CompanyPart[] => [...parts, `name:${way}`])),
    [[]],
  );
