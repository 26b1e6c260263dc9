import type { Catalogue, CatalogueRow, RecordFilter, RowFault } from '../read/catalogue.ts';
import { untilInterrupted } from '../read/copy.ts';
import { keyOf, type SendableRow, sendable } from '../read/row.ts';
import { DuplicateFinder } from './duplicates.ts';
import type { FileKeys, RowTable } from './row-table.ts';

/** How many rows are not for this run to send, and why not. */
export interface UnsendableRows {
  readonly invalid: number;
  /** Rows that a preset excluded. */
  readonly excluded: number;
  readonly otherShards: number;
}

/** A reason why a row was not imported. */
export interface Reason {
  /** The column of the file or the field of the store; empty for a reason that is about the whole row. */
  readonly field: string;
  readonly message: string;
}

/** The facts about the rows of a file that sending needs. */
export interface CheckedRows {
  /** All rows of the file. */
  readonly rows: number;
  readonly unsendable: UnsendableRows;
  readonly keys: FileKeys;
  /** The reasons for each invalid record. */
  readonly rejections: ReadonlyMap<number, readonly Reason[]>;
  /** Undefined where an earlier part of the run checked the file. */
  readonly faults: FaultList | undefined;
}

/** The result of checking every row, before anything is sent. */
export interface CheckedFile extends CheckedRows {
  readonly keys: RowTable;
  /** How many rows were excluded for each reason: "with only images". */
  readonly excluded: ReadonlyMap<string, number>;
  readonly faults: FaultList;
  readonly warnings: FaultList;
  /** How many rows have no price, or a price of 0. */
  readonly free: number;
  /** False when the file has too many duplicates to list them all. */
  readonly isComplete: boolean;
}

/** Gets a row that can be sent, unless a later one has its key, and the table of the rows up to it. */
export type UseRow = (row: SendableRow, table: RowTable) => void;

/**
 * Checks every row, and that no two rows have one key. Memory: at most 50 bytes per row, and the listed
 * faults.
 * @param use gets every row
 * @throws CliError `interrupted`
 */
export async function checkCatalogue(
  catalogue: Catalogue,
  interrupted: AbortSignal,
  use?: UseRow,
): Promise<CheckedFile> {
  const [faults, warnings, duplicates] = [new FaultList(), new FaultList(), new DuplicateFinder()];
  const [rejections, excluded, reasons] = [
    new Map<number, readonly Reason[]>(),
    new Map<string, number>(),
    new SharedReasons(),
  ];
  const note = (record: number, found: readonly RowFault[]): void => {
    rejections.set(record, reasons.of([...(rejections.get(record) ?? []), ...found.map(reasonOf)]));
    faults.add(found);
  };
  let [rows, free] = [0, 0];
  for await (const batch of untilInterrupted(catalogue.rows(), interrupted)) {
    rows += batch.length;
    free += countFree(batch);
    for (const row of batch) {
      if (row.excluded !== undefined) excluded.set(row.excluded, (excluded.get(row.excluded) ?? 0) + 1);
      if (row.faults.length > 0) note(row.record, withKey(row));
      warnings.add(row.warnings);
      duplicates.add(row);
    }
    if (use) handOver(batch, duplicates.table, use);
  }
  const isComplete = await duplicates.find(catalogue, {
    fault: (record, fault) => note(record, [fault]),
    warning: (warning) => warnings.add([warning]),
  });
  const excludedRows = [...excluded.values()].reduce((sum, count) => sum + count, 0);
  return {
    ...{ rows, excluded, faults, warnings, free, rejections, isComplete },
    unsendable: { invalid: rejections.size, excluded: excludedRows, otherShards: 0 },
    keys: duplicates.table.without(rejections.keys()),
  };
}

function handOver(batch: readonly CatalogueRow[], table: RowTable, use: UseRow): void {
  for (const each of batch) {
    const row = sendable(each);
    if (row) use(row, table);
  }
}

/** The faults of a row, with its key as far as it can be read. */
const withKey = ({ values, readable, faults }: CatalogueRow): readonly RowFault[] => {
  const key = keyOf(values ?? readable ?? {})?.code;
  return key === undefined ? faults : faults.map((fault) => ({ ...fault, key }));
};

/** The rows of a checked file that can be sent, or those of them that are wanted. */
export async function* validRows(
  catalogue: Catalogue,
  { rejections }: CheckedFile,
  isWanted?: RecordFilter,
): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of catalogue.rows(isWanted)) {
    yield batch.flatMap((row) => (rejections.has(row.record) ? [] : (sendable(row) ?? [])));
  }
}

const countFree = (rows: readonly CatalogueRow[]): number =>
  rows.filter(({ values }) => values && (values.price?.units ?? 0n) === 0n).length;

/** Whether `validRows` gives the row at this record. */
export const isValid = ({ keys, rejections }: CheckedFile, record: number): boolean =>
  keys.hasRecord(record) && !rejections.has(record);

/** How many rows `validRows` gives. */
export const countValid = ({ rows, unsendable }: CheckedFile): number =>
  rows - unsendable.invalid - unsendable.excluded;

const reasonOf = ({ column: field = '', message }: RowFault): Reason => ({ field, message });

/** One list for equal reasons: a wrong column would otherwise create a million of them. */
class SharedReasons {
  readonly #known = new Map<string, readonly Reason[]>();

  of(reasons: readonly Reason[]): readonly Reason[] {
    const name = reasons.map(({ field, message }) => `${field}\0${message}`).join('\0');
    const known = this.#known.get(name) ?? reasons;
    if (this.#known.size < mostReasons) this.#known.set(name, known);
    return known;
  }
}

const mostReasons = 1000;

/** The most faults of one kind that are listed: a wrong column would otherwise repeat one a million times. */
const mostOfAKind = 1000;

/** The faults of a file: all are counted, the first thousand of each kind are listed. */
class FaultList {
  readonly #listed: RowFault[] = [];
  readonly #kinds = new Map<string, number>();
  #count = 0;

  add(faults: readonly RowFault[]): void {
    for (const fault of faults) this.#addOne(fault);
  }

  #addOne(fault: RowFault): void {
    const kind = `${fault.column ?? ''}\0${fault.message.replace(/\d+/g, '')}`;
    const before = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, before + 1);
    this.#count++;
    if (before < mostOfAKind) this.#listed.push(fault);
  }

  get count(): number {
    return this.#count;
  }

  /** In the order of the file. */
  get listed(): readonly RowFault[] {
    return [...this.#listed].sort((left, right) => left.line - right.line);
  }
}
