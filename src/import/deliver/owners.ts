import type { Connection } from '../../client/connection.ts';
import type { OwnedNoun } from '../../client/endpoints/noun.ts';
import { CliError } from '../../errors.ts';
import type { Values } from '../../resources/importable.ts';
import { keysOf, keyText } from '../map/key.ts';
import type { Remembered } from '../options.ts';

/** Where the records are found to which the rows of a noun belong. */
interface OwnerPlaces {
  readonly noun: OwnedNoun;
  /** The IDs of what earlier imports have created or found, by key (`keyText`). */
  readonly imported: ReadonlyMap<string, string>;
  /** Whom searches have found. */
  readonly remembered: Remembered | undefined;
  readonly connection: Connection;
  /** @throws CliError; Stopped */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
}

/** Finds the records to which rows belong: by their ID in the file, or by their key. */
export class Owners {
  readonly #places: OwnerPlaces;
  readonly #found = new Map<string, Promise<string | undefined>>();

  constructor(places: OwnerPlaces) {
    this.#places = places;
  }

  /** The ID of the owner of a row; undefined where nobody knows it. @throws CliError when the store does not answer; Stopped */
  async idOf(values: Values): Promise<string | undefined> {
    const { owner } = this.#places.noun;
    const stated = values[owner.id];
    if (stated !== undefined) return String(stated);
    const record = { [owner.noun.key[0]]: values[owner.key] };
    const [key] = keysOf(owner.noun, record);
    if (!key) return undefined;
    const text = keyText(key);
    const found = this.#found.get(text) ?? this.#find(record, text);
    this.#found.set(text, found);
    return await found;
  }

  async #find(record: Values, key: string): Promise<string | undefined> {
    const { noun, imported, remembered, connection, read } = this.#places;
    const id = imported.get(key);
    if (id !== undefined) return id;
    for (const candidate of remembered?.idsOf(record) ?? []) {
      const live = await read(() => noun.owner.noun.getById(connection, candidate)).catch((error: unknown) => {
        if (error instanceof CliError && error.kind === 'not-found') return undefined;
        throw error;
      });
      if (live && keysOf(noun.owner.noun, live).some((found) => keyText(found) === key)) return candidate;
    }
    return undefined;
  }
}
