import type { Session } from '../../cli/session.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { miscounted } from '../../import/rows/miscounted.ts';
import type { FileTable, Values } from '../../resources/file-table.ts';
import { idNameOf } from '../../resources/file-table.ts';
import { resultsTable } from '../../resources/import-results.ts';
import { isNameOf, type SelectedStore, storeName } from '../../settings/store.ts';
import { formatCount } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';
import { faultIn, type ReadTable, readTable } from './table-file.ts';

/** A row of which an import says that it created its record. */
export interface ImportedRow {
  readonly line: number;
  readonly id: string;
  /** The customer of an address. */
  readonly customerId: string | undefined;
  /** What identifies the record, as the import wrote it. */
  readonly key: string;
}

/** What results of an import say. */
interface ResultsOfImport {
  readonly created: readonly ImportedRow[];
  /** How many rows have each other outcome. */
  readonly others: ReadonlyMap<string, number>;
}

/** Files that people keep: a larger one is split. */
const maxRows = 1_000_000;

/**
 * The rows of a file that `--results` of an import wrote, which may have been edited since. All are read and checked first.
 * @throws CliError `usage` for other files, and for records that were created in another store
 */
export async function readResults(
  session: Session,
  { path, stdin }: { readonly path: string; readonly stdin: Context['stdin'] },
  noun: Pick<FileTable, 'names'> & { readonly owner?: { readonly id: string } | undefined },
): Promise<ResultsOfImport> {
  const wanted = { noun, command: `shop-cli ${noun.names[1]} import --results` };
  const read = await readTable(session, {
    path,
    stdin,
    noun: resultsTable(noun),
    maxRows,
    tooLong: () => refusal(path, `has more than ${formatCount(maxRows)} rows.`, 'Split it.'),
    hint: `The file is what '${wanted.command}' writes.`,
  });
  refuseColumns(path, read, noun);
  const faults = read.rows.flatMap((row) => row.faults.map((fault) => faultIn(path, fault)));
  if (faults.length > 0) {
    const lines = faults.slice(0, maxListed).map(({ field, value, message }) => `${field} "${value}" ${message}.`);
    throw refusal(path, ['has rows that cannot be read:', ...lines].join('\n'), 'Correct them, or remove these rows.');
  }
  const rows = read.rows.flatMap(({ line, values }) => (values ? [{ line, values }] : []));
  const excluded = read.rows.filter((row) => row.excluded !== undefined).length;
  if (rows.length + excluded < read.rows.length) throw miscounted(`Rows of ${path} were lost. Nothing was deleted.`);
  return resultsIn(session, { path, rows, noun });
}

/** Faults that an error lists. */
const maxListed = 20;

interface ReadRows {
  readonly path: string;
  readonly rows: readonly { readonly line: number; readonly values: Values }[];
  readonly noun: Parameters<typeof readResults>[2];
}

function resultsIn({ settings }: Session, { path, rows, noun }: ReadRows): ResultsOfImport {
  const others = new Map<string, number>();
  const created: ImportedRow[] = [];
  const store = settings.store();
  for (const row of rows) {
    const outcome = String(row.values.outcome);
    if (outcome === 'created') created.push(importedRow(row, { path, noun, store }));
    else others.set(outcome, (others.get(outcome) ?? 0) + 1);
  }
  return { created, others };
}

function importedRow(
  { line, values }: ReadRows['rows'][number],
  { path, noun, store }: Pick<ReadRows, 'path' | 'noun'> & { readonly store: SelectedStore },
): ImportedRow {
  const needed = [idNameOf(noun), 'key', ...(noun.owner ? [noun.owner.id] : []), 'store'];
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw refusal(path, `has no ${missing.join(', ')} in line ${line}.`, restore);
  const of = String(values.store);
  if (!isNameOf(of, store))
    throw refusal(
      path,
      `is from another store: line ${line} was created in ${cut(of, maxName)}, not in ${storeName(store)}.`,
      'To delete what was created there, select that store with --store or --profile.',
    );
  const customerId = noun.owner && String(values[noun.owner.id]);
  return { line, id: String(values[idNameOf(noun)]), customerId, key: String(values.key) };
}

const maxName = 80;

const restore = 'Restore the cell from the file that the import wrote, or remove the row.';

/** @throws CliError `usage` for a file that has other columns than results of this noun */
function refuseColumns(path: string, { description }: ReadTable, noun: ReadRows['noun']): void {
  const has = (name: string): boolean => description.columns.some(({ field }) => field === name);
  const id = idNameOf(noun);
  if (has('outcome') && !has('key') && !has('store'))
    throw refusal(path, 'has the outcomes of an update, which created nothing.', lists);
  const other = ['productId', 'addressId'].find((name) => name !== id && has(name));
  if (other !== undefined)
    throw refusal(
      path,
      `has a column ${other}, so it is not from an import of ${noun.names[1]}.`,
      `Pass the results of an import of ${noun.names[1]}.`,
    );
  const missing = ['key', 'outcome', ...(noun.owner ? [noun.owner.id] : []), id, 'store'].filter((name) => !has(name));
  if (missing.length > 0)
    throw refusal(path, `has no column ${missing.join(', ')}, which the results of an import have.`, lists);
}

const lists = 'To delete others, pass a list of their IDs.';

const refusal = (path: string, what: string, hint: string): CliError =>
  new CliError('usage', `${path === '-' ? 'Standard input' : path} ${what} Nothing was deleted.`, {
    field: '--from',
    hint,
  });
