import type { Catalogue, CatalogueRow, RowFault } from '../input/csv/catalogue.ts';
import { KeyIndex, keyOf } from './duplicates.ts';

/** What is known of a file after every row was looked at, before anything is sent. */
export interface CheckedFile {
  readonly rows: number;
  readonly faultyRows: number;
  readonly faults: FaultList;
  readonly warnings: FaultList;
  /** Why each faulty record is, for the rejected file. */
  readonly faultOf: ReadonlyMap<number, RowFault>;
}

/** Checks every row, and that no key stands in the file twice. */
export async function checkCatalogue(catalogue: Catalogue): Promise<CheckedFile> {
  const keys = new KeyIndex(keyHeadings(catalogue));
  const [faults, warnings] = [new FaultList(), new FaultList()];
  const faultOf = new Map<number, RowFault>();
  let rows = 0;
  for await (const batch of catalogue.rows()) {
    rows += batch.length;
    for (const row of batch) {
      const found = faultsOf(row, keys);
      if (found[0]) faultOf.set(row.record, found[0]);
      faults.add(found);
      warnings.add(row.warnings);
    }
  }
  return { rows, faultyRows: faultOf.size, faults, warnings, faultOf };
}

function keyHeadings({ description }: Catalogue): Readonly<Record<'sku' | 'ean', string>> {
  const headingOf = (member: string): string => description.columns.find((column) => column.member === member)?.heading ?? member;
  return { sku: headingOf('sku'), ean: headingOf('ean') };
}

function faultsOf({ faults, values, readable = {}, line }: CatalogueRow, keys: KeyIndex): readonly RowFault[] {
  const key = keyOf(values ?? readable);
  const duplicate = key && keys.add(key, line);
  return duplicate ? [...faults, duplicate] : faults;
}

/** Most faults of one sort that are kept one by one; a wrong column would otherwise repeat itself a million times. */
const keptOfASort = 1000;

/** Faults in the order they were found, the first thousand of each sort; all are counted. */
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

  get kept(): readonly RowFault[] {
    return this.#kept;
  }
}
