import { type Headings, looseHeading } from '../columns/headings.ts';

/** What the columns and rows of one shop's export mean. All headings here are written as `looseHeading` writes them. */
export interface Preset {
  readonly title: string;
  /** A header with all headings of one of these lists is such an export's. */
  readonly signs: readonly (readonly string[])[];
  readonly headings: Headings;
  /** Headings that look like a field's and hold something else. */
  readonly never: readonly string[];
  /** What is not imported, or must be known, each with the headings that make it worth saying. */
  readonly notes: readonly Note[];
  /** A cell that fits has a character before it only to keep spreadsheets from changing it: that is taken off. */
  readonly guard?: RegExp;
  /** Heading → word of that shop, in lower case → word of ours. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly leftOut?: readonly LeftOutRule[];
  /** Made anew for each reading of the file. */
  readonly completion?: (columns: ColumnFinder) => Completion;
}

interface Note {
  readonly about: readonly string[];
  readonly text: string;
  /** Not worth saying when the user has said that prices include VAT. */
  readonly isAboutVat?: true;
}

/** Rows that are no products of their own. */
interface LeftOutRule {
  readonly heading: string;
  /** What stands in the cell, in lower case; or anything at all. */
  readonly holds: readonly string[] | 'something';
  /** Which rows these are, after their number: "with only images". */
  readonly why: string;
}

/** Index of the first of these headings that the file has. */
export type ColumnFinder = (...headings: readonly string[]) => number | undefined;

/** A row that is left out on purpose. */
export class LeftOut {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** Completes a row from those above it, or leaves it out. */
export type Completion = (cells: readonly string[]) => readonly string[] | LeftOut;

export function columnFinder(headings: readonly string[]): ColumnFinder {
  const places = new Map<string, number>();
  for (const [at, heading] of headings.entries())
    if (!places.has(looseHeading(heading))) places.set(looseHeading(heading), at);
  return (...wanted) => wanted.map((heading) => places.get(heading)).find((at) => at !== undefined);
}

/** The text of a cell; '' where there is no such column. */
export const textAt = (cells: readonly string[], at: number | undefined): string =>
  at === undefined ? '' : (cells[at] ?? '').trim();

/** The cells with other text in one place; unchanged where there is no such column. */
export const withText = (cells: readonly string[], at: number | undefined, text: string): readonly string[] =>
  at === undefined || cells[at] === text ? cells : cells.with(at, text);

/** What most shops' exports have in common. */
export const sharedNotes = {
  price: (...about: readonly string[]): Note => ({
    about,
    isAboutVat: true,
    text: 'Prices are read as excluding VAT. If they include it, pass their rate, such as --vat-included 21.',
  }),
  categories: (...about: readonly string[]): Note => ({
    about,
    text: 'Categories are not imported. To put all products in one, pass --set categoryId=<id>.',
  }),
  images: (...about: readonly string[]): Note => ({
    about,
    text: 'Images are not imported: the store only takes names of images it already has.',
  }),
  discounts: (...about: readonly string[]): Note => ({
    about,
    text: 'Sale prices and discounts are not imported: price is the regular price.',
  }),
  taxes: (...about: readonly string[]): Note => ({
    about,
    text: 'Tax classes are not imported. To set a rate for all products, pass --set taxRate=21.',
  }),
};
