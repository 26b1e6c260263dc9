import type { NewProduct } from '../../resources/products.ts';
import { hashOf } from '../../text/hash-set.ts';
import { type ComparedField, comparedFields, factsOfRow, hashOfFacts } from './facts.ts';

/** What a row says, in two numbers, to recognise the same row in a later file. */
export interface Fingerprint {
  /** `hashOfFacts` of the fields that it states; `notCompared` where its product was not compared. */
  readonly facts: number;
  /** Which fields it states, as bits in the order of `comparedFields`, and above them 16 bits of a hash of what is sent and not compared. */
  readonly stated: number;
}

/** The fingerprint of a row whose product exists, while nothing is known of what it says. */
export const notCompared: Fingerprint = { facts: 0, stated: 0 };

/** @param language of the texts: the same row in another language is another one */
export function fingerprintOf(values: NewProduct, language: string | undefined): Fingerprint {
  const facts = factsOfRow(values);
  let stated = 0;
  for (const [at, field] of comparedFields.entries()) if (facts[field] !== undefined) stated |= 1 << at;
  return {
    facts: hashOfFacts(facts, statedFields(stated)) ?? 0,
    stated: stated | (hashOfOthers(values, language) << bits),
  };
}

/** The fields that a row with this fingerprint states. */
export function statedFields(stated: number): readonly ComparedField[] {
  const mask = stated & ((1 << bits) - 1);
  const known = fieldLists.get(mask);
  if (known) return known;
  const fields = comparedFields.filter((_, at) => mask & (1 << at));
  fieldLists.set(mask, fields);
  return fields;
}

const bits = comparedFields.length;
/** One list for each set of fields: a file has a handful. */
const fieldLists = new Map<number, readonly ComparedField[]>();

function hashOfOthers({ image, imageAlt }: NewProduct, language: string | undefined): number {
  if (image === undefined && imageAlt === undefined && language === undefined) return 0;
  return (hashOf(JSON.stringify([image, imageAlt, language])) & 0xfffe) + 1;
}
