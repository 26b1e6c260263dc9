import { type CheckedFile, type CheckedRows, type UseRow, validRows } from './check/check.ts';
import type { RowTable } from './check/row-table.ts';
import { countInOtherShards, isInShard } from './check/shard.ts';
import { fingerprintOf } from './compare/fingerprint.ts';
import { type Identity, runToContinue } from './journal/begin-run.ts';
import { openJournal } from './journal/journal.ts';
import type { RunRecord } from './journal/runs.ts';
import type { ImportOptions } from './options.ts';
import type { Catalogue } from './read/catalogue.ts';
import { usesMemory } from './send/recall.ts';

/** A file that was opened, and is checked on demand. */
export interface OpenedFile {
  readonly catalogue: Catalogue;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Checks every row, and hands over those that can be sent. @throws CliError `usage` when rows are invalid */
  readonly check: (use?: UseRow) => Promise<CheckedFile>;
}

interface CheckedTable {
  readonly checked: CheckedRows;
  readonly table: RowTable | undefined;
}

/**
 * Checks the file, unless an earlier part of the same run did and found no invalid row. Of a feed that was imported
 * before it notes meanwhile what its rows state: nothing else takes as long as reading it.
 */
export async function checkUnlessKnown(
  options: ImportOptions,
  { catalogue, check }: OpenedFile,
  path: string,
  identity: Identity,
): Promise<CheckedTable> {
  const { known, isRecalled } = await knownRuns(options, path, identity);
  if (known) return { checked: rowsOf(known), table: undefined };
  const { shard, settings } = options;
  let others = 0;
  const note: UseRow = (row, table) => {
    if (shard && !isInShard(shard, row.key)) others++;
    else if (isRecalled) table.state(row, fingerprintOf(row.values, settings.language));
  };
  const checked = await check(shard || isRecalled ? note : undefined);
  // A row may be invalid because of a later one.
  const otherShards =
    shard && checked.unsendable.invalid > 0 ? await countInOtherShards(validRows(catalogue, checked), shard) : others;
  return {
    checked: { ...checked, unsendable: { ...checked.unsendable, otherShards } },
    table: isRecalled ? checked.keys : undefined,
  };
}

/** What the journal has, before it is locked: the run that is continued, and whether an earlier import is recalled. */
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
    return { known, isRecalled: usesMemory(options) && journal.previousRun(identity) !== undefined };
  } finally {
    await journal.close();
  }
}

/** For a continued run only the counts are known, so any key may be in its file. */
const rowsOf = ({ rows, invalid, excluded, otherShards }: RunRecord): CheckedRows => ({
  rows,
  unsendable: { invalid, excluded, otherShards },
  keys: { has: () => true, isShared: () => false },
  rejections: new Map(),
  faults: undefined,
});
