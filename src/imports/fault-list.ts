import type { RowFault } from '../input/csv/catalogue.ts';

/** Most faults of one sort that are kept one by one; a wrong column would otherwise repeat itself a million times. */
const keptOfASort = 1000;

/** Faults of a file: the first thousand of each sort; all are counted. */
export class FaultList {
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
