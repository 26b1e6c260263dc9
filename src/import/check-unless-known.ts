import { checkRows, type OpenedFile } from './check-file.ts';
import { type Identity, runToContinue } from './journal/begin-run.ts';
import { previousRun } from './journal/feeds.ts';
import { openJournal } from './journal/journal.ts';
import type { RunRecord } from './journal/runs.ts';
import { fingerprintOf } from './march/fingerprint.ts';
import { type ImportOptions, recallsPrevious } from './options.ts';
import { printReport } from './report/outputs.ts';
import { invalidRecord } from './report/report.ts';
import type { CheckedFile, CheckedRows, StateRow } from './rows/check.ts';
import { FileRows } from './rows/file-rows.ts';

interface CheckedTable {
  readonly checked: CheckedRows;
  readonly table: FileRows | undefined;
}

/**
 * Checks the file, unless an earlier part of the same run did and found no invalid row. Of a feed that was imported
 * before it notes meanwhile what its rows state: nothing else takes as long as reading it.
 */
export async function checkUnlessKnown(
  options: ImportOptions,
  opened: OpenedFile,
  path: string,
  identity: Identity,
): Promise<CheckedTable> {
  const { known, isRecalled } = await knownRuns(options, path, identity);
  if (known) return { checked: rowsOf(known, await FileRows.open()), table: undefined };
  const note: StateRow = ({ values }) => ({ fingerprint: fingerprintOf(values, options.settings.language) });
  const reportRefused = async (refused: CheckedFile, why: string) => {
    const record = invalidRecord(refused, options.store.storeValue(), why);
    if (options.settings.output !== 'table') await printReport(options, record);
    return record;
  };
  const checked = await checkRows(options, opened, reportRefused, isRecalled ? note : undefined);
  return { checked, table: isRecalled ? checked.keys : undefined };
}

/** What the journal has before it is locked: the run to continue, and whether an earlier import is recalled. */
async function knownRuns(
  options: ImportOptions,
  path: string,
  identity: Identity,
): Promise<{ readonly known?: RunRecord | undefined; readonly isRecalled: boolean }> {
  if (!(await options.context.files.exists(path))) return { isRecalled: false };
  const journal = await openJournal(path, { lock: 'unlocked' }, options.context);
  try {
    const run = runToContinue(options, journal, identity);
    const hasOtherCount = options.expectRows !== undefined && options.expectRows !== run?.rows;
    const known = run && run.invalid === 0 && !hasOtherCount ? run : undefined;
    return { known, isRecalled: recallsPrevious(options) && previousRun(journal, identity) !== undefined };
  } finally {
    await journal.close();
  }
}

/** For a continued run only the counts are known, so any key may be in its file. */
const rowsOf = ({ rows, invalid, excluded, otherShards }: RunRecord, keys: FileRows): CheckedRows => ({
  rows,
  unsendable: { invalid, excluded, otherShards },
  keys,
  rejections: new Map(),
  faults: undefined,
});
