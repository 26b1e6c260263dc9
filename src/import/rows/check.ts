import type { FileTable } from '../../resources/file-table.ts';
import type { Money } from '../../text/money.ts';
import { NumberSet } from '../../text/number-set.ts';
import { formatCount } from '../../text/numbers.ts';
import { untilInterrupted } from '../file/copy.ts';
import type { Catalogue, CatalogueRow, RecordFilter, RowFault } from '../map/catalogue.ts';
import { type SendableRow, sendable, shownCode } from '../map/rows/key.ts';
import { judgeDuplicates } from './duplicates.ts';
import { FaultList } from './fault-list.ts';
import { FileRows, type Statement } from './file-rows.ts';
import { type FilledField, FilledFields } from './filled-fields.ts';
import { OtherRows } from './insertion.ts';
import { miscounted } from './miscounted.ts';
import { isInShard, type Shard } from './shard.ts';
import { SumRow } from './sum-row.ts';

/** How many rows are not for this run to send, and why not. */
export interface UnsendableRows {
  readonly invalid: number;
  /** Rows that a preset excluded. */
  readonly excluded: number;
  /** Rows of other shards. */
  readonly elsewhere: number;
}

/** A reason why a row was not imported. */
export interface Reason {
  /** The column of the file or the field of the store; empty for a reason that is about the whole row. */
  readonly field: string;
  readonly message: string;
}

/** The result of checking every row, before anything is sent. */
export interface CheckedFile {
  readonly catalogue: Catalogue;
  /** All rows of the file. */
  readonly rows: number;
  readonly unsendable: UnsendableRows;
  /** The rows that have a key. Close them. */
  readonly keys: FileRows;
  /** The reasons for each invalid record. */
  readonly invalid: ReadonlyMap<number, readonly Reason[]>;
  /** How many rows were excluded for each reason: "with only images". */
  readonly excluded: ReadonlyMap<string, number>;
  readonly faults: FaultList;
  readonly warnings: FaultList;
  /** The rows that have no price, or a price of 0: how many, the records that are for sale, and the lines of the first. */
  readonly free: { readonly count: number; readonly forSale: NumberSet; readonly lines: readonly number[] };
  /** Of each field that should not be left out by oversight, how many rows have a value, which may be 0. */
  readonly filled: ReadonlyMap<string, FilledField>;
  /** False when the file has too many duplicates to list them all. */
  readonly isComplete: boolean;
  /** Whether it was checked for one shard: other machines send its other rows. */
  readonly isShard: boolean;
}

/** Gets each row that can be sent, unless another has its key, and says what is to be kept of what it states. */
export type StateRow = (row: SendableRow) => Statement | undefined;

/** Where the rows of a file are kept (by default in a scratch of their own), and what besides their keys. */
export interface Keeping {
  readonly keys?: FileRows;
  readonly stateRow?: StateRow | undefined;
}

/** What a file is checked for. */
interface Checking extends Keeping {
  /** Of the rows of other shards only the keys count. */
  readonly shard?: Shard | undefined;
}

/**
 * Checks every row, and that no two rows have one key. Memory is flat but for the listed faults and the invalid rows.
 * @throws CliError `interrupted`; `fault` where a row is in no count; OtherRows
 */
export async function checkRows(
  catalogue: Catalogue,
  interrupted: AbortSignal,
  { keys: given, ...checking }: Checking = {},
): Promise<CheckedFile> {
  const keys = given ?? (await FileRows.open());
  try {
    const findings = new Findings(catalogue.noun);
    for await (const batch of untilInterrupted(catalogue.rows(), interrupted)) {
      for (const row of batch) {
        findings.add(row);
        addRow(row, keys, checking);
      }
    }
    const { groups, isComplete } = keys.finish(maxShared);
    for (const group of groups)
      judgeDuplicates(group, catalogue, {
        fault: (record, fault) => findings.addInvalid(record, [fault]),
        warning: (warning) => findings.warnings.add([warning]),
      });
    keys.exclude(findings.invalid.keys());
    const whole = findings.whole();
    refuseUncounted(whole, keys);
    return { ...whole, catalogue, isComplete, keys, isShard: checking.shard !== undefined };
  } catch (error) {
    keys.close();
    throw error;
  }
}

/**
 * Each row is invalid, excluded or has a key. A row that an earlier part of the run noted otherwise was noted by another
 * version. @throws CliError `fault`; OtherRows
 */
function refuseUncounted({ rows, unsendable }: Pick<CheckedFile, 'rows' | 'unsendable'>, keys: FileRows): void {
  const expected = rows - unsendable.invalid - unsendable.excluded;
  const { valid } = keys;
  if (valid === expected) return;
  if (keys.isContinued) throw new OtherRows();
  throw miscounted(
    `shop-cli has ${formatCount(valid)} valid rows of this file, where it counted ${formatCount(expected)}. Nothing was sent.`,
  );
}

/** What the check has found so far. */
class Findings {
  readonly #noun: FileTable;
  readonly faults = new FaultList();
  readonly warnings = new FaultList();
  readonly invalid = new Map<number, readonly Reason[]>();
  readonly #excluded = new Map<string, number>();
  readonly #reasons = new SharedReasons();
  #rows = 0;
  readonly #free = { count: 0, forSale: new NumberSet(), lines: [] as number[] };
  readonly #sumRow: SumRow;
  readonly #filled: FilledFields;

  constructor(noun: FileTable) {
    this.#noun = noun;
    this.#sumRow = new SumRow(noun);
    this.#filled = new FilledFields(noun);
  }

  add(row: CatalogueRow): void {
    this.#rows++;
    this.#sumRow.add(row);
    if (isFree(row, this.#noun)) this.#addFree(row);
    if (row.values) this.#filled.add(row.line, row.values);
    if (row.excluded !== undefined) this.#excluded.set(row.excluded, (this.#excluded.get(row.excluded) ?? 0) + 1);
    if (row.faults.length > 0) this.addInvalid(row.record, this.#noun.hidesValues ? row.faults : withKey(row));
    this.warnings.add(row.warnings);
  }

  #addFree({ record, line, values = {} }: CatalogueRow): void {
    const { price } = this.#noun;
    if (price?.isForSale(values)) this.#free.forSale.add(record);
    if (this.#free.count++ < maxFreeLines) this.#free.lines.push(line);
  }

  addInvalid(record: number, faults: readonly RowFault[]): void {
    const reasons = [...(this.invalid.get(record) ?? []), ...faults.map(reasonOf)];
    this.invalid.set(record, this.#reasons.of(reasons));
    this.faults.add(faults);
  }

  whole(): Omit<CheckedFile, 'catalogue' | 'isComplete' | 'keys' | 'isShard'> {
    const { doubt } = this.#sumRow;
    if (doubt) this.warnings.add([doubt]);
    const excludedRows = [...this.#excluded.values()].reduce((sum, count) => sum + count, 0);
    return {
      rows: this.#rows,
      unsendable: { invalid: this.invalid.size, excluded: excludedRows, elsewhere: 0 },
      invalid: this.invalid,
      excluded: this.#excluded,
      faults: this.faults,
      warnings: this.warnings,
      free: this.#free,
      filled: this.#filled.counts,
    };
  }
}

/** The lines of rows without a price that a warning names. */
const maxFreeLines = 3;

/** The key of an invalid row counts too: another row with that key is a duplicate. */
function addRow(row: CatalogueRow, rows: FileRows, { shard, stateRow }: Checking): void {
  const { record, line, keys: [key, ...others] = [] } = row;
  if (!key) return;
  const toSend = (shard || stateRow) && sendable(row);
  const isElsewhere = toSend && shard && !isInShard(shard, toSend.key);
  rows.add({ record, line, key, others }, isElsewhere ? { isElsewhere: true } : toSend && stateRow?.(toSend));
}

/** More duplicates, almost identical keys included, are a broken file: its rows are not kept in memory. */
export const maxShared = 50_000;

/** The faults of a row, with its key as far as it can be read. */
const withKey = ({ keys = [], faults }: CatalogueRow): readonly RowFault[] => {
  const key = keys[0] && shownCode(keys[0].code);
  return key === undefined ? faults : faults.map((fault) => ({ ...fault, key }));
};

/** The rows of a checked file that can be sent, or those of them that are wanted. */
export async function* validRows(
  { catalogue, invalid }: CheckedFile,
  isWanted?: RecordFilter,
): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of catalogue.rows(isWanted)) {
    yield batch.flatMap((row) => (invalid.has(row.record) ? [] : (sendable(row) ?? [])));
  }
}

const isFree = ({ values }: CatalogueRow, { price }: FileTable): boolean =>
  values !== undefined && price !== undefined && ((values[price.field] as Money | undefined)?.units ?? 0n) === 0n;

/** How many rows of a file are for this run to send. */
export const countToSend = (rows: number, { invalid, excluded, elsewhere }: UnsendableRows): number =>
  rows - invalid - excluded - elsewhere;

/** How many rows `validRows` gives. */
export const countValid = ({ rows, unsendable }: CheckedFile): number =>
  rows - unsendable.invalid - unsendable.excluded;

/** The same with the count of the rows of other shards. */
export const withOtherShards = (checked: CheckedFile): CheckedFile => ({
  ...checked,
  unsendable: { ...checked.unsendable, elsewhere: countValid(checked) - checked.keys.count },
});

const reasonOf = ({ column: field = '', message }: RowFault): Reason => ({ field, message });

/** One list for equal reasons: a wrong column would otherwise create a million of them. */
class SharedReasons {
  readonly #known = new Map<string, readonly Reason[]>();

  of(reasons: readonly Reason[]): readonly Reason[] {
    const name = reasons.map(({ field, message }) => `${field}\0${message}`).join('\0');
    const known = this.#known.get(name) ?? reasons;
    if (this.#known.size < maxReasons) this.#known.set(name, known);
    return known;
  }
}

const maxReasons = 1000;
