import { KeyIndex } from '../compare/key-index.ts';

/** The data of a product in the table. */
interface ProductEntry {
  /** The product's id; -1 where it is not a whole number. */
  readonly id: number;
  /** Hashes of its name and price; 0 where it has none. */
  readonly name: number;
  readonly price: number;
}

/** Products by key in typed arrays: about 40 bytes each, where a Map takes several hundred. */
export class ProductTable {
  readonly #keys = new KeyIndex();
  #ids = new Float64Array(512);
  #names = new Uint32Array(512);
  #prices = new Uint32Array(512);

  /** False if the table already has the key. */
  add(key: string, { id, name, price }: ProductEntry): boolean {
    const at = this.#keys.add(key);
    if (at === undefined) return false;
    if (at >= this.#ids.length) this.#lengthen();
    this.#ids[at] = id;
    this.#names[at] = name;
    this.#prices[at] = price;
    return true;
  }

  get(key: string): ProductEntry | undefined {
    const at = this.#keys.find(key);
    if (at === undefined) return undefined;
    return { id: this.#ids[at] as number, name: this.#names[at] as number, price: this.#prices[at] as number };
  }

  #lengthen(): void {
    const [ids, names, prices] = [this.#ids, this.#names, this.#prices];
    this.#ids = new Float64Array(ids.length * 2);
    this.#names = new Uint32Array(ids.length * 2);
    this.#prices = new Uint32Array(ids.length * 2);
    this.#ids.set(ids);
    this.#names.set(names);
    this.#prices.set(prices);
  }
}
