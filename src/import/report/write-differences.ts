import type { FileWriter } from '../../context.ts';
import { csvWriter } from '../../output/csv.ts';
import { documentWriter } from '../../output/document.ts';
import { type Format, writeList } from '../../output/formats.ts';
import type { ListSummary, Target, View } from '../../output/view.ts';
import type { NewProduct } from '../../resources/products.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Comparison } from '../compare/comparison.ts';
import {
  csvColumns,
  type Difference,
  differenceOf,
  goneProduct,
  lineFields,
  linesOf,
  worklistColumns,
  worklistRows,
} from './differences.ts';

interface Differences {
  readonly comparison: Comparison;
  /** How many there are. */
  readonly different: number;
  /** What a JSON or YAML document says before them. */
  readonly head: StoreRecord;
  readonly worklist: FileWriter | undefined;
}

/**
 * Writes what differs, in file order, then what only the store has; the same into a worklist, which it closes. JSON,
 * NDJSON and YAML have an object for each row, tables and CSV a line for each field.
 */
export async function writeDifferences(differences: Differences, format: Format, target: Target): Promise<ListSummary> {
  const { comparison, different, head, worklist } = differences;
  const isNested = format === 'json' || format === 'ndjson' || format === 'yaml';
  const document = { head, list: 'differences', isEmpty: different === 0 };
  const writer = await documentWriter(format, document, isNested ? { fields: {} } : viewOf(format), target);
  const csv = worklist && csvWriter(worklistColumns, { write: (text) => worklist.write(text) });
  const records = async function* (): AsyncGenerator<readonly StoreRecord[]> {
    // Without any difference there is no need to read the file again.
    if (different === 0) return;
    for await (const batch of allDifferences(comparison)) {
      await csv?.rows(batch.flatMap(({ difference, values }) => worklistRows(difference, values)));
      yield batch.flatMap(({ difference }) => (isNested ? [difference] : linesOf(difference)));
    }
  };
  const shown = await writeList(writer, records());
  await csv?.rows([]);
  await worklist?.close();
  return shown;
}

interface Located {
  readonly difference: Difference;
  /** Of its row. */
  readonly values?: NewProduct;
}

async function* allDifferences(comparison: Comparison): AsyncGenerator<readonly Located[]> {
  for await (const batch of comparison.rows('different')) {
    yield batch.flatMap((compared) => {
      const difference = differenceOf(compared);
      return difference ? [{ difference, values: compared.row.values }] : [];
    });
  }
  for (const products of comparison.storeOnly())
    yield products.map((product) => ({ difference: goneProduct(product) }));
}

const viewOf = (format: Format): View => ({
  fields: lineFields,
  only: format === 'csv' ? csvColumns : undefined,
  idOf: ({ productId }) => (productId === null ? '' : String(productId)),
});
