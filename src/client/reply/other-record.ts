import type { StoreRecord } from '../../resources/record-fields.ts';
import { basketKeyKind, canonicalUprid, parseUprid, upridKind } from '../../resources/shop-kinds.ts';
import { withoutZeroFraction } from '../../text/numbers.ts';

/** What was asked for in a path. */
export interface Asked {
  readonly id?: string | undefined;
  /** The fields of the record that the ID may be in, the most exact first. */
  readonly askedBy?: readonly string[] | undefined;
  /** Fields that say whose it is, and what they must have: `{ customerId: '101' }`. */
  readonly belongsTo?: Readonly<Record<string, string>> | undefined;
}

/**
 * The ID of a record that is not the requested one, as a store shows that reads `206-A` as 206; undefined for
 * the right one, and where the record has nothing to tell by. What is shown before a deletion must be what is deleted.
 */
export function otherRecord(found: StoreRecord, asked: Asked): string | undefined {
  return otherId(found, asked) ?? otherOwner(found, asked);
}

/** Whether a record has the ID that was asked for: what has none at all may be another one. */
export const showsId = (found: StoreRecord, { id = '', askedBy = [] }: Asked): boolean =>
  askedBy.some((name) => canonical(textAt(found, name)) === canonical(id));

function otherId(found: StoreRecord, { id, askedBy = [] }: Asked): string | undefined {
  if (id === undefined) return undefined;
  const given = askedBy.flatMap((name) => {
    const text = textAt(found, name);
    return text === '' ? [] : [{ name, text }];
  });
  const [first] = given;
  if (first === undefined || given.some(({ name, text }) => isSame(name, text, id, found))) return undefined;
  return first.text;
}

function otherOwner(found: StoreRecord, { belongsTo = {} }: Asked): string | undefined {
  const other = Object.entries(belongsTo).find(([name, owner]) => {
    const text = textAt(found, name);
    return text !== '' && text !== '0' && canonical(text) !== canonical(owner);
  });
  return other && textAt(found, other[0]);
}

/** A record with a uprid is the variant that it names. Its product ID alone is that of every variant. */
function isSame(name: string, text: string, id: string, found: StoreRecord): boolean {
  if (canonical(text) === canonical(id)) return true;
  return name === 'productId' && textAt(found, 'uprid') === '' && canonical(id).replace(/\{.*/, '') === text;
}

function textAt(found: StoreRecord, name: string): string {
  const value = Object.hasOwn(found, name) ? found[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** One text for each way to write a key or an ID. A zero at the start is another text: it may be an SKU. */
function canonical(written: string): string {
  const text = withoutZeroFraction(written);
  const key = basketKeyKind.typed(text);
  if (key !== undefined) return key.toLowerCase();
  const uprid = upridKind.typed(text);
  return uprid === undefined ? text : canonicalUprid(parseUprid(uprid));
}
