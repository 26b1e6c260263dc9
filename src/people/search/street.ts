import { namesAsSaid, writtenOtherwise } from '../words/abbreviations.ts';
import { folded, foldedStreet, isBareStreet, splitStreet } from '../words/folding.ts';
import { type Part, streetHousePart } from '../words/parts.ts';

/** A text as a street, with a number behind it or without. */
export function streetsOf(typed: string): readonly (readonly Part[])[] {
  const { street, number, extension } = splitStreet(typed);
  const whole = `street:${foldedStreet(typed)}` as const;
  // The number may be of the street: Plein 1940.
  return number === '' ? [[whole]] : [[whole], [streetHousePart(street, number + extension)]];
}

/** With what streets of several words begin most often. Others are found by their end, where this version has read them. */
const beginnings = (
  'Prins Prinses Koning Koningin Burgemeester Pastoor Dokter Professor Generaal Admiraal Graaf Sint Oude Nieuwe Lange Korte ' +
  'Grote Kleine Hoge Lage Eerste Tweede 1e 2e Jan Johan Willem Pieter Oud Nieuw Van De Burgemeester-van Jan-van Van-der Van-den'
)
  .split(' ')
  .map((words) => words.replace('-', ' '));

/** A street with the word before it that callers leave out: `Hendrikkade 114` as `Prins Hendrikkade 114`. */
export function withBeginning(typed: string): readonly (readonly Part[])[] {
  const { street } = splitStreet(typed);
  if (!streetEnding.test(folded(street)) || isBareStreet(street)) return [];
  return beginnings.flatMap((beginning) => streetsOf(`${beginning} ${typed}`));
}

/** Words of a name or street at most: the choices grow with them. */
const maxWords = 8;

/** A name before a street, or behind it: `jansen wilhelminastraat 3`, `kerkstraat 12, jansen`. */
export function nameAndStreet(typed: string): readonly (readonly Part[])[] {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length > maxWords) return [];
  return words.slice(1).flatMap((_, at) => {
    const first = words.slice(0, at + 1).join(' ');
    const last = words.slice(at + 1).join(' ');
    return [...named(first, last), ...named(last, first)];
  });
}

/** Each way to write a name, with each way to write its street; none where that looks like no street. */
function named(name: string, street: string): readonly (readonly Part[])[] {
  if (!looksLikeStreet(street)) return [];
  const streets = [street, ...writtenOtherwise(street)].flatMap(streetsOf);
  const names = namesAsSaid(name).filter((parts) => parts.length > 0);
  return names.flatMap((parts) => streets.map((place) => [...parts, ...place]));
}

/** Endings of streets in Dutch, English, German and French. */
const streetEnding =
  /(?:straat|str\.?|strasse|straße|laan|weg|plein|gracht|kade|dyk|singel|hof|steeg|pad|plantsoen|allee|platz|gasse|street|road|lane|avenue|drive|close|square)$|^(?:rue|avenue|boulevard|chemin) /;

/** Whether a text ends like a street, or has a number. */
export function looksLikeStreet(typed: string): boolean {
  const { street, number } = splitStreet(typed);
  return number !== '' || streetEnding.test(folded(street));
}
