import type { FileWriter } from '../../context.ts';
import { documentWriter, type FileFormat, type Format, isSheet, listWriter, traitsOf } from '../../output/formats.ts';
import { type ListSummary, type Target, targetOf, type View, writeList } from '../../output/view.ts';
import type { StoreNoun } from '../../resources/file-table.ts';
import {
  code,
  count,
  type Fields,
  group,
  id,
  list,
  optional,
  orNull,
  type StoreRecord,
  text,
  texts,
  word,
} from '../../resources/record-fields.ts';
import type { FieldDifferences } from '../march/facts.ts';
import type { StoreProduct } from '../march/listed-products.ts';
import type { Comparison } from '../march/march.ts';
import type { ComparedRow } from '../march/results.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { summaryFields } from './summary.ts';

interface Differences {
  readonly noun: StoreNoun;
  readonly comparison: Comparison;
  /** How many there are. */
  readonly different: number;
  /** What a JSON or YAML document says before them. */
  readonly head: StoreRecord;
  readonly worklist: Worklist | undefined;
  /** Gets each of them too. */
  readonly onDifference: (difference: Difference) => void;
}

/** The file of `--worklist`. */
export interface Worklist {
  readonly file: FileWriter;
  readonly format: FileFormat;
  /** Removes secrets from the text of a workbook. */
  readonly redact: (text: string) => string;
}

/** What was shown, and the number of rows of the worklist. */
type Written = ListSummary & { readonly listed: number };

/**
 * Writes what differs, in file order, then what only the store has; the same into a worklist, which it closes. JSON,
 * NDJSON and YAML have an object for each row, tables and CSV a line for each field.
 */
export async function writeDifferences(differences: Differences, format: Format, target: Target): Promise<Written> {
  const { noun, comparison, different, head, worklist, onDifference } = differences;
  const { isFlat } = traitsOf(format);
  const document = { head, list: 'differences', isEmpty: different === 0 };
  const writer = documentWriter(format, document, isFlat ? viewOf(format) : { fields: {} }, target);
  const list =
    worklist &&
    listWriter(
      worklist.format,
      { fields: {}, only: worklistColumns(noun) },
      { ...targetOf(worklist.file), file: worklist.file, redact: worklist.redact },
    );
  const shownLine = isSheet(format) ? (line: StoreRecord) => line : (line: StoreRecord) => inWords(line, noun);
  const records = async function* (): AsyncGenerator<readonly StoreRecord[]> {
    // Without any difference there is no need to read the file again.
    if (different === 0) return;
    for await (const batch of allDifferences(comparison)) {
      for (const { difference } of batch) onDifference(difference);
      await list?.add(batch.flatMap(worklistRows));
      yield batch.flatMap(({ difference }) => (isFlat ? linesOf(difference).map(shownLine) : [difference]));
    }
  };
  const shown = await writeList(writer, records());
  const listed = (await list?.end())?.shown ?? 0;
  await worklist?.file.close();
  return { ...shown, listed };
}

interface RowDifference {
  readonly difference: Difference;
  /** What its row states. */
  readonly states?: StoredRow['states'];
}

async function* allDifferences(comparison: Comparison): AsyncGenerator<readonly RowDifference[]> {
  for await (const batch of comparison.rows()) {
    yield batch.flatMap((compared) => {
      const difference = differenceOf(compared);
      return difference ? [{ difference, states: compared.row.states }] : [];
    });
  }
  for (const products of comparison.goneProducts())
    yield products.map((product) => ({ difference: goneProduct(product) }));
}

const viewOf = (format: Format): View => ({
  fields: tableFields,
  only: isSheet(format) ? Object.keys(csvFields) : undefined,
  idOf: ({ productId }) => (productId === null ? '' : String(productId)),
});

/** How a file and a store differ in one row or product, as `--output json` shows it. */
export type Difference = {
  readonly kind: 'new' | 'differs' | 'duplicate' | 'near' | 'gone';
  readonly key: string | null;
  readonly keyField: string | null;
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
function differenceOf({ row: stored, result }: ComparedRow): Difference | undefined {
  // None is refused: then the list decides.
  if (result.kind === 'same' || result.kind === 'refused') return undefined;
  const { key, line } = stored;
  const name = stored.states?.name ?? null;
  const row = { kind: result.kind, key: key.code, keyField: key.field, line, name, productId: null };
  switch (result.kind) {
    case 'new':
      return row;
    case 'differs':
      return { ...row, productId: result.recordId, urlAbs: result.urlAbs, fields: result.fields };
    case 'duplicate':
      return { ...row, productIds: result.recordIds };
    case 'near':
      return { ...row, productId: result.recordId, urlAbs: result.urlAbs, nearKey: result.code };
  }
}

/** A product that no row of the file has. */
function goneProduct({ id: productId, name, urlAbs, key }: StoreProduct): Difference {
  return { kind: 'gone', key: key?.code ?? null, keyField: key?.field ?? null, line: null, name, productId, urlAbs };
}

/** The signs of a table. */
const signs: Readonly<Record<Difference['kind'], string>> = {
  new: '+',
  differs: '~',
  duplicate: '2',
  near: '?',
  gone: '-',
};

/** One field that differs, or one row or product that is on one side alone: a line of CSV. */
export const csvFields = {
  kind: word('Kind', Object.keys(signs)),
  line: orNull(count('Line').inTable(7)),
  key: orNull(code('Key').inTable(2)),
  field: orNull(text('Field').inTable(3)),
  store: orNull(text('In store').inTable(4)),
  file: orNull(text('In file').inTable(5)),
  productId: orNull(text('Product ID')),
  urlAbs: orNull(text('URL')),
};

/** The same as a line of a table. */
const tableFields: Fields = {
  sign: text('').inTable(1),
  ...csvFields,
  productId: id('Product ID').inTable(6),
};

const { kind, key, line, urlAbs } = csvFields;
const values = { store: text('In store'), file: text('In file') };

/** The fields of a `Difference`. */
export const differenceFields = (noun: StoreNoun): Fields => ({
  kind,
  key,
  keyField: orNull(word('Key field', noun.key)),
  line,
  name: orNull(text('Name')),
  productId: orNull(text('Product ID')),
  productIds: optional(texts('Product IDs')),
  nearKey: optional(code('Key in store')),
  urlAbs: optional(urlAbs),
  fields: optional(
    group('Fields', Object.fromEntries(noun.compared.map((name) => [name, optional(group('Values', values))]))),
  ),
});

/** What JSON has of a comparison. */
export const diffFields = (noun: StoreNoun): Fields => ({
  file: text('File'),
  store: text('Store'),
  summary: group('Summary', summaryFields),
  differences: list('Differences', differenceFields(noun)),
});

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

/** A line as a person reads it: `online`, not 1. */
function inWords(line: StoreRecord, { draft }: StoreNoun): StoreRecord {
  const kind = draft.fields[String(line.field)]?.kind;
  return kind?.name === 'choice' ? { ...line, store: kind.show(line.store), file: kind.show(line.file) } : line;
}

/** The columns of a worklist. */
function worklistColumns({ key }: StoreNoun): readonly string[] {
  return ['todo', ...key, 'field', 'from', 'to', 'productId', 'urlAbs', 'line'];
}

const todo: Readonly<Partial<Record<Difference['kind'], string>>> = {
  differs: 'change',
  duplicate: 'keep one of these',
  near: 'correct the key',
  gone: 'delete or take offline',
};

/** What a person has to do in the back office, as rows of a worklist. A new row is for the import. */
function worklistRows({ difference, states }: RowDifference): readonly StoreRecord[] {
  const what = todo[difference.kind];
  if (what === undefined) return [];
  const { key, keyField } = difference;
  return linesOf(difference).map((line) => ({
    ...states,
    ...line,
    [keyField ?? '']: key,
    todo: what,
    from: line.store,
    to: line.file,
  }));
}
