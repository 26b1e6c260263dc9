import type { StoreNoun, Values } from '../../resources/file-table.ts';
import type { Json } from '../../resources/kind.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Connection } from '../connection.ts';
import type { Page } from '../pages.ts';
import type { Place } from '../records.ts';

type InLanguage = Pick<Place, 'language'>;

/** A noun that can be imported: how one is created, and how the store is searched for it. */
export interface Noun extends StoreNoun {
  /** Sends one POST, never retried. */
  create(connection: Connection, values: Values, language?: InLanguage): Promise<StoreRecord>;
  /** What `create` sends. */
  body(values: Values, taxField: Connection['taxField']): Readonly<Record<string, Json>>;
  /** Absent where the API has none: nothing but the answer tells what became of a row, which is therefore sent once. */
  readonly lookUp?: LookUp;
  /**
   * Where the API has no list, but shows one by its ID, and IDs are numbers that rise: the record with this ID. What was
   * sent between two known IDs has one of those between them, or was not created.
   */
  readonly getById?: (connection: Connection, id: string) => Promise<StoreRecord>;
  /**
   * Where a record belongs to another, which a file may name by its key alone: the field of that one's ID, which `create`
   * needs, and that of its key.
   */
  readonly owner?: { readonly noun: NumberedNoun; readonly id: string; readonly key: string };
  /** All that belong to an owner, by its ID. A 404 for an owner that the store shows is a failure, and no list. */
  readonly listOf?: (connection: Connection, owner: string) => Promise<readonly StoreRecord[]>;
  /** Whether a record of the same owner may be what a store has made of the values that it was sent. */
  readonly isNear?: (sent: Values, kept: StoreRecord) => boolean;
}

interface LookUp {
  /** Leaves parts of one out of a list, such as its options. */
  readonly mainFilter: Readonly<Record<string, string>>;
  /** One page. `search`, `limit` and `offset` are among the filters. */
  list(connection: Connection, filters: Readonly<Record<string, string>>, language?: InLanguage): Promise<Page>;
  /** The record with this ID. */
  get(connection: Connection, id: string): Promise<StoreRecord>;
  /**
   * What the store shows under a key without a search, perhaps another record; undefined where it shows none, or the API has
   * no such read.
   */
  getByKey(
    connection: Connection,
    key: { readonly field: string; readonly code: string },
  ): Promise<StoreRecord | undefined>;
  /** The field by which a store may leave records out of its list, and of a search. */
  readonly hiddenBy: string;
}

/** A noun that the API can list. */
export type ListedNoun = Noun & Required<Pick<Noun, 'lookUp'>>;

/** A noun without a list that is looked up by IDs. */
export type NumberedNoun = Noun & Required<Pick<Noun, 'getById'>>;

/** A noun whose records belong to another, and are looked up among those of it. */
export type OwnedNoun = Noun & Required<Pick<Noun, 'owner' | 'listOf' | 'isNear'>>;

/**
 * How the store shows what it has of a noun. A search is `search=field:code`; any other list is a new way. Wherever that
 * decides, all ways are named, and the compiler asks for a new one: `row-look-ups.ts` (twice), `journal-alone.ts`,
 * `import-into-store.ts`, `dry-run.ts`, `import-options.ts` and `imports/verify.ts`.
 */
type WayToFind =
  | { readonly by: 'search'; readonly noun: ListedNoun }
  | { readonly by: 'owner'; readonly noun: OwnedNoun }
  | { readonly by: 'ids'; readonly noun: NumberedNoun }
  | { readonly by: 'none' };

export function wayToFind(noun: Noun): WayToFind {
  if (isListed(noun)) return { by: 'search', noun };
  if (isOwned(noun)) return { by: 'owner', noun };
  return isNumbered(noun) ? { by: 'ids', noun } : { by: 'none' };
}

const isListed = (noun: Noun): noun is ListedNoun => noun.lookUp !== undefined;

const isOwned = (noun: Noun): noun is OwnedNoun =>
  noun.owner !== undefined && noun.listOf !== undefined && noun.isNear !== undefined;

const isNumbered = (noun: Noun): noun is NumberedNoun => noun.getById !== undefined;
