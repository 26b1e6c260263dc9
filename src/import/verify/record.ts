import { defineRecord } from '../../resources/record.ts';
import * as record from '../../resources/record-fields.ts';
import type { Finding } from './verify.ts';

/** What is wrong with a row. */
const findings = ['different', 'twice', 'missing', 'uncertain'] as const satisfies readonly Finding['outcome'][];

/** A row that a person has to look at, as CSV and NDJSON have it. */
export const findingRecord = defineRecord(
  ['key'],
  {
    line: record.count('Line').inTable(1),
    key: record.code('Key').inTable(2),
    outcome: record.word('Outcome', findings).inTable(3),
    productId: record.text('Product').inTable(4),
    message: record.text('Message').inTable(5),
    fields: record.group('Fields', {}),
  },
  { own: { nullable: ['productId', 'fields'] } },
);

/** An import that was verified, as a table and JSON have it. The counts but for `notCompared` add up to the rows. */
export const verification = defineRecord(
  ['run'],
  {
    run: record.id('Import'),
    store: record.text('Store'),
    file: record.text('File'),
    rows: record.count('Rows imported'),
    once: record.count('In the store once'),
    different: record.count('Different'),
    twice: record.count('Twice'),
    missing: record.count('Missing'),
    uncertain: record.count('Uncertain'),
    notSent: record.count('Not sent'),
    notCompared: record.count('Not compared'),
    problems: record.list('Problems', findingRecord.fields),
  },
  { own: { nullable: ['problems.productId', 'problems.fields'] } },
);
