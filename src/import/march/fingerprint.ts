import type { NewProduct } from '../../resources/products.ts';
import { hashOf } from '../../text/hash-set.ts';
import type { Fingerprint } from '../rows/file-rows.ts';
import { type ComparedField, comparedFields, type Facts, hashOfFacts } from './facts.ts';

/** The fingerprint of a row whose product exists and was not compared. */
export const notCompared: Fingerprint = { facts: 0, stated: 0 };

/**
 * @param facts of the same values
 * @param language of the texts: the same row in another language is another one
 */
export function fingerprintOf(facts: Facts, values: NewProduct, language: string | undefined): Fingerprint {
  const stated = maskOf(facts);
  return {
    facts: hashOfFacts(facts, fieldsOf(stated)) as number,
    stated: stated | (hashOfOthers(values, language) << bits),
  };
}

const bits = comparedFields.length;
/** The mask of all fields. */
const everyField = (1 << bits) - 1;

/** Which of `comparedFields` are stated, a bit each. */
function maskOf(facts: Facts): number {
  let mask = 0;
  for (let at = 0; at < bits; at++) if (facts[comparedFields[at] as ComparedField] !== undefined) mask |= 1 << at;
  return mask;
}

/** The fields of a mask. Bits above it are ignored. */
function fieldsOf(mask: number): readonly ComparedField[] {
  const known = fieldLists.get(mask);
  if (known) return known;
  const fields = comparedFields.filter((_, at) => mask & (1 << at));
  if (fieldLists.size < maxLists) fieldLists.set(mask, fields);
  return fields;
}

/** A file has a handful of different masks. */
const fieldLists = new Map<number, readonly ComparedField[]>();
const maxLists = 1000;

/** 16 bits, 0 for nothing. */
function hashOfOthers({ image, imageAlt }: NewProduct, language: string | undefined): number {
  if (image === undefined && imageAlt === undefined && language === undefined) return 0;
  return (hashOf(JSON.stringify([image ?? null, imageAlt ?? null, language ?? null])) % 0xffff) + 1;
}

/** Whether a product has what a recorded row stated; undefined where the row or the product does not say. */
export function hasStated({ facts, stated }: Fingerprint, product: Facts): boolean | undefined {
  const fields = fieldsOf(stated & everyField);
  if (facts === 0 || fields.length === 0) return undefined;
  const inStore = hashOfFacts(product, fields);
  return inStore === undefined ? undefined : inStore === facts;
}
