import type { Importable, Values } from '../../resources/importable.ts';
import type { Json } from '../../resources/kind.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Connection } from '../connection.ts';
import type { Page } from '../pages.ts';
import type { Place } from '../records.ts';

type InLanguage = Pick<Place, 'language'>;

/** A noun that can be imported: how one is created, and how the store is searched for it. */
export interface Noun extends Importable {
  /** Sends one POST, never retried. */
  create(connection: Connection, values: Values, language?: InLanguage): Promise<StoreRecord>;
  /** What `create` sends. */
  body(values: Values, taxField: Connection['taxField']): Readonly<Record<string, Json>>;
  /** Absent where the API has none: nothing but the answer tells what became of a row, which is therefore sent once. */
  readonly lookUp?: LookUp;
}

interface LookUp {
  /** Leaves parts of one out of a list, such as its options. */
  readonly mainFilter: Readonly<Record<string, string>>;
  /** One page. `search`, `limit` and `offset` are among the filters. */
  list(connection: Connection, filters: Readonly<Record<string, string>>, language?: InLanguage): Promise<Page>;
  /** The record with this ID. */
  get(connection: Connection, id: string): Promise<StoreRecord>;
}

/** A noun that the API can list. */
export type ListedNoun = Noun & Required<Pick<Noun, 'lookUp'>>;

export const isListed = (noun: Noun): noun is ListedNoun => noun.lookUp !== undefined;
