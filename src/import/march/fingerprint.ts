import type { StoreNoun, Values } from '../../resources/file-table.ts';
import { hashOf } from '../../text/hash-set.ts';
import type { Fingerprint } from '../rows/file-rows.ts';
import { type Facts, hashOfFacts } from './facts.ts';

/**
 * @param facts of the same values
 * @param language of the texts: the same row in another language is another one
 */
export function fingerprintOf(
  noun: StoreNoun,
  facts: Facts,
  values: Values,
  language: string | undefined,
): Fingerprint {
  const stated = maskOf(facts, noun);
  return {
    facts: hashOfFacts(facts, fieldsOf(stated, noun)) as number,
    stated,
    rest: hashOfRest(noun, values, language),
  };
}

/** The bit of a compared field in what rows state; 0 for another field. */
export function bitOf(field: string, { compared }: Pick<StoreNoun, 'compared'>): number {
  const at = compared.indexOf(field);
  return at === -1 ? 0 : 1 << at;
}

/** Which of the compared fields are stated, a bit each. */
function maskOf(facts: Facts, { compared }: StoreNoun): number {
  let mask = 0;
  for (let at = 0; at < compared.length; at++) if (facts[String(compared[at])] !== undefined) mask |= 1 << at;
  return mask;
}

/** The fields of a mask. */
const fieldsOf = (mask: number, { compared }: StoreNoun): readonly string[] =>
  compared.filter((_, at) => mask & (1 << at));

/** 16 bits, 0 for nothing. */
function hashOfRest({ unread }: StoreNoun, values: Values, language: string | undefined): number {
  const rest = [...unread.map((field) => values[field] ?? null), language ?? null];
  return rest.every((value) => value === null) ? 0 : (hashOf(JSON.stringify(rest)) % 0xffff) + 1;
}

/** Whether a record has what a recorded row stated; undefined where the row or the record does not say. */
export function hasStated({ facts, stated }: Fingerprint, record: Facts, noun: StoreNoun): boolean | undefined {
  const fields = fieldsOf(stated, noun);
  if (fields.length === 0) return undefined;
  const inStore = hashOfFacts(record, fields);
  return inStore === undefined ? undefined : inStore === facts;
}
