import { productBody } from '../../client/endpoints/products.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { CheckedFile } from '../check/check.ts';
import type { ComparedRow } from '../compare/comparison.ts';
import type { ImportOptions } from '../options.ts';
import type { RecordFilter, RowFault } from '../read/catalogue.ts';
import type { SendableRow } from '../read/row.ts';

/** Rows of each sample, and faults and warnings of each kind of report. */
const [sampleSize, mostFaults] = [10, 1000];
/** The first rows that exist are named where there must be none. */
const firstExisting = 20;

/** What is known of the row at a record without reading it. */
export type ResultOfRecord = (record: number) => 'new' | 'same' | undefined;

type Counts = Record<'wouldCreate' | 'exists' | 'duplicate' | 'uncertain' | 'elsewhere' | 'unplanned', number>;

/** What an import would do with the rows of a file: what is known so far, until every row was added. */
export class Forecast {
  readonly #options: ImportOptions;
  readonly #counts: Counts = { wouldCreate: 0, exists: 0, duplicate: 0, uncertain: 0, elsewhere: 0, unplanned: 0 };
  readonly #differs = { rows: 0, fields: {} as Record<string, number>, sample: [] as StoreRecord[] };
  readonly #sample: SendableRow[] = [];
  readonly #existing: SendableRow[] = [];
  #checked: CheckedFile | undefined;
  /** Whether rows were compared with a store. */
  #isCompared = false;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  get counts(): Readonly<Counts> {
    return this.#counts;
  }

  /** The rows that exist and differ, by field. */
  get differs(): { readonly rows: number; readonly fields: Readonly<Record<string, number>> } {
    return this.#differs;
  }

  /** The first rows to create. */
  get sample(): readonly SendableRow[] {
    return this.#sample;
  }

  /** The first rows that exist. */
  get existing(): readonly SendableRow[] {
    return this.#existing;
  }

  /** After the check of the file. */
  fileChecked(checked: CheckedFile): void {
    this.#checked = checked;
    this.#counts.elsewhere = checked.unsendable.otherShards;
  }

  /** Once the store was read. */
  storeCompared(): void {
    this.#isCompared = true;
  }

  /** Counts rows. Returns those that would be sent. */
  add(batch: readonly ComparedRow[]): readonly SendableRow[] {
    for (const compared of batch) this.#count(compared);
    const absent = batch.filter(({ result }) => result.kind === 'new').map(({ row }) => row);
    const sent = absent.filter(({ record }) => this.isPlanned(record));
    this.#counts.unplanned += absent.length - sent.length;
    this.#counts.wouldCreate += sent.length;
    this.#sample.push(...sent.slice(0, sampleSize - this.#sample.length));
    return sent;
  }

  /** Whether a new row would be sent: there is no plan, or it is in the plan. */
  isPlanned(record: number): boolean {
    return this.#options.plan?.records.has(record) ?? true;
  }

  /**
   * Counts rows that need not be read. Returns which must be: those of which more is to be said, and the first of the
   * others, for the samples.
   * @param resultOf undefined for a row of which more is to be said, and a record that is no valid row
   * @param onSent gets each row that would be sent and is not read
   */
  skim(lastRecord: number, resultOf: ResultOfRecord, onSent: (record: number) => void): RecordFilter {
    const [read, last] = [
      { new: 0, same: 0 },
      { new: 0, same: 0, unknown: 0 },
    ];
    for (let record = 1; record <= lastRecord; record++) {
      const result = resultOf(record);
      if (result === undefined) {
        last.unknown = record;
        continue;
      }
      const isSample = read[result] < (result === 'new' ? sampleSize : firstExisting);
      if (isSample) last[result] = record;
      if (!isSample) this.#countUnread(record, result, onSent);
      else if (result === 'same' || this.isPlanned(record)) read[result]++;
    }
    const isWanted = (record: number): boolean => {
      const result = resultOf(record);
      return result === undefined || record <= last[result];
    };
    return Object.assign(isWanted, { last: Math.max(last.new, last.same, last.unknown) });
  }

  #countUnread(record: number, result: 'new' | 'same', onSent: (record: number) => void): void {
    const isSent = result === 'new' && this.isPlanned(record);
    if (isSent) onSent(record);
    this.#counts[result === 'same' ? 'exists' : isSent ? 'wouldCreate' : 'unplanned']++;
  }

  #count({ row, result }: ComparedRow): void {
    if (result.kind === 'near') this.#counts.uncertain++;
    if (result.kind === 'new' || result.kind === 'near') return;
    if (this.#existing.length < firstExisting) this.#existing.push(row);
    this.#counts[result.kind === 'duplicate' ? 'duplicate' : 'exists']++;
    if (result.kind !== 'differs') return;
    const { rows, fields, sample } = this.#differs;
    this.#differs.rows = rows + 1;
    for (const field of Object.keys(result.fields)) fields[field] = (fields[field] ?? 0) + 1;
    if (sample.length < sampleSize)
      sample.push({ line: row.line, key: row.key.code, productId: result.productId, fields: result.fields });
  }

  /** The one shape of a dry run, whatever became of it. @param stopped why nothing would be sent, or why it ended early */
  record(stopped: string | null): StoreRecord {
    const { path, settings, store, plan } = this.#options;
    const { wouldCreate, exists, duplicate, uncertain, elsewhere, unplanned } = this.#counts;
    const checked = this.#checked;
    const compared = <T>(value: T): T | null => (this.#isCompared ? value : null);
    return {
      file: path,
      store: settings.storeNamed ? store.storeName() : null,
      rows: checked?.rows ?? 0,
      wouldCreate,
      exists: compared(exists),
      differs: compared(this.#differs),
      duplicate: compared(duplicate),
      uncertain: compared(uncertain),
      invalid: checked?.unsendable.invalid ?? 0,
      leftOut: checked?.unsendable.excluded ?? 0,
      elsewhere,
      ...(plan ? { unplanned } : {}),
      faults: (checked?.faults.listed ?? []).slice(0, mostFaults).map(faultRecord),
      warnings: (checked?.warnings.listed ?? []).slice(0, mostFaults).map(faultRecord),
      sample: this.#sample.map((row) => bodyRecord(row, settings.taxField)),
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
  taxField: ImportOptions['settings']['taxField'],
): StoreRecord => ({ line, ...productBody(values, taxField) });
