import type { NewProduct } from '../../resources/products.ts';
import type { Statement, StoredRow } from '../rows/file-rows.ts';
import { type ComparedField, type Facts, factsOfRow } from './facts.ts';

/** What is kept of a row for a comparison. */
export const statesOf = (values: NewProduct): Statement => statementOf(factsOfRow(values));

export const statementOf = (facts: { readonly [name in ComparedField]?: string | undefined }): Statement => ({
  states: JSON.stringify(facts),
});

/** What a row states; undefined where only its fingerprint is known. Read only where it is needed: most rows of most files are new. */
export const factsIn = ({ states }: Pick<StoredRow, 'states'>): Facts | undefined =>
  states === null ? undefined : (JSON.parse(states) as Facts);
