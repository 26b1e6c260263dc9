import type { StoreRecord } from '../../resources/record-fields.ts';
import { NumberSet } from '../../text/number-set.ts';
import { capitalized } from '../../text/words.ts';
import type { Action } from '../deliver/actions.ts';
import { CommonDifferences } from '../deliver/common-differences.ts';
import type { RowFault } from '../map/catalogue.ts';
import type { ComparedRow, ResultCounts, RowResult } from '../march/results.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { warningsOfFile } from '../words/check-texts.ts';
import { addNear, type NearRow } from '../words/existing-texts.ts';
import { type Problem, problemOf } from '../words/problems.ts';

/** Rows of each sample. */
export const sampleSize = 10;
/** Faults, and warnings, in a report. */
const maxFaults = 1000;

/** What an import would do with the rows of a file: what is known so far, until every row was added. */
export class Forecast {
  readonly #options: ImportOptions;
  /** Once every row is checked. */
  checked: CheckedFile | undefined;
  /** Once the rows were compared with a store. */
  counts: ResultCounts | undefined;
  /** Rows that differ, by field, and the first of them. */
  readonly #fields: Record<string, number> = {};
  readonly #differing: StoreRecord[] = [];
  readonly common: CommonDifferences;
  /** The first rows to create whose key is almost that of a product. */
  readonly near: NearRow[] = [];
  /** Absent rows that are held back. */
  notSent = 0;
  /** The first of them. */
  readonly held: Problem[] = [];
  /** Rows that no import may send, since an earlier one left them uncertain, or no read of them could be believed. */
  blocked = 0;
  /** Absent rows that are not in the plan. */
  unplanned = 0;
  /** The records to create. */
  readonly records = new NumberSet();
  /** The first rows to create. */
  sample: readonly StoreRecord[] = [];

  constructor(options: ImportOptions) {
    this.#options = options;
    this.common = new CommonDifferences(options.noun);
  }

  /** Rows that exist once. */
  get exists(): number {
    return (this.counts?.same ?? 0) + (this.counts?.differs ?? 0);
  }

  get differs() {
    return { rows: this.counts?.differs ?? 0, fields: this.#fields, sample: this.#differing };
  }

  /** @param action what an import would do with it */
  add(compared: ComparedRow, action: Action): void {
    const { row, result } = compared;
    this.common.add(compared);
    if (result.kind === 'differs') this.#noteDiffering(row, result);
    if (action.do === 'send') {
      this.records.add(row.record);
      if (result.kind === 'new') addNear(this.near, row, result.near);
    }
    if (action.do !== 'finish') return;
    const { state, message = '' } = action.outcome;
    if (state === 'held' || state === 'erased') this.#hold(row, message);
    if (state === 'unplanned') this.unplanned++;
    // What the store shows of a row was counted as it was compared.
    if ((state === 'blocked' || state === 'uncertain') && result.kind === 'new') this.blocked++;
  }

  #noteDiffering({ line, key }: StoredRow, { recordId, fields }: Extract<RowResult, { readonly kind: 'differs' }>) {
    for (const field of Object.keys(fields)) this.#fields[field] = (this.#fields[field] ?? 0) + 1;
    if (this.#differing.length < sampleSize) this.#differing.push({ line, key: key.code, productId: recordId, fields });
  }

  /** Adds a row that the store does not have: if there is a plan, it is sent only if it is in it. */
  addNew(record: number): void {
    if (this.#options.plan?.records.has(record) !== false) this.records.add(record);
    else this.unplanned++;
  }

  #hold({ line, key }: StoredRow, message: string): void {
    this.notSent++;
    if (this.held.length < maxFaults) this.held.push(problemOf('notSent', { line, key: key.code, message }));
  }

  /** The one shape of a dry run, whatever became of it. @param stopped why nothing would be sent, or why it ended early */
  record(stopped: string | null): StoreRecord {
    const { path, settings, store, plan } = this.#options;
    const { checked, counts } = this;
    const { invalid, excluded, elsewhere } = checked?.unsendable ?? { invalid: 0, excluded: 0, elsewhere: 0 };
    const { duplicate = 0, near = 0, refused = 0 } = counts ?? {};
    const compared = <T>(value: T): T | null => (counts ? value : null);
    return {
      file: path,
      store: settings.storeNamed ? store.storeValue() : null,
      rows: checked?.rows ?? 0,
      wouldCreate: this.records.size,
      exists: compared(this.exists),
      differs: compared(this.differs),
      duplicate: compared(duplicate),
      uncertain: compared(near + refused + this.blocked),
      notSent: compared(this.notSent),
      invalid,
      leftOut: excluded,
      elsewhere,
      ...(plan ? { unplanned: this.unplanned } : {}),
      faults: (checked?.faults.listed ?? []).slice(0, maxFaults).map(faultRecord),
      warnings: checked ? warningsOf(checked, this.#options) : [],
      sample: this.sample,
      stopped,
    };
  }
}

/** What the check warns of: of rows, then of the file as a whole. */
const warningsOf = (checked: CheckedFile, { warnings }: Pick<ImportOptions, 'warnings'>): readonly StoreRecord[] => [
  ...checked.warnings.listed.slice(0, maxFaults).map(faultRecord),
  ...warningsOfFile(checked).map(({ line, text }) => faultRecord({ line, message: text })),
  ...warnings.map((text) => faultRecord({ line: undefined, message: capitalized(text) })),
];

const faultRecord = ({
  line,
  column,
  value,
  message,
}: Pick<RowFault, 'message' | 'column' | 'value'> & { readonly line: number | undefined }): StoreRecord => ({
  line: line ?? null,
  column: column ?? null,
  value: value ?? null,
  message,
});
