import type { Connection } from '../../client/connection.ts';
import type { OwnedNoun } from '../../client/endpoints/noun.ts';
import { CliError } from '../../errors.ts';
import type { Values } from '../../resources/file-table.ts';
import type { IdsByKey } from '../journal/attempts.ts';
import { keysOf, keyText } from '../map/rows/key.ts';
import type { Remembered } from '../options.ts';

/** What is known, without a read, of the records to which the rows of a noun belong. */
interface KnownOwners {
  readonly noun: OwnedNoun;
  /** The IDs of what earlier imports have created or found. */
  readonly imported: IdsByKey;
  /** Whom searches have found. */
  readonly remembered: Remembered | undefined;
}

interface OwnerPlaces extends KnownOwners {
  readonly connection: Connection;
  /** @throws CliError; Stopped */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
}

/** The ID of the owner of a row, or that its ID and its key are those of two. */
type Owner = { readonly id: string | undefined } | 'two';

/** Finds the records to which rows belong: by their ID in the file, or by their key. */
export class Owners {
  readonly #places: OwnerPlaces;
  readonly #found = new Map<string, Promise<string | undefined>>();
  /** The IDs of owners that a read has shown, by key (`keyText`). */
  readonly #ids = new Map<string, string>();
  /** The keys (`keyText`) that the store shows under an ID. */
  readonly #shown = new Map<string, Promise<readonly string[]>>();

  constructor(places: OwnerPlaces) {
    this.#places = places;
  }

  /** The owner of a row; no ID where nobody knows it. @throws CliError when the store does not answer; Stopped */
  async of(values: Values): Promise<Owner> {
    const { noun, imported } = this.#places;
    const { owner } = noun;
    const stated = values[owner.id];
    const record = { [owner.noun.key[0]]: values[owner.key] };
    const [key] = keysOf(owner.noun, record);
    if (stated === undefined) return { id: key && (await this.#idOf(record, keyText(key))) };
    const id = String(stated);
    if (!key || imported.kept.get(keyText(key)) === id) return { id };
    // A customer that shows no key, or is gone, is nobody else: what the store says of its list decides.
    const shown = await this.#keysOf(id);
    return shown.length === 0 || shown.includes(keyText(key)) ? { id } : 'two';
  }

  /** The ID of the owner of a row, without a read. */
  known(values: Values): string | undefined {
    const { noun, imported } = this.#places;
    const { owner } = noun;
    const stated = values[owner.id];
    if (stated !== undefined) return String(stated);
    const [key] = keysOf(owner.noun, { [owner.noun.key[0]]: values[owner.key] });
    return key && (imported.kept.get(keyText(key)) ?? this.#ids.get(keyText(key)));
  }

  async #idOf(record: Values, key: string): Promise<string | undefined> {
    const found = this.#found.get(key) ?? this.#find(record, key);
    this.#found.set(key, found);
    return await found;
  }

  async #find(record: Values, key: string): Promise<string | undefined> {
    const id = this.#places.imported.kept.get(key);
    if (id !== undefined) return id;
    for (const candidate of candidatesOf(record, key, this.#places)) {
      if (!(await this.#keysOf(candidate)).includes(key)) continue;
      this.#ids.set(key, candidate);
      return candidate;
    }
    return undefined;
  }

  async #keysOf(id: string): Promise<readonly string[]> {
    const shown = this.#shown.get(id) ?? this.#read(id);
    this.#shown.set(id, shown);
    return await shown;
  }

  /** No key where the record is missing; a key that nobody has where the store shows another record instead. */
  async #read(id: string): Promise<readonly string[]> {
    const { noun, connection, read } = this.#places;
    const owner = noun.owner.noun;
    const live = await read(() => owner.getById(connection, id)).catch((error: unknown) => {
      if (error instanceof CliError && error.kind === 'not-found') return error.isOtherRecord ? 'another' : undefined;
      throw error;
    });
    if (live === 'another') return [''];
    return live ? keysOf(owner, live).map(keyText) : [];
  }
}

/** Whom a read may show to have a key. */
const candidatesOf = (record: Values, key: string, { imported, remembered }: KnownOwners): readonly string[] =>
  [imported.deleted.get(key) ?? [], remembered?.idsOf(record) ?? []].flat();

/** Whether nobody is known, without a read, who could be the owner of a row: an import does not send it. */
export function isUnowned(values: Values, known: KnownOwners): boolean {
  const { owner } = known.noun;
  if (values[owner.id] !== undefined) return false;
  const record = { [owner.noun.key[0]]: values[owner.key] };
  const [key] = keysOf(owner.noun, record);
  if (!key) return true;
  const code = keyText(key);
  return !known.imported.kept.has(code) && candidatesOf(record, code, known).length === 0;
}

/** Why a row is not sent that names two owners: nothing goes into the account of somebody else. */
export const twoOwners = ({ owner: { id, key, noun } }: OwnedNoun) => ({
  field: id,
  evidence: 'read' as const,
  message: `not sent: ${id} and ${key} are two different people, because the ${noun.names[0]} with this ID has another e-mail address. Correct one of the two`,
});

/** Why a row is not sent whose owner nobody knows. */
export const unknownOwner = ({ owner }: OwnedNoun) => ({
  field: owner.key,
  evidence: 'none' as const,
  message: `no ${owner.noun.names[0]} of an earlier import or search has this ${owner.noun.key[0]}: put its ID in a ${owner.id} column`,
});
