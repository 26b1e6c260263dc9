import { defineRecord } from '../../resources/record.ts';
import * as record from '../../resources/record-fields.ts';
import { outcomeOf } from '../deliver/next.ts';
import type { Journal } from '../journal/journal.ts';
import { rowsWhere } from '../journal/rows.ts';
import type { FieldDifferences } from '../march/facts.ts';
import type { Comparison } from '../march/march.ts';
import type { RowResult } from '../march/results.ts';
import { outcomeOfState, outcomeWord } from '../report/row-outcomes.ts';

/** What is wrong with a row. `uncertain`: a product has almost the same key. */
const findings = ['different', 'twice', 'missing', 'uncertain'] as const;

/** A row that a person has to look at. */
export type Finding = {
  readonly line: number;
  readonly key: string;
  readonly outcome: (typeof findings)[number];
  readonly productId: string | null;
  /** By field, where the values are known. */
  readonly fields: FieldDifferences | null;
  readonly message: string;
};

/** The rows that a person has to look at, in file order. @param run the number of the import */
export async function* findingsIn(
  comparison: Comparison,
  journal: Journal,
  run: number,
): AsyncGenerator<readonly Finding[]> {
  for await (const batch of comparison.rows()) {
    yield batch.flatMap(({ row, result }) => {
      const found = result.kind === 'new' ? missing(journal, run, row.record) : findingOf(result);
      return found ? [{ line: row.line, key: row.key.code, ...found }] : [];
    });
  }
}

type Found = Omit<Finding, 'line' | 'key'>;

/** Undefined for a row that is in the store once, as it was imported. */
function findingOf(result: Exclude<RowResult, { readonly kind: 'new' }>): Found | undefined {
  switch (result.kind) {
    case 'differs': {
      const isKnown = Object.keys(result.fields).length > 0;
      const message = isKnown ? differencesText(result.fields) : 'differs from the row that was imported';
      return { outcome: 'different', productId: result.productId, fields: isKnown ? result.fields : null, message };
    }
    case 'duplicate':
    case 'near': {
      const { product = null, message } = outcomeOf(result);
      return { outcome: result.kind === 'near' ? 'uncertain' : 'twice', productId: product, fields: null, message };
    }
    default:
      return undefined;
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

/** `not in the store; outcome of the import: created, product 12` */
function missing(journal: Journal, run: number, record: number): Found | undefined {
  return rowsWhere(journal, 'run = ? AND record = ?', BigInt(run), BigInt(record)).map(
    ({ state, product, message }) => {
      const why = message === undefined ? '' : ` (${message})`;
      const which = product === undefined ? '' : `, product ${product}`;
      const outcome = outcomeWord(outcomeOfState(state));
      const text = `not in the store; outcome of the import: ${outcome}${why}${which}`;
      return { outcome: 'missing', productId: product ?? null, fields: null, message: text } as const;
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
