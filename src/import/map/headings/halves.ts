import type { FileTable } from '../../../resources/file-table.ts';
import { looseHeading } from '../../../text/words.ts';
import { fieldOf } from './headings.ts';
import { withoutUnit } from './units.ts';

/** Headings in two languages, as Belgian and Swiss lists have them: `Artikelnr / Référence`, `Prijs (Prix)`. */

interface Halves {
  readonly halves: readonly string[];
  /** Whether each of them must say the same: behind a dash or in brackets often is what a column is about. */
  readonly isStrict: boolean;
}

/**
 * The fields that the halves of a heading say, the best first: those that all say, or one where the others say nothing. None of
 * a heading that has no halves, or whose halves are about two fields.
 */
export function fieldsOfHalves(heading: string, noun: FileTable, tables: readonly FileTable['headings'][]): string[] {
  const { halves, isStrict } = halvesOf(heading);
  if (halves.length === 0 || isNotImported([heading, [...halves].reverse().join(), ...halves], noun)) return [];
  const said = halves.map((half) => ({ half, fields: fieldsSaid(half, noun, tables) }));
  const [first, ...others] = said.filter(({ fields }) => fields.length > 0);
  if (!first) return [];
  const silent = said.filter(({ fields }) => fields.length === 0).map(({ half }) => half);
  return first.fields.filter(
    (field) =>
      others.every(({ fields }) => fields.includes(field)) &&
      silent.every((half) => (isNumeric(field, noun) ? isNamedAlso(half, field, noun) : !isStrict)),
  );
}

function halvesOf(heading: string): Halves {
  if (heading.length > longestHeading) return none;
  const [, outside, inside] = /^([^()]+)\(([^()]+)\)\s*$/.exec(heading) ?? [];
  const ways: readonly Halves[] = [
    { halves: heading.split('/'), isStrict: false },
    { halves: heading.split('|'), isStrict: false },
    { halves: heading.split('\n'), isStrict: true },
    { halves: heading.split(/ [-–—] /), isStrict: true },
    { halves: outside && inside ? [outside, inside] : [], isStrict: true },
  ];
  const way = ways.find(({ halves }) => halves.length > 1);
  const loose = way?.halves.map(looseHeading) ?? [];
  return way && loose.length <= mostLanguages && !loose.some((half) => half === '' || ofVat.test(half)) ? way : none;
}

const none: Halves = { halves: [], isStrict: true };
const longestHeading = 120;
/** Belgian lists have German too. */
const mostLanguages = 3;
/** `Prijs excl. / incl. btw`: no language, but which of them a price is. */
const ofVat = /^(?:in|ex)[ck]l/;

/** `Levering / Plaats` is no city of a bill, nor is `Plaats / Levering`. */
const isNotImported = (headings: readonly string[], { notImported = [] }: FileTable): boolean =>
  headings.map(looseHeading).some((loose) => notImported.some(({ isNamedIn }) => isNamedIn(loose)));

function fieldsSaid(half: string, noun: FileTable, tables: readonly FileTable['headings'][]): string[] {
  const loose = looseHeading(half);
  const found = tables.flatMap((table) =>
    Object.keys(table).filter((field) => {
      const known = table[field] ?? [];
      return known.includes(loose) || known.includes(withoutUnit(loose, fieldOf(noun, field).kind));
    }),
  );
  return [...new Set(found)].filter((field) => !noun.ownHeadingOnly?.includes(field));
}

/** `Prijs / doos` and `Aantal / VPE` are no price and no stock of one. */
const isNumeric = (field: string, noun: FileTable): boolean =>
  ['money', 'count'].includes(fieldOf(noun, field).kind.name);

const isNamedAlso = (half: string, field: string, { price, stock }: FileTable): boolean =>
  field === price?.field ? price.isNamedIn(half) && !price.mayHaveVat(half) : named(stock, field, half);

const named = (stock: FileTable['stock'], field: string, half: string): boolean =>
  stock?.field === field && stock.isNamedIn(half);
