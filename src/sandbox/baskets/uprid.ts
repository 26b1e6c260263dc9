import type { Sqlite } from '../../system/sqlite.ts';
import type { Attribute } from '../products/add.ts';

/** A uprid taken apart: `206{3}12{4}7` is product 206 with value 12 of option 3 and value 7 of option 4. */
interface Uprid {
  readonly productId: bigint;
  /** By option id. */
  readonly chosen: readonly (readonly [optionId: number, valueId: number])[];
}

export function parseUprid(uprid: string): Uprid {
  const [productId = '0'] = uprid.split('{');
  const chosen = [...uprid.matchAll(/\{(\d+)\}(\d+)/g)].map(
    ([, option, value]) => [Number(option), Number(value)] as const,
  );
  return { productId: BigInt(productId), chosen: chosen.toSorted(([left], [right]) => left - right) };
}

/** The one way to write a uprid: options in the order of their ids. */
export function canonicalUprid({ productId, chosen }: Uprid): string {
  return `${productId}${chosen.map(([option, value]) => `{${option}}${value}`).join('')}`;
}

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
