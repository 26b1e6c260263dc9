import { listWriter, writeRecord } from '../../output/formats.ts';
import type { Target } from '../../output/view.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { ImportOptions } from '../options.ts';
import { rowOutcomes } from '../words/outcomes.ts';
import { reportFields } from './report.ts';
import { knownRows } from './rows-of-run.ts';

/** Prints the report: the counts as a table, everything in the other formats. */
export async function printReport({ settings, target }: ImportOptions, record: StoreRecord): Promise<void> {
  const shown = settings.output === 'table' ? countsOf(record) : record;
  await writeRecord(settings.output, { fields: reportFields, all: true }, shown, target);
}

/** Numbers that a table does not show. */
const notCounted = ['run', 'differing'];

/** The counts that a table shows: the usual ones, and those that are not 0. */
const countsOf = (record: StoreRecord): StoreRecord =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) =>
        typeof value === 'number' &&
        !notCounted.includes(name) &&
        (name === 'rows' || rowOutcomes[name]?.isAlwaysShown || value > 0),
    ),
  );

/** `--quiet`: the IDs of the records that the run created, one a line, in file order. */
export async function printCreated(ledger: Ledger, target: Target): Promise<void> {
  const writer = listWriter('ids', { fields: {}, idOf: ({ recordId }) => String(recordId ?? '') }, target);
  for (const row of knownRows(ledger)) if (row.state === 'created') await writer.add([{ ...row }]);
  await writer.end();
}
