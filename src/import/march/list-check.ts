import { CliError } from '../../errors.ts';
import { NumberSet } from '../../text/number-set.ts';
import type { Key } from '../map/key.ts';
import { isRefusal } from '../pace/failed-read.ts';
import { idOf, matchIn, type StoreReader, search } from './lookup.ts';

/** The most IDs that are read, and rows that are searched, to find out whether a list shows all products. */
const maxSamples = 20;

/** Larger IDs are not noted: a bit each up to here takes 16 MB. */
const maxId = 2 ** 27;

/** The IDs of the products of a list. */
export class ListedIds {
  readonly #ids = new NumberSet();
  #least = maxId;
  #greatest = 0;

  add(text: string): void {
    const id = Number(text);
    if (!Number.isSafeInteger(id) || id < 1 || id >= maxId) return;
    this.#ids.add(id);
    this.#least = Math.min(this.#least, id);
    this.#greatest = Math.max(this.#greatest, id);
  }

  /**
   * IDs that are not listed: those next to both ends, for a list that ends early, and the next from random places on.
   * @param mayGrow whether products were created meanwhile, whose IDs are greater
   */
  missing(random: () => number, mayGrow: boolean): readonly number[] {
    if (this.#ids.size === 0) return [];
    const least = this.#least;
    const greatest = this.#greatest;
    const ids = new Set([least - 1, greatest + 1]);
    while (ids.size < greatest - least + 3 - this.#ids.size && ids.size < maxSamples) {
      let id = least + Math.floor(random() * (greatest - least + 1));
      // From the end on again at the beginning.
      while (this.#ids.has(id) || ids.has(id)) id = id > greatest ? least : id + 1;
      ids.add(id);
    }
    return [...ids].filter((id) => id > 0 && !(mayGrow && id > greatest));
  }
}

type Reader = Pick<StoreReader, 'connection' | 'absence' | 'noun' | 'read' | 'mayGrow'>;

/**
 * Whether a list leaves out products that the store has: offline ones, or those behind a cap. Reads IDs missing between
 * those listed, and searches rows that it lacks.
 * @param rows some of those that the list lacks
 * @throws CliError when the store does not answer
 */
export async function leavesOut(ids: ListedIds, rows: readonly Key[], reader: Reader): Promise<boolean> {
  const { connection, noun, read, mayGrow = false } = reader;
  const exists = async (id: number): Promise<boolean> => {
    const found = await read(() => unlessRefused(noun.lookUp.get(connection, String(id))));
    return found !== undefined && idOf(noun, found) === String(id);
  };
  const isFound = async (key: Key): Promise<boolean> => {
    const found = await read(() => unlessRefused(search(reader, key)));
    return found !== undefined && matchIn(noun, key, found).kind !== 'absent';
  };
  const missing = ids.missing(connection.random, mayGrow);
  const found = await Promise.all([...missing.map(exists), ...rows.slice(0, maxSamples).map(isFound)]);
  return found.includes(true);
}

/** A store that refuses a read, or answers it with something else, says nothing about what it has. */
async function unlessRefused<T>(read: Promise<T>): Promise<T | undefined> {
  return await read.catch((error: unknown) => {
    if (error instanceof CliError && (isRefusal(error) || error.kind === 'refused' || error.kind === 'not-found'))
      return undefined;
    throw error;
  });
}

/** To look up each of so few rows takes no more requests than to find out whether a list is complete. */
export const maxSampled = 2 * maxSamples;
