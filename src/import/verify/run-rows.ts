import { RowTable } from '../check/row-table.ts';
import type { RowsToCompare } from '../compare/comparison.ts';
import type { RowToCompare } from '../compare/row-to-compare.ts';
import type { Journal } from '../journal/journal.ts';
import type { StatedRow } from '../journal/rows.ts';
import type { Catalogue, CatalogueRow } from '../read/catalogue.ts';
import { untilInterrupted } from '../read/copy.ts';

/** A row of a run, to compare, and what the journal knows of it. */
export type RunRow = RowToCompare & { readonly recorded: StatedRow };

/** The rows that a run knows, in file order, with their values where its file is given. */
export function rowsOfRun(
  journal: Journal,
  run: number,
  { original, interrupted }: { readonly original: Catalogue | undefined; readonly interrupted: AbortSignal },
): RowsToCompare<RunRow> {
  const count = Object.values(journal.counts(run)).reduce((sum, rows) => sum + rows, 0);
  const rows = original ? () => joined(journal, run, original.rows()) : () => alone(journal, run);
  return { rows: () => untilInterrupted(rows(), interrupted), count, table: tableOf(journal, run) };
}

async function* alone(journal: Journal, run: number): AsyncGenerator<readonly RunRow[]> {
  for (const page of journal.statedRows(run)) yield page.map((recorded) => runRow(recorded, undefined));
}

/** Both are in the order of their records, and the file has every row that the journal has. */
async function* joined(
  journal: Journal,
  run: number,
  file: AsyncIterable<readonly CatalogueRow[]>,
): AsyncGenerator<readonly RunRow[]> {
  const known = each(journal.statedRows(run));
  let next = known.next();
  for await (const batch of file) {
    const values = new Map(batch.map((row) => [row.record, row.values]));
    const last = batch.at(-1)?.record ?? 0;
    const rows: RunRow[] = [];
    for (; !next.done && next.value.record <= last; next = known.next())
      rows.push(runRow(next.value, values.get(next.value.record)));
    yield rows;
  }
}

function* each(pages: Iterable<readonly StatedRow[]>): Generator<StatedRow, void> {
  for (const page of pages) yield* page;
}

function runRow(recorded: StatedRow, values: CatalogueRow['values']): RunRow {
  const { record, line, field, code, fingerprint } = recorded;
  const row = { record, line, key: { field, code }, recorded };
  return values ? { ...row, values } : { ...row, fingerprint };
}

function tableOf(journal: Journal, run: number): RowTable {
  const table = new RowTable();
  for (const { record, field, code } of each(journal.statedRows(run))) table.add(record, { field, code });
  return table;
}
