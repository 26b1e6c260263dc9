import type { NewProduct } from '../../resources/products.ts';
import { hashOf } from '../../text/hash-set.ts';
import { type ComparedField, comparedFields, type Facts, factsOfRow, hashOfFacts } from './facts.ts';

/** What a row says, in two numbers: to recognise the same row in a later file, and to compare it without the file. */
export interface Fingerprint {
  /** `hashOfFacts` of the fields that it states; 0 where its product was not compared. */
  readonly facts: number;
  /** Which fields it states (`maskOf`), and above them a hash of what is sent and not compared. */
  readonly stated: number;
}

/** For a row whose product exists, while nothing is known of what that says. */
export const notCompared: Fingerprint = { facts: 0, stated: 0 };

/** Whether a row says what it said then. */
export const isSameFingerprint = (one: Fingerprint, other: Fingerprint): boolean =>
  one.facts === other.facts && one.stated === other.stated;

/** @param language of the texts: the same row in another language is another one */
export function fingerprintOf(values: NewProduct, language: string | undefined): Fingerprint {
  const facts = factsOfRow(values);
  const mask = maskOf(facts);
  return { facts: hashOfFacts(facts, fieldsOf(mask)) ?? 0, stated: mask | (hashOfOthers(values, language) << bits) };
}

const bits = comparedFields.length;
/** The mask of all fields. */
export const everyField = (1 << bits) - 1;

/** Which of `comparedFields` are stated, a bit each. */
export function maskOf(facts: Facts): number {
  let mask = 0;
  for (let at = 0; at < bits; at++) if (facts[comparedFields[at] as ComparedField] !== undefined) mask |= 1 << at;
  return mask;
}

/** The fields of a mask. Bits above it are ignored. */
export function fieldsOf(mask: number): readonly ComparedField[] {
  const known = fieldLists.get(mask);
  if (known) return known;
  const fields = comparedFields.filter((_, at) => mask & (1 << at));
  if (fieldLists.size < mostLists) fieldLists.set(mask, fields);
  return fields;
}

/** A file has a handful of different masks. */
const fieldLists = new Map<number, readonly ComparedField[]>();
const mostLists = 1000;

/** 16 bits, 0 for nothing. */
function hashOfOthers({ image, imageAlt }: NewProduct, language: string | undefined): number {
  if (image === undefined && imageAlt === undefined && language === undefined) return 0;
  return (hashOf(JSON.stringify([image ?? null, imageAlt ?? null, language ?? null])) % 0xffff) + 1;
}
