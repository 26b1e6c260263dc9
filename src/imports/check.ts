import type { Catalogue, CatalogueRow, RowFault } from '../input/csv/catalogue.ts';
import { HashSet, hashOf } from '../text/hash-set.ts';
import { FaultList } from './fault-list.ts';
import { keyOf, keyText } from './keys.ts';

/** What is known of a file after every row was looked at, before anything is sent. */
export interface CheckedFile {
  readonly rows: number;
  readonly faultyRows: number;
  readonly faults: FaultList;
  readonly warnings: FaultList;
  /** Why each faulty record is, for the rejected file. */
  readonly faultOf: ReadonlyMap<number, RowFault>;
}

/** Checks every row, and that no key stands in the file twice. Memory grows by 16 bytes a row, and with the faults. */
export async function checkCatalogue(catalogue: Catalogue): Promise<CheckedFile> {
  const [faults, warnings] = [new FaultList(), new FaultList()];
  const faultOf = new Map<number, RowFault>();
  const note = ({ record }: CatalogueRow, found: readonly RowFault[]): void => {
    if (found[0] && !faultOf.has(record)) faultOf.set(record, found[0]);
    faults.add(found);
  };
  const [keys, twice] = [new HashSet(), new Set<number>()];
  let rows = 0;
  for await (const batch of catalogue.rows()) {
    rows += batch.length;
    for (const row of batch) {
      note(row, row.faults);
      warnings.add(row.warnings);
      const hash = keyHash(row);
      if (hash !== undefined && !keys.add(hash)) twice.add(hash);
    }
  }
  if (twice.size > 0) await findDuplicates(catalogue, twice, note);
  return { rows, faultyRows: faultOf.size, faults, warnings, faultOf };
}

/** Rows whose keys have the same hash are compared by the keys themselves, in a second pass: it is only needed when there are any. */
async function findDuplicates(
  catalogue: Catalogue,
  twice: ReadonlySet<number>,
  note: (row: CatalogueRow, found: readonly RowFault[]) => void,
): Promise<void> {
  const headings = keyHeadings(catalogue);
  const lines = new Map<string, number>();
  for await (const batch of catalogue.rows()) {
    for (const row of batch) {
      const hash = keyHash(row);
      if (hash === undefined || !twice.has(hash)) continue;
      const fault = duplicateFault(row, lines, headings);
      if (fault) note(row, [fault]);
    }
  }
}

function duplicateFault(row: CatalogueRow, lines: Map<string, number>, headings: KeyHeadings): RowFault | undefined {
  const key = keyOfRow(row);
  if (!key) return undefined;
  const first = lines.get(keyText(key));
  if (first === undefined) {
    lines.set(keyText(key), row.line);
    return undefined;
  }
  const message = `stands on line ${first} already: one ${key.field === 'sku' ? 'SKU' : 'EAN'} is one product`;
  return { line: row.line, column: headings[key.field], value: key.code, message };
}

/** A faulty row has a key too: another row with it is faulty either way. */
const keyOfRow = ({ values, readable = {} }: CatalogueRow): ReturnType<typeof keyOf> => keyOf(values ?? readable);

function keyHash(row: CatalogueRow): number | undefined {
  const key = keyOfRow(row);
  return key && hashOf(keyText(key));
}

type KeyHeadings = Readonly<Record<'sku' | 'ean', string>>;

function keyHeadings({ description }: Catalogue): KeyHeadings {
  const headingOf = (member: string): string => description.columns.find((column) => column.member === member)?.heading ?? member;
  return { sku: headingOf('sku'), ean: headingOf('ean') };
}
