import { idKind } from '../../resources/kinds.ts';
import { Refusal } from './refusal.ts';

/**
 * The id in a path. @throws Refusal 404 when it is none, since nothing has such an id.
 * @param what the record it would name: "customer"
 */
export function idInPath(text: string | undefined, what: string): bigint {
  const id = idKind.typed(text ?? '');
  if (id === undefined) throw noSuchRecord(what);
  return BigInt(id);
}

/** 404: there is no such record. */
export const noSuchRecord = (what: string): Refusal => new Refusal('not_found', `There is no ${what} with this ID.`);
