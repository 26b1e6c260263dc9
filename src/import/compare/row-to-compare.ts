import type { RowTable, Statement } from '../check/row-table.ts';
import type { SendableRow } from '../read/row.ts';
import {
  type ComparedField,
  differencesOf,
  type Facts,
  type FieldDifferences,
  factsOfRow,
  hashOfFacts,
} from './facts.ts';
import { everyField, type Fingerprint, fieldsOf, maskOf } from './fingerprint.ts';

/** A row of a file, or one of an earlier import, of which only the fingerprint is known, if that. */
export type RowToCompare = SendableRow | RecordedRow;

export interface RecordedRow extends Omit<SendableRow, 'values'> {
  readonly values?: undefined;
  readonly fingerprint: Fingerprint | undefined;
}

/**
 * Notes in the table of the rows what one of them says.
 * @param compared the fields of interest, all by default; of a recorded row it is always all of them
 */
export function stateRow(table: RowTable, row: RowToCompare, compared?: readonly ComparedField[]): void {
  table.state(row.record, row.key, statementOf(row, compared));
}

function statementOf(row: RowToCompare, compared?: readonly ComparedField[]): Statement {
  if (!row.values) return statementOfRecord(row);
  const facts = factsOfRow(row.values, compared);
  const mask = maskOf(facts);
  return { mask, hash: hashOfFacts(facts, fieldsOf(mask)) as number };
}

const statementOfRecord = ({ fingerprint }: RecordedRow): Statement =>
  fingerprint && fingerprint.facts !== 0 ? { mask: maskIn(fingerprint), hash: fingerprint.facts } : nothing;

const maskIn = ({ stated }: Fingerprint): number => stated & everyField;
const nothing: Statement = { mask: 0, hash: hashOfFacts({}, []) as number };

/** What can be said of a row and its product. `unknown`: the store does not state all that the row did. */
type Difference = FieldDifferences | 'none' | 'unknown';

/** The fields in which a row and its product differ. Of a recorded row it is only known whether there are any. */
export function differenceBetween(row: RowToCompare, product: Facts, fields: readonly ComparedField[]): Difference {
  if (row.values) return differencesOf(factsOfRow(row.values, fields), product, fields) ?? 'none';
  const { mask, hash } = statementOfRecord(row);
  const hashInStore = hashOfFacts(product, fieldsOf(mask));
  if (hashInStore === undefined || mask === 0) return 'unknown';
  return hashInStore === hash ? 'none' : {};
}
