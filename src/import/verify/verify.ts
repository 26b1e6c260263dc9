import { defineRecord } from '../../resources/record.ts';
import * as record from '../../resources/record-fields.ts';
import { outcomeOf } from '../deliver/next.ts';
import type { RecordedRow } from '../journal/rows.ts';
import type { RowState } from '../journal/schema.ts';
import type { FieldDifferences } from '../march/facts.ts';
import type { Comparison } from '../march/march.ts';
import type { RowResult } from '../march/results.ts';
import type { StoredRow } from '../rows/file-rows.ts';

/** Where a row of an earlier import is now. `uncertain`: a product has almost the same key. */
type Verdict = 'once' | 'different' | 'twice' | 'missing' | 'uncertain';

/** A row that a person has to look at. */
export interface Finding {
  readonly line: number;
  readonly key: string;
  readonly outcome: Exclude<Verdict, 'once'>;
  readonly productId: string | null;
  /** By field, where the values are known. */
  readonly fields: FieldDifferences | null;
  readonly message: string;
}

/** Rows by result. `notCompared`: in the store once, but the store or the journal lacks some of the row's values. */
export type VerdictCounts = Record<Verdict | 'notCompared', number>;

/**
 * Counts every row, and hands over those that a person has to look at, in file order.
 * @param recorded the rows of the run, in file order as well
 */
export async function judge(
  comparison: Comparison,
  recorded: Iterable<readonly RecordedRow[]>,
  onFindings: (findings: readonly Finding[]) => Promise<void>,
): Promise<VerdictCounts> {
  const counts: VerdictCounts = { once: 0, different: 0, twice: 0, missing: 0, uncertain: 0, notCompared: 0 };
  const known = each(recorded);
  for await (const batch of comparison.rows()) {
    const findings: Finding[] = [];
    for (const { row, result } of batch) {
      const verdict = verdicts[result.kind];
      counts[verdict]++;
      const run = known.next().value as RecordedRow;
      if (verdict !== 'once') findings.push(findingOf(run, verdict, result));
      else if (isUnclear(row, result)) counts.notCompared++;
    }
    await onFindings(findings);
  }
  return counts;
}

const verdicts = {
  new: 'missing',
  same: 'once',
  differs: 'different',
  duplicate: 'twice',
  near: 'uncertain',
  refused: 'uncertain',
} as const satisfies Record<RowResult['kind'], Verdict>;

function* each(pages: Iterable<readonly RecordedRow[]>): Generator<RecordedRow> {
  for (const page of pages) yield* page;
}

const isUnclear = (row: StoredRow, result: RowResult): boolean =>
  (result.kind === 'same' && result.isUnclear === true) || (row.states === undefined && !row.fingerprint);

function findingOf(recorded: RecordedRow, outcome: Finding['outcome'], result: RowResult): Finding {
  const { line, key } = recorded;
  const finding = { line, key: key.code, outcome, productId: null, fields: null };
  switch (result.kind) {
    case 'differs': {
      const isKnown = Object.keys(result.fields).length > 0;
      const message = isKnown ? differencesText(result.fields) : 'differs from the row that was imported';
      return { ...finding, productId: result.productId, fields: isKnown ? result.fields : null, message };
    }
    case 'duplicate':
      return { ...finding, productId: result.productIds.join(' '), message: outcomeOf(result).message };
    case 'near':
      return { ...finding, productId: result.productId, message: outcomeOf(result).message };
    default:
      return { ...finding, productId: recorded.product, message: missingMessage(recorded) };
  }
}

/** `price is "11.00" in the store, "12.50" in the file; name …` */
const differencesText = (fields: FieldDifferences): string =>
  Object.entries(fields)
    .map(
      ([field, { store, file }]) =>
        `${field} is ${JSON.stringify(store)} in the store, ${JSON.stringify(file)} in the file`,
    )
    .join('; ');

function missingMessage({ state, product, message }: RecordedRow): string {
  const was = message === null ? wasText[state] : `${wasText[state]} (${message})`;
  return `not in the store${was === '' ? '' : `: ${was}`}${product === null ? '' : `, product ${product}`}`;
}

/** What the import knew of a row that is missing now. */
const wasText: Readonly<Record<RowState, string>> = {
  created: 'the import created it',
  existing: 'the import found it',
  rejected: 'the import could not create it',
  uncertain: 'it was uncertain',
  blocked: 'it was uncertain',
  duplicate: 'the import found it twice',
  open: 'its outcome was not known',
  absent: 'it was not sent',
  unplanned: 'the plan did not include it',
  held: 'it was not sent',
};

/** What is wrong with a row. */
const findings = ['different', 'twice', 'missing', 'uncertain'] as const satisfies readonly Finding['outcome'][];

/** A row that a person has to look at, as CSV and NDJSON have it. */
export const findingRecord = defineRecord(
  ['key'],
  {
    line: record.count('Line').inTable(1),
    key: record.code('Key').inTable(2),
    outcome: record.word('Outcome', findings).inTable(3),
    productId: record.orNull(record.text('Product').inTable(4)),
    message: record.text('Message').inTable(5),
    fields: record.orNull(record.group('Fields', {})),
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
    rows: record.count('Rows imported'),
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
