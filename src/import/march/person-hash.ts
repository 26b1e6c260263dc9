import type { StoreNoun } from '../../resources/file-table.ts';
import { fieldBits } from '../rows/file-rows.ts';
import type { Facts } from './facts.ts';

/**
 * What a row about a person states, as a number by which a later import sees that it has changed: 36 bits of its keyed hash,
 * and which of the compared fields there are. Undefined for a noun without keyed hashes.
 */
export function personHash({ hashKey, compared }: StoreNoun, facts: Facts): number | undefined {
  if (!hashKey) return undefined;
  const texts = compared.map((field) => facts[field] ?? null);
  const mask = texts.reduce((bits, text, at) => (text === null ? bits : bits + 2 ** at), 0);
  const hash = Number.parseInt(hashKey(JSON.stringify(texts)).slice(-9), 16);
  return hash * 2 ** fieldBits + mask;
}
