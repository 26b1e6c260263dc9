import { hashOf } from '../../text/hash-set.ts';

/** The data of a product in the table. */
interface ProductEntry {
  /** The product's id; -1 where it is not a whole number. */
  readonly id: number;
  /** Hashes of its name and price; 0 where it has none. */
  readonly name: number;
  readonly price: number;
}

/** A 32-bit hash of a text, never 0. */
export const hash32 = (text: string): number => (hashOf(text) % 0xffffffff) + 1;

/**
 * Products by key in typed arrays: 28 bytes a slot, where a Map takes over a hundred. A key is compared by 85 bits of
 * hashes: a collision would lose a row.
 */
export class ProductTable {
  #size = 0;
  #slots = newSlots(1024);

  /** False if the table already has the key. */
  add(key: string, product: ProductEntry): boolean {
    const [hash, check] = [hashOf(key), hash32(`again:${key}`)];
    const at = slotOf(this.#slots, hash, check);
    if (this.#slots.check[at] !== 0) return false;
    put(this.#slots, at, { hash, check, ...product });
    this.#size++;
    if (this.#size * 2 > this.#slots.check.length) this.#slots = grown(this.#slots);
    return true;
  }

  get(key: string): ProductEntry | undefined {
    const at = slotOf(this.#slots, hashOf(key), hash32(`again:${key}`));
    return this.#slots.check[at] === 0 ? undefined : (read(this.#slots, at) as ProductEntry);
  }
}

interface Slots {
  readonly hash: Float64Array;
  readonly id: Float64Array;
  /** 0 in a free slot. */
  readonly check: Uint32Array;
  readonly name: Uint32Array;
  readonly price: Uint32Array;
}

type Slot = ProductEntry & { readonly hash: number; readonly check: number };

const newSlots = (size: number): Slots => ({
  hash: new Float64Array(size),
  id: new Float64Array(size),
  check: new Uint32Array(size),
  name: new Uint32Array(size),
  price: new Uint32Array(size),
});

/** The slot of a key, or the free one where it belongs. Sizes are powers of two. */
function slotOf({ hash: hashes, check: checks }: Slots, hash: number, check: number): number {
  const mask = checks.length - 1;
  let at = hash % checks.length;
  while (checks[at] !== 0 && (hashes[at] !== hash || checks[at] !== check)) at = (at + 1) & mask;
  return at;
}

function put(slots: Slots, at: number, slot: Slot): void {
  for (const name of ['hash', 'id', 'check', 'name', 'price'] as const) slots[name][at] = slot[name];
}

const read = (slots: Slots, at: number): Slot => ({
  hash: slots.hash[at] as number,
  id: slots.id[at] as number,
  check: slots.check[at] as number,
  name: slots.name[at] as number,
  price: slots.price[at] as number,
});

function grown(before: Slots): Slots {
  const slots = newSlots(before.check.length * 2);
  for (const [at, check] of before.check.entries()) {
    if (check === 0) continue;
    const slot = read(before, at);
    put(slots, slotOf(slots, slot.hash, check), slot);
  }
  return slots;
}
