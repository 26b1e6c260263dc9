import type { FileWriter } from '../../context.ts';
import { csvWriter } from '../../output/csv.ts';
import { documentWriter, type Format, traitsOf } from '../../output/formats.ts';
import { type ListSummary, type Target, type View, writeList } from '../../output/view.ts';
import { code, count, type Fields, id, type StoreRecord, text } from '../../resources/record-fields.ts';
import { formatCount } from '../../text/numbers.ts';
import type { FieldDifferences } from '../march/facts.ts';
import type { GoneProduct } from '../march/listed-products.ts';
import type { Comparison } from '../march/march.ts';
import type { ComparedRow, ResultCounts } from '../march/results.ts';
import { rowCount } from '../report/words.ts';

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
  const { isFlat } = traitsOf(format);
  const document = { head, list: 'differences', isEmpty: different === 0 };
  const writer = documentWriter(format, document, isFlat ? viewOf(format) : { fields: {} }, target);
  const csv = worklist && csvWriter(worklistColumns, { write: (text) => worklist.write(text) });
  const records = async function* (): AsyncGenerator<readonly StoreRecord[]> {
    // Without any difference there is no need to read the file again.
    if (different === 0) return;
    for await (const batch of allDifferences(comparison)) {
      await csv?.rows(batch.flatMap(({ difference, ean }) => worklistRows(difference, ean)));
      yield batch.flatMap(({ difference }) => (isFlat ? linesOf(difference) : [difference]));
    }
  };
  const shown = await writeList(writer, records());
  await csv?.rows([]);
  await worklist?.close();
  return shown;
}

interface RowDifference {
  readonly difference: Difference;
  /** The EAN of its row. */
  readonly ean?: string | undefined;
}

async function* allDifferences(comparison: Comparison): AsyncGenerator<readonly RowDifference[]> {
  for await (const batch of comparison.rows()) {
    yield batch.flatMap((compared) => {
      const difference = differenceOf(compared);
      return difference ? [{ difference, ean: compared.row.facts?.ean }] : [];
    });
  }
  for (const products of comparison.goneProducts())
    yield products.map((product) => ({ difference: goneProduct(product) }));
}

const viewOf = (format: Format): View => ({
  fields: lineFields,
  only: format === 'csv' ? csvColumns : undefined,
  idOf: ({ productId }) => (productId === null ? '' : String(productId)),
});

/** How a file and a store differ in one row or product, as `--output json` shows it. */
type Difference = {
  readonly kind: 'new' | 'differs' | 'duplicate' | 'near' | 'gone';
  readonly key: string | null;
  readonly keyField: 'sku' | 'ean' | null;
  readonly line: number | null;
  readonly name: string | null;
  /** Null for a new row, and where there are several. */
  readonly productId: string | null;
  readonly productIds?: readonly string[];
  /** The almost identical key in the store. */
  readonly nearKey?: string;
  readonly urlAbs?: string | null;
  readonly fields?: FieldDifferences;
};

/** Undefined for a row that is the same in the store. */
function differenceOf({ row: { key, line, facts }, result }: ComparedRow): Difference | undefined {
  if (result.kind === 'same') return undefined;
  const { kind } = result;
  const row = { kind, key: key.code, keyField: key.field, line, name: facts?.name ?? null, productId: null };
  switch (kind) {
    case 'new':
      return row;
    case 'differs':
      return { ...row, productId: result.productId, urlAbs: result.urlAbs, fields: result.fields };
    case 'duplicate':
      return { ...row, productIds: result.productIds };
    case 'near':
      return { ...row, productId: result.productId, urlAbs: result.urlAbs, nearKey: result.code };
  }
}

/** A product that no row of the file has. */
function goneProduct({ id, name, urlAbs, key }: GoneProduct): Difference {
  const product = { key: key?.code ?? null, keyField: key?.field ?? null, line: null, name };
  return { kind: 'gone', ...product, productId: id, urlAbs };
}

/** The signs of a table. */
const signs: Readonly<Record<Difference['kind'], string>> = {
  new: '+',
  differs: '~',
  duplicate: '2',
  near: '?',
  gone: '-',
};

/** One field that differs, or one row or product that is on one side alone: a line of a table and of CSV. */
const lineFields: Fields = {
  sign: text('').inTable(1),
  kind: text('Kind'),
  line: count('Line').inTable(7),
  key: code('Key').inTable(2),
  field: text('Field').inTable(3),
  store: text('In store').inTable(4).markedAgainst('file'),
  file: text('In file').inTable(5).markedAgainst('store'),
  productId: id('Product ID').inTable(6),
  urlAbs: text('URL'),
};

/** The columns of CSV: all but the sign. */
const csvColumns: readonly string[] = Object.keys(lineFields).filter((name) => name !== 'sign');

function linesOf(difference: Difference): readonly StoreRecord[] {
  const { kind, key, line, name, productId, urlAbs = null } = difference;
  const common = { sign: signs[kind], kind, line, key, field: null, store: null, file: null, productId, urlAbs };
  switch (kind) {
    case 'new':
      return [{ ...common, file: name }];
    case 'gone':
      return [{ ...common, store: name }];
    case 'near':
      return [{ ...common, field: difference.keyField, store: difference.nearKey, file: key }];
    case 'duplicate':
      return (difference.productIds ?? []).map((productId) => ({ ...common, productId }));
    case 'differs':
      return Object.entries(difference.fields ?? {}).map(([field, values]) => ({ ...common, field, ...values }));
  }
}

/** The columns of a worklist. */
const worklistColumns = ['todo', 'sku', 'ean', 'field', 'from', 'to', 'productId', 'urlAbs', 'line'] as const;

const todo: Readonly<Partial<Record<Difference['kind'], string>>> = {
  differs: 'change',
  duplicate: 'keep one of these',
  near: 'correct the key',
  gone: 'delete or take offline',
};

/** What a person has to do in the back office, as rows of a worklist. A new row is for the import. */
function worklistRows(difference: Difference, ean: string | undefined): readonly (readonly string[])[] {
  const what = todo[difference.kind];
  if (what === undefined) return [];
  const { key, keyField } = difference;
  const codes = { ean, [keyField ?? '']: key };
  return linesOf(difference).map((line) => {
    const cells = { ...line, ...codes, todo: what, from: line.store, to: line.file } as StoreRecord;
    return worklistColumns.map((column) => String(cells[column] ?? ''));
  });
}

/** Counts the rows by what the store has for them. */
export async function countResults(comparison: Comparison): Promise<ResultCounts> {
  const counts = { new: 0, same: 0, differs: 0, duplicate: 0, near: 0 };
  for await (const batch of comparison.rows()) for (const { result } of batch) counts[result.kind]++;
  return counts;
}

/** The counts of a comparison. */
export interface DiffSummary extends ResultCounts {
  /** All rows of the file but those that a preset excludes. */
  readonly rows: number;
  /** Products that no row has; null where the store was not listed. */
  readonly gone: number | null;
  readonly invalid: number;
}

interface Circumstances {
  readonly store: string;
  /** Whether the products are shown that only the store has. */
  readonly storeOnly: boolean;
}

/**
 * `10 rows compared with shop.example: 3 new, 2 different, 5 the same. 4 products are only in the store; list them with
 * --store-only.`
 */
export function describeDiff(summary: DiffSummary, { store, storeOnly }: Circumstances): string {
  const { rows, invalid, gone } = summary;
  const parts = countWords.flatMap(([name, word]) =>
    summary[name] === 0 ? [] : [`${formatCount(summary[name])} ${word}`],
  );
  const skipped = invalid === 0 ? '' : ` ${rowCount(invalid)} invalid and skipped.`;
  return `${rowCount(rows - invalid)} compared with ${store}: ${parts.join(', ')}.${skipped}${goneWords(gone ?? 0, storeOnly)}`;
}

const countWords = [
  ['new', 'new'],
  ['differs', 'different'],
  ['same', 'the same'],
  ['duplicate', 'more than once in the store'],
  ['near', 'in the store under an almost identical key'],
] as const;

function goneWords(gone: number, storeOnly: boolean): string {
  if (gone === 0) return '';
  const products = gone === 1 ? '1 product is' : `${formatCount(gone)} products are`;
  return ` ${products} only in the store${storeOnly ? '' : '; list them with --store-only'}.`;
}
