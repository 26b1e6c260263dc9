import { differingRows } from '../journal/feeds.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ledger } from '../journal/ledger.ts';
import { isNotKept, problemStates, type RowRecord, rowsOf, rowsWithProblems } from '../journal/rows.ts';
import { titleIn } from '../map/rows/catalogue-row.ts';
import type { CheckedFile } from '../rows/check.ts';
import { maxListed, type Problem, rowProblem } from '../words/problems.ts';
import { type DifferingRow, maxDiffering } from './report.ts';

/** A row of the journal as the run knows it: a full disk must not make an answered row look uncertain. */
function asKnown({ unwritten }: Ledger, row: RowRecord): RowRecord {
  const { state, recordId, field, message, evidence } = unwritten.get(row.record) ?? row;
  return { ...row, state, recordId, field, message, evidence };
}

/** The rows of a run in file order. */
export function* knownRows(ledger: Ledger): Generator<RowRecord> {
  for (const row of rowsOf(ledger.journal, ledger.run.id)) yield asKnown(ledger, row);
}

/** The first rows that need attention. */
export const problemRows = (ledger: Ledger): readonly Problem[] =>
  rowsWithProblems(ledger.journal, ledger.run.id, maxListed)
    .map((row) => asKnown(ledger, row))
    .filter((row) => isNotKept(row) || problemStates.some((problem) => problem === row.state))
    .map(rowProblem);

/** The first rows that exist with other values than the file has, those first that changed since the previous import. */
export const differingRowsOf = (journal: Journal, run: number): readonly DifferingRow[] =>
  differingRows(journal, run, maxDiffering).map(({ line, key, recordId = null, message = '' }) => ({
    line,
    key: key.code,
    productId: recordId,
    message,
  }));

/** What the rows that need attention are called in the file, by line: of as many as a report lists. */
export async function titlesOf(checked: CheckedFile, ledger: Ledger | undefined): Promise<ReadonlyMap<number, string>> {
  const titles = new Map<number, string>();
  const { catalogue } = checked;
  const wanted = recordsWithProblems(checked, ledger);
  if (catalogue.noun.title === undefined || wanted.size === 0) return titles;
  for await (const batch of catalogue.rows((record) => wanted.has(record))) {
    for (const { line, stated, title } of batch)
      titles.set(line, (stated ? titleIn(catalogue.noun, stated) : title) ?? '');
  }
  return titles;
}

/** The first ones. */
function recordsWithProblems({ invalid }: CheckedFile, ledger: Ledger | undefined): ReadonlySet<number> {
  const rows = ledger ? rowsWithProblems(ledger.journal, ledger.run.id, maxListed) : [];
  const records = new Set(rows.map(({ record }) => record));
  for (const record of invalid.keys()) if (records.size < 2 * maxListed) records.add(record);
  return records;
}
