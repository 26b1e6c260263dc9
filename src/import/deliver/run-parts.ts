import { isListedStore, type ListedStore } from '../evidence/look-up-store.ts';
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
}

/** The store of a run that can be asked what it has. */
export interface Listed {
  readonly store: ListedStore;
}

export const isListedRun = <R extends Delivery>(run: R): run is R & Listed => isListedStore(run.store);

/** A run before its first row is sent. */
export interface UnsentRun extends CheckedRun {
  readonly knownRecords: KnownRecords;
  /** The IDs of people who may be the person of a row, by record: this machine remembers them. */
  readonly known: ReadonlyMap<number, readonly string[]>;
}
