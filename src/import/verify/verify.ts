import { defineRecord } from '../../resources/record.ts';
import * as record from '../../resources/record-fields.ts';
import { outcomeOfUnsendable } from '../deliver/outcome.ts';
import type { Journal } from '../journal/journal.ts';
import { type RowRecord, rowPages, rowsWhere } from '../journal/rows.ts';
import type { RunRecord } from '../journal/runs.ts';
import { type ClientOptions, compareByClient } from '../march/client-comparison.ts';
import type { Comparison } from '../march/march.ts';
import type { ResultCounts, RowResult } from '../march/results.ts';
import { StoreTest } from '../march/store-test.ts';
import { countToSend, maxShared } from '../rows/check.ts';
import { FileRows } from '../rows/file-rows.ts';
import { outcomeOfState, outcomeWord } from '../words/outcomes.ts';

/** What an import left in the store, as it is now. */
export interface Verification {
  readonly counts: ResultCounts;
  /** Rows that the import did not reach. */
  readonly notSent: number;
  /** The rows that a person has to look at, in file order. */
  readonly findings: AsyncIterable<readonly Finding[]>;
}

/**
 * Looks every row of a run up again, read only and in flat memory. The journal knows whether a row differs, not in what:
 * `products diff` does.
 * @throws CliError when the store cannot be read; `interrupted`
 */
export async function verifyRun<T>(
  journal: Journal,
  run: RunRecord,
  options: Omit<ClientOptions, 'language' | 'tested'>,
  use: (verification: Verification) => Promise<T>,
): Promise<T> {
  const rows = await FileRows.open();
  try {
    for (const row of sentRows(journal, run)) rows.add(row, row);
    rows.finish(maxShared);
    const tested = new StoreTest(options.context);
    const language = JSON.parse(run.options).language ?? undefined;
    const { comparison, counts } = await compareByClient(rows, { ...options, tested, language });
    return await use({
      counts,
      notSent: countToSend(run.rows, run) - rows.count,
      findings: findingsIn(comparison, journal, run.run),
    });
  } finally {
    rows.close();
  }
}

/** The rows of a run but for those that never left. */
function* sentRows(journal: Journal, { run }: RunRecord): Generator<RowRecord> {
  for (const page of rowPages(journal, run))
    yield* page.filter(
      ({ state, attempts }) => state !== 'erased' && (attempts > 0 || (state !== 'absent' && state !== 'held')),
    );
}

/** What is wrong with a row. `uncertain`: a product has almost the same key. */
const findings = ['different', 'twice', 'missing', 'uncertain'] as const;

/** A row that a person has to look at. */
export type Finding = {
  readonly line: number;
  readonly key: string;
  readonly outcome: (typeof findings)[number];
  readonly productId: string | null;
  readonly message: string;
};

/** The rows that a person has to look at, in file order. @param run the number of the import */
async function* findingsIn(comparison: Comparison, journal: Journal, run: number): AsyncGenerator<readonly Finding[]> {
  for await (const batch of comparison.rows()) {
    yield batch.flatMap(({ row, result }) => {
      const found =
        result.kind === 'new'
          ? missing(journal, run, row.record)
          : findingOf(result, wasSkipped(journal, run, row.record));
      return found ? [{ line: row.line, key: row.key.code, ...found }] : [];
    });
  }
}

type Found = Omit<Finding, 'line' | 'key'>;

/** Undefined for a row that is in the store once, as it was imported. */
function findingOf(result: Exclude<RowResult, { readonly kind: 'new' }>, wasSkipped: () => boolean): Found | undefined {
  switch (result.kind) {
    case 'differs':
      return {
        outcome: 'different',
        productId: result.recordId,
        message: wasSkipped()
          ? 'existed before the import, which skipped the row; differs from it'
          : 'differs from the row that was imported',
      };
    case 'duplicate':
    case 'near': {
      const { recordId = null, message } = outcomeOfUnsendable(result);
      return { outcome: result.kind === 'near' ? 'uncertain' : 'twice', productId: recordId, message };
    }
    default:
      return undefined;
  }
}

/** Whether the product existed before the import, which then changed nothing. */
const wasSkipped = (journal: Journal, run: number, record: number) => (): boolean =>
  rowsWhere(journal, 'run = ? AND record = ?', BigInt(run), BigInt(record)).some(({ state }) => state === 'existing');

/** `not in the store; outcome of the import: created, ID 12` */
function missing(journal: Journal, run: number, record: number): Found | undefined {
  return rowsWhere(journal, 'run = ? AND record = ?', BigInt(run), BigInt(record)).map(
    ({ state, recordId, message }) => {
      const why = message === undefined ? '' : ` (${message})`;
      const which = recordId === undefined ? '' : `, ID ${recordId}`;
      const outcome = outcomeWord(outcomeOfState(state));
      const text = `not in the store; outcome of the import: ${outcome}${why}${which}`;
      return { outcome: 'missing', productId: recordId ?? null, message: text } as const;
    },
  )[0];
}

/** A row that a person has to look at, as CSV and NDJSON have it. */
export const findingRecord = defineRecord(
  ['key'],
  {
    line: record.count('Line').inTable(1),
    key: record.code('Key').inTable(2),
    outcome: record.word('Outcome', findings).inTable(3),
    productId: record.orNull(record.text('Product').inTable(4)),
    message: record.text('Message').inTable(5),
  },
  { isOwn: true },
);

/** An import that was verified, as a table and JSON have it. The counts but for `notCompared` add up to the rows. */
export const verification = defineRecord(
  ['run'],
  {
    run: record.id('Import'),
    store: record.text('Store'),
    file: record.text('File'),
    rows: record.count('Rows'),
    once: record.count('Once, as imported'),
    different: record.count('Once, different'),
    twice: record.count('Twice'),
    missing: record.count('Missing'),
    uncertain: record.count('Uncertain'),
    notSent: record.count('Not sent'),
    notCompared: record.count('Not compared'),
    problems: record.list('Problems', findingRecord.fields),
  },
  { isOwn: true },
);
