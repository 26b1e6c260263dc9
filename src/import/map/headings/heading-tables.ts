import type { FileTable } from '../../../resources/file-table.ts';
import type { Money } from '../../../text/money.ts';
import { looseHeading } from '../../../text/words.ts';
import type { Preset } from '../presets/preset.ts';
import { fieldOf } from './headings.ts';

/** What decides how columns are called. */
export interface HeadingSources {
  readonly noun: FileTable;
  /** Headings of a shop's export: those of fields, which come before the common ones, and those of no field. */
  readonly preset?: Pick<Preset, 'headings' | 'never'> | undefined;
  /** The VAT that prices include: then a column whose heading says so is preferred. 0: it is read where there is no other. */
  readonly vatIncluded?: Money | undefined;
}

/** The names of the fields in the API. */
export const ownNames = (noun: FileTable): FileTable['headings'] =>
  Object.fromEntries(
    noun.draft.names.map((field) => [field, [field, fieldOf(noun, field).alias ?? field].map(looseHeading)]),
  );

/** Where headings are looked up, the best table first. */
export function tablesOf(
  own: FileTable['headings'],
  { noun, preset, vatIncluded }: HeadingSources,
): readonly FileTable['headings'][] {
  const { price, firstHeadings = {}, headings, otherHeadings = [] } = noun;
  const withVat = price ? { [price.field]: price.headingsWithVat } : {};
  return [
    ...(vatIncluded?.units ? [withVat] : []),
    firstHeadings,
    own,
    preset?.headings ?? {},
    headings,
    ...otherHeadings,
    ...(vatIncluded?.units === 0n ? [withVat] : []),
  ];
}
