import type { Catalogue, RowFault } from '../read/catalogue.ts';
import { whileWanted } from '../read/copy.ts';
import type { SendableRow } from '../read/row.ts';
import type { Rejection } from '../report/outputs.ts';
import { type FileKeys, TwinFinder } from './duplicates.ts';

/** What is known of a file after every row was looked at, before anything is sent. */
export interface CheckedFile {
  /** All of the file, also those that are faulty or left out. */
  readonly rows: number;
  readonly faultyRows: number;
  /** Rows that a preset leaves out on purpose. */
  readonly leftOutRows: number;
  /** How many of these and which: "with only images". */
  readonly leftOut: ReadonlyMap<string, number>;
  readonly faults: FaultList;
  readonly warnings: FaultList;
  readonly keys: FileKeys;
  /** Why each faulty record is. */
  readonly rejections: ReadonlyMap<number, Rejection>;
  /** False when more rows are faulty than could be told: those with keys that others have too. */
  readonly isToldWhole: boolean;
}

/** Checks every row, and that no two are one product. Memory grows by at most 40 bytes a row, and a little with the faults. @throws CliError `interrupted` */
export async function checkCatalogue(catalogue: Catalogue, interrupted: AbortSignal): Promise<CheckedFile> {
  const [faults, warnings, twins] = [new FaultList(), new FaultList(), new TwinFinder()];
  const [rejections, leftOut, reasons] = [new Map<number, Rejection>(), new Map<string, number>(), new Reasons()];
  const note = (record: number, found: readonly RowFault[]): void => {
    if (found[0] && !rejections.has(record)) rejections.set(record, reasons.of(found[0]));
    faults.add(found);
  };
  let rows = 0;
  for await (const batch of whileWanted(catalogue.rows(), interrupted)) {
    rows += batch.length;
    for (const row of batch) {
      if (row.leftOut !== undefined) leftOut.set(row.leftOut, (leftOut.get(row.leftOut) ?? 0) + 1);
      if (row.faults.length > 0) note(row.record, row.faults);
      warnings.add(row.warnings);
      twins.add(row);
    }
  }
  const isToldWhole = await twins.find(catalogue, {
    fault: (record, fault) => note(record, [fault]),
    warning: (warning) => warnings.add([warning]),
  });
  const leftOutRows = [...leftOut.values()].reduce((sum, count) => sum + count, 0);
  return {
    rows,
    faultyRows: rejections.size,
    leftOutRows,
    leftOut,
    faults,
    warnings,
    keys: twins.known,
    rejections,
    isToldWhole,
  };
}

/** One object for each reason: a wrong column would otherwise have a million. */
class Reasons {
  readonly #known = new Map<string, Rejection>();

  of({ column: field = '', message }: RowFault): Rejection {
    const name = `${field}\0${message}`;
    const known = this.#known.get(name) ?? { field, message };
    if (this.#known.size < mostReasons) this.#known.set(name, known);
    return known;
  }
}

const mostReasons = 1000;

/** The rows of a checked file that are products and have no fault. */
export async function* soundRows(
  catalogue: Catalogue,
  { rejections }: CheckedFile,
): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of catalogue.rows()) {
    yield batch.flatMap(({ record, line, values }) =>
      values && !rejections.has(record) ? [{ record, line, values }] : [],
    );
  }
}

/** How many rows `soundRows` gives. */
export const howManySound = ({ rows, faultyRows, leftOutRows }: CheckedFile): number => rows - faultyRows - leftOutRows;

/** Most faults of one sort that are kept one by one; a wrong column would otherwise repeat itself a million times. */
const keptOfASort = 1000;

/** Faults of a file: the first thousand of each sort; all are counted. */
class FaultList {
  readonly #kept: RowFault[] = [];
  readonly #sorts = new Map<string, number>();
  #count = 0;

  add(faults: readonly RowFault[]): void {
    for (const fault of faults) this.#addOne(fault);
  }

  #addOne(fault: RowFault): void {
    const sort = `${fault.column ?? ''}\0${fault.message.replace(/\d+/g, '')}`;
    const before = this.#sorts.get(sort) ?? 0;
    this.#sorts.set(sort, before + 1);
    this.#count++;
    if (before < keptOfASort) this.#kept.push(fault);
  }

  get count(): number {
    return this.#count;
  }

  /** In the order of the file. */
  get kept(): readonly RowFault[] {
    return [...this.#kept].sort((left, right) => left.line - right.line);
  }
}
