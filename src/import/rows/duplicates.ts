import type { CatalogueDescription } from '../map/catalogue.ts';
import type { RowFault } from '../map/rows.ts';
import type { Place, SharedCode } from './file-rows.ts';

/** What to do with each duplicate. */
interface Findings {
  readonly fault: (record: number, fault: RowFault) => void;
  readonly warning: (warning: RowFault) => void;
}

/**
 * Judges rows that share a code: one key on two rows is a fault of all, and an EAN that is the key of one row and the EAN
 * of another a fault of the first; keys that a careless store may take for one are a warning.
 */
export function judgeDuplicates(
  { keys, eans }: SharedCode,
  { columns }: Pick<CatalogueDescription, 'columns'>,
  { fault, warning }: Findings,
): void {
  const headingOf = (field: string): string => columns.find((column) => column.field === field)?.heading ?? field;
  const at = ({ line, key }: Place, message: string): RowFault => ({
    line,
    key: key.code,
    column: headingOf(key.field),
    value: key.code,
    message,
  });
  const groups = sameKeys(keys);
  for (const places of groups) {
    const ean = eans.find(({ key }) => key.code === places[0]?.key.code);
    const isAtFault = places.length > 1 || ean !== undefined;
    for (const place of isAtFault ? places : [])
      fault(place.record, at(place, ean && places.length === 1 ? shared(ean) : duplicate(place, places)));
  }
  const [first, ...others] = groups.flatMap((places) => places.slice(0, 1));
  for (const other of others) warning(at(other, alike(first as Place)));
}

/** The places of each key, in file order. */
function sameKeys(keys: readonly Place[]): readonly (readonly Place[])[] {
  const same = new Map<string, Place[]>();
  for (const place of keys) {
    const places = same.get(place.key.code) ?? [];
    places.push(place);
    same.set(place.key.code, places);
  }
  return [...same.values()];
}

/** Every row with the key is invalid: only the user knows which one is right. */
function duplicate(place: Place, places: readonly Place[]): string {
  const [first, second] = places;
  return `duplicate ${place.key.field.toUpperCase()}, also on line ${(place === first ? second : first)?.line}`;
}

const shared = ({ line }: Place): string =>
  `also the EAN of the product on line ${line}: add an SKU to tell them apart`;

const alike = ({ line, key }: Place): string =>
  `almost the same as "${key.code}" on line ${line} (case, Unicode form or leading zeros): the store may treat them as one`;
