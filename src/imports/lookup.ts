import type { Connection } from '../client/connection.ts';
import { listProducts } from '../client/products.ts';
import { CliError } from '../errors.ts';
import type { Received } from '../resources/record.ts';
import { type Key, keyOf } from './keys.ts';

/** What the store shows of a key. */
export type Sighting =
  | { readonly kind: 'absent' }
  /** Exactly this key, once. */
  | { readonly kind: 'found'; readonly productId: string }
  /** Two products with exactly this key. */
  | { readonly kind: 'twice'; readonly productIds: readonly string[] }
  /** Not this key, but one that a store may take for it: other case, other Unicode form, other zeros in front, other spaces around. */
  | { readonly kind: 'near'; readonly code: string };

/** More than any store has of one key. */
const mostOfAKey = 100;

/** Looks a key up by search, and compares exactly. @throws CliError when the store does not answer: that is not "absent". */
export async function lookUp(connection: Connection, key: Key): Promise<Sighting> {
  const { records } = await listProducts(connection, {
    search: `${key.field}:${key.code}`,
    only_main_products: 'true',
    limit: String(mostOfAKey),
  });
  return sightingOf(key, records);
}

/** Decides from the records that a search gave. */
export function sightingOf({ field, code }: Key, records: readonly Received[]): Sighting {
  const codes = records.map((record) => ({ id: String(record.productId ?? record.uprid), code: String(record[field] ?? '') }));
  const ids = [...new Set(codes.filter((found) => found.code === code).map(({ id }) => id))];
  const [id] = ids;
  if (ids.length > 1) return { kind: 'twice', productIds: ids };
  if (id !== undefined) return { kind: 'found', productId: id };
  const near = codes.find((found) => folded(found.code) === folded(code));
  return near ? { kind: 'near', code: near.code } : { kind: 'absent' };
}

/** What a careless store may make of a code. */
const folded = (code: string): string => code.normalize('NFC').trim().toLowerCase().replace(/^0+/, '');

/**
 * Whether the look-up can be relied on: a key that nobody has must give nothing, and a product that is there must be found. Everything that
 * keeps products from being doubled rests on it.
 * @param sample records of the store, if it has any
 * @throws CliError `refused`
 */
export async function testLookUp(connection: Connection, sample: readonly Received[], randomHex: (bytes: number) => string): Promise<void> {
  const nobodys = `shop-cli-${randomHex(12)}`;
  const { records } = await listProducts(connection, { search: `sku:${nobodys}`, only_main_products: 'true', limit: '1' });
  if (records.length > 0) throw unreliable('a search for an SKU that nobody has gives products: it seems to ignore filter[search]');
  const known = sample.map((record) => keyOf({ sku: text(record.sku), ean: text(record.ean) })).find((key) => key !== undefined);
  if (!known) return;
  const sighting = await lookUp(connection, known);
  if (sighting.kind === 'absent' || sighting.kind === 'near')
    throw unreliable(`a search for ${known.field} "${known.code}", which the store has, does not find it`);
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

function unreliable(why: string): CliError {
  return new CliError('refused', `The look-up of this store cannot be relied on: ${why}. Nothing was sent.`, {
    hint: 'Without it a lost answer could double a product. Try SHOP_FILTER_STYLE=plain or bracket.',
  });
}
