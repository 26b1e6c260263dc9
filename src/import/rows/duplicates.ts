import type { FileTable } from '../../resources/file-table.ts';
import type { Catalogue, RowFault } from '../map/catalogue.ts';
import { titleOf } from '../map/headings/headings.ts';
import { type Key, shownCode } from '../map/rows/key.ts';
import type { PlacedKey, SharedCode } from './file-rows.ts';

/** What to do with each duplicate. */
interface DuplicateFindings {
  readonly fault: (record: number, fault: RowFault) => void;
  readonly warning: (warning: RowFault) => void;
}

/**
 * Judges rows that share a code: one key on two rows is a fault of all, and a code that is the key of one row and
 * only stated by another a fault of the first; keys that a careless store may take for one are a warning.
 */
export function judgeDuplicates(
  { keys, others: besideKeys }: SharedCode,
  { noun, description }: Pick<Catalogue, 'noun' | 'description'>,
  { fault, warning }: DuplicateFindings,
): void {
  const { columns } = description;
  const headingOf = (field: string): string => columns.find((column) => column.field === field)?.heading ?? field;
  const isShown = ({ code }: Key): boolean => !noun.hidesValues && shownCode(code) !== undefined;
  const at = ({ line, key }: PlacedKey, message: string): RowFault => ({
    line,
    column: headingOf(key.field),
    ...(isShown(key) ? { key: key.code, value: key.code } : {}),
    message,
  });
  const groups = sameKeys(keys, noun);
  for (const places of groups) {
    const other = besideKeys.find(({ key }) => key.code === places[0]?.key.code);
    const isAtFault = places.length > 1 || other !== undefined;
    for (const place of isAtFault ? places : []) {
      const isShared = other !== undefined && places.length === 1;
      fault(place.record, at(place, isShared ? shared(other, noun) : duplicate(place, places, noun)));
    }
  }
  const [first, ...others] = groups.flatMap((places) => places.slice(0, 1));
  for (const other of others) warning(at(other, alike(first as PlacedKey)));
}

/** The places of each key, in file order. */
function sameKeys(keys: readonly PlacedKey[], { foldKey }: FileTable): readonly (readonly PlacedKey[])[] {
  const same = new Map<string, PlacedKey[]>();
  for (const place of keys) {
    const code = foldKey ? foldKey(place.key.code) : place.key.code;
    const places = same.get(code) ?? [];
    places.push(place);
    same.set(code, places);
  }
  return [...same.values()];
}

/** Every row with the key is invalid: only the user knows which one is right. */
function duplicate(place: PlacedKey, places: readonly PlacedKey[], noun: FileTable): string {
  const [first, second] = places;
  const what = noun.keyCode ? noun.names[0] : titleOf(noun, place.key.field);
  return `duplicate ${what}, also on line ${(place === first ? second : first)?.line}`;
}

const shared = ({ line, key }: PlacedKey, noun: FileTable): string =>
  `also the ${titleOf(noun, key.field)} of the ${noun.names[0]} on line ${line}: add an ${titleOf(noun, noun.key[0])} to tell them apart`;

/** In what codes differ that are almost the same. */
export const almost = 'case, Unicode form, hyphens, spaces or leading zeros';

const alike = ({ line, key }: PlacedKey): string =>
  `almost the same as "${key.code}" on line ${line} (${almost}): the store may treat them as one`;
