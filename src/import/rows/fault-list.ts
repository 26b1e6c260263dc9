import type { RowFault } from '../map/cells/row-fault.ts';

/** The most faults of one kind that are listed: a wrong column would otherwise repeat one a million times. */
export const maxOfAKind = 1000;

const kindOf = ({ column = '', message }: RowFault): string => `${column}\0${message.replace(/"[^"]*"|\d+/g, '')}`;

/** The faults of a file: all are counted, the first thousand of each kind are listed. */
export class FaultList {
  readonly #listed: RowFault[] = [];
  readonly #kinds = new Map<string, number>();
  #count = 0;

  add(faults: readonly RowFault[]): void {
    for (const fault of faults) this.#addOne(fault);
  }

  #addOne(fault: RowFault): void {
    const kind = kindOf(fault);
    const before = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, before + 1);
    this.#count++;
    if (before < maxOfAKind) this.#listed.push(fault);
  }

  get count(): number {
    return this.#count;
  }

  /** How many there are of its kind. */
  countOf(fault: RowFault): number {
    return this.#kinds.get(kindOf(fault)) ?? 0;
  }

  /** In the order of the file. */
  get listed(): readonly RowFault[] {
    return [...this.#listed].sort((left, right) => left.line - right.line);
  }
}
