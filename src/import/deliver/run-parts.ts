import type { ListedNoun } from '../../client/endpoints/noun.ts';
import type { Page } from '../../client/pages.ts';
import type { KnownRecords } from '../journal/known-records.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { PacedStore } from './paced-store.ts';

/** Between what rows travel. */
export interface Delivery {
  readonly ledger: Ledger;
  readonly store: PacedStore;
}

/** A run whose file was checked. */
export interface CheckedRun extends Delivery {
  readonly options: ImportOptions;
  readonly checked: CheckedFile;
  /** Undefined where the API lists none of the noun. */
  readonly list: StoreList | undefined;
}

/** What a store lists of a noun. */
export interface StoreList {
  readonly noun: ListedNoun;
  /** The first page, with the totals, as it was before anything was sent. */
  readonly first: Page;
}

/** A run before its first row is sent. */
export interface UnsentRun extends CheckedRun {
  readonly knownRecords: KnownRecords;
  /** The IDs of people who may be the person of a row, by record: this machine remembers them. */
  readonly candidateIds: ReadonlyMap<number, readonly string[]>;
}
