import type { Uprid } from '../../resources/uprid.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import type { Attribute } from '../products/add.ts';

/**
 * The attributes that a uprid chooses; undefined when the product has no record with all of them. A product may be
 * taken without its options.
 */
export function chosenAttributes(database: Sqlite, { productId, chosen }: Uprid): readonly Attribute[] | undefined {
  if (chosen.length === 0) return [];
  const variants = database.all('SELECT attributes FROM variants WHERE productId = ?', productId);
  for (const { attributes } of variants) {
    const found = chosenOf(JSON.parse(String(attributes)) as readonly Attribute[], chosen);
    if (found.length === chosen.length) return found;
  }
  return undefined;
}

function chosenOf(attributes: readonly Attribute[], chosen: Uprid['chosen']): readonly Attribute[] {
  return chosen.flatMap(
    ([option, value]) => attributes.find(({ optionId, valueId }) => optionId === option && valueId === value) ?? [],
  );
}
