import type { NewProduct } from '../../resources/products.ts';
import type { Fingerprint, Statement, StoredRow } from '../rows/file-rows.ts';
import { type Facts, factsOfRow } from './facts.ts';
import type { RowToCompare } from './results.ts';

type States = { readonly facts: Facts } | { readonly fingerprint: Fingerprint };

/** What is kept of a row for a comparison. */
export const statesOf = (values: NewProduct): Statement => textOf({ facts: factsOfRow(values) });

/** The same of a row of an earlier import whose file is gone. */
export const statesOfRecorded = (fingerprint: Fingerprint | undefined): Statement =>
  fingerprint ? textOf({ fingerprint }) : {};

const textOf = (states: States): Statement => ({ states: JSON.stringify(states) });

export const rowFromStates = ({ record, line, key, states }: StoredRow): RowToCompare => ({
  record,
  line,
  key,
  ...(states === null ? {} : (JSON.parse(states) as States)),
});
