import type { ColumnPlan } from './columns.ts';
import { columnName } from './header.ts';
import { isPriceWithVat } from './headings.ts';
import { columnFinder, type Preset } from './presets/preset.ts';

/** What the user should know before products are sent: what of a shop's export cannot be imported, and prices that are not read. */
export function notesOn(header: readonly string[], plan: ColumnPlan, { preset, vatIncluded }: NoteOptions): readonly string[] {
  const column = columnFinder(header);
  const ofPreset = (preset?.notes ?? []).filter((note) => column(...note.about) !== undefined && !(vatIncluded && note.isAboutVat));
  return [...ofPreset.map(({ text }) => text), ...unreadPrices(plan)];
}

interface NoteOptions {
  readonly preset: Preset | undefined;
  readonly vatIncluded: boolean;
}

/** A catalogue without prices would be sent without a word otherwise. */
function unreadPrices({ columns, unknown }: ColumnPlan): readonly string[] {
  const unread = columns.some(({ member }) => member === 'price') ? undefined : unknown.find(({ heading }) => isPriceWithVat(heading));
  if (!unread) return [];
  return [`${columnName(unread)} is not read, since the shop takes prices excluding VAT: state --vat-included, such as --vat-included 21.`];
}
