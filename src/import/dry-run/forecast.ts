import type { StoreRecord } from '../../resources/record-fields.ts';
import { NumberSet } from '../../text/number-set.ts';
import type { RowFault } from '../map/catalogue.ts';
import type { SendableRow } from '../map/key.ts';
import type { ComparedRow } from '../march/results.ts';
import type { ImportOptions } from '../options.ts';
import type { Problem } from '../report/problems.ts';
import { addNear, type NearRow } from '../report/words.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { StoredRow } from '../rows/file-rows.ts';

/** Rows of each sample. */
export const sampleSize = 10;
/** Faults, and warnings, in a report. */
const maxFaults = 1000;
/** The first rows that exist are named where there must be none. */
const firstExisting = 20;

type Counts = Record<
  'wouldCreate' | 'exists' | 'duplicate' | 'uncertain' | 'refused' | 'notSent' | 'elsewhere' | 'unplanned',
  number
>;

/** What an import would do with the rows of a file: what is known so far, until every row was added. */
export class Forecast {
  readonly #options: ImportOptions;
  readonly counts: Counts = {
    wouldCreate: 0,
    exists: 0,
    duplicate: 0,
    uncertain: 0,
    refused: 0,
    notSent: 0,
    elsewhere: 0,
    unplanned: 0,
  };
  /** The rows that exist and differ, by field. */
  readonly differs = { rows: 0, fields: {} as Record<string, number>, sample: [] as StoreRecord[] };
  /** The first rows that exist. */
  readonly existing: StoredRow[] = [];
  /** The first rows to create whose key is almost that of a product. */
  readonly near: NearRow[] = [];
  /** The first rows that are held back. */
  readonly held: Problem[] = [];
  /** The records to create. */
  readonly records = new NumberSet();
  /** The first rows to create. */
  sample: readonly SendableRow[] = [];
  #checked: CheckedFile | undefined;
  /** Whether rows were compared with a store. */
  #isCompared = false;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  /** After the check of the file. */
  fileChecked(checked: CheckedFile): void {
    this.#checked = checked;
    this.counts.elsewhere = checked.unsendable.otherShards;
  }

  /** Once the store was read. */
  storeCompared(): void {
    this.#isCompared = true;
  }

  add(batch: readonly ComparedRow[]): void {
    for (const compared of batch) this.#count(compared);
    this.addNew(batch.flatMap(({ row, result }) => (result.kind === 'new' ? [row.record] : [])));
    for (const { row, result } of batch)
      if (result.kind === 'new' && result.near && this.records.has(row.record)) addNear(this.near, row, result.near);
  }

  /** Counts rows that the store does not have: each is sent if there is no plan, or if it is in the plan. */
  addNew(records: readonly number[]): void {
    for (const record of records) {
      if (this.#options.plan?.records.has(record) === false) this.counts.unplanned++;
      else this.records.add(record);
    }
    this.counts.wouldCreate = this.records.size;
  }

  /** A row that is absent, but not sent. */
  hold({ line, key }: StoredRow, message: string): void {
    this.counts.notSent++;
    if (this.held.length < maxFaults) this.held.push({ line, key: key.code, outcome: 'notSent', field: null, message });
  }

  #count({ row, result }: ComparedRow): void {
    if (result.kind === 'near') this.counts.uncertain++;
    if (result.kind === 'refused') this.counts.refused++;
    if (result.kind === 'new' || result.kind === 'near' || result.kind === 'refused') return;
    if (this.existing.length < firstExisting) this.existing.push(row);
    this.counts[result.kind === 'duplicate' ? 'duplicate' : 'exists']++;
    if (result.kind !== 'differs') return;
    const { rows, fields, sample } = this.differs;
    this.differs.rows = rows + 1;
    for (const field of Object.keys(result.fields)) fields[field] = (fields[field] ?? 0) + 1;
    if (sample.length < sampleSize)
      sample.push({ line: row.line, key: row.key.code, productId: result.productId, fields: result.fields });
  }

  /** The one shape of a dry run, whatever became of it. @param stopped why nothing would be sent, or why it ended early */
  record(stopped: string | null): StoreRecord {
    const { path, settings, store, plan } = this.#options;
    const { wouldCreate, exists, duplicate, uncertain, refused, notSent, elsewhere, unplanned } = this.counts;
    const checked = this.#checked;
    const compared = <T>(value: T): T | null => (this.#isCompared ? value : null);
    return {
      file: path,
      store: settings.storeNamed ? store.storeValue() : null,
      rows: checked?.rows ?? 0,
      wouldCreate,
      exists: compared(exists),
      differs: compared(this.differs),
      duplicate: compared(duplicate),
      uncertain: compared(uncertain + refused),
      notSent: compared(notSent),
      invalid: checked?.unsendable.invalid ?? 0,
      leftOut: checked?.unsendable.excluded ?? 0,
      elsewhere,
      ...(plan ? { unplanned } : {}),
      faults: (checked?.faults.listed ?? []).slice(0, maxFaults).map(faultRecord),
      warnings: (checked?.warnings.listed ?? []).slice(0, maxFaults).map(faultRecord),
      sample: this.sample.map((row) => bodyRecord(row, this.#options)),
      stopped,
    };
  }
}

const faultRecord = ({ line, column, value, message }: RowFault): StoreRecord => ({
  line,
  column: column ?? null,
  value: value ?? null,
  message,
});

/** The body of a row with its line. */
export const bodyRecord = (
  { line, values }: SendableRow,
  { noun, settings }: Pick<ImportOptions, 'noun' | 'settings'>,
): StoreRecord => ({ line, ...noun.body(values, settings.taxField) });
