/** A uprid taken apart: `206{3}12{4}7` is product 206 with value 12 of option 3 and value 7 of option 4. */
export interface Uprid {
  readonly productId: bigint;
  /** By option id. */
  readonly chosen: readonly (readonly [optionId: number, valueId: number])[];
}

/** @param uprid as `upridKind` reads it */
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
