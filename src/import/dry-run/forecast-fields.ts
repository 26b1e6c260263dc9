import type { StoreNoun } from '../../resources/file-table.ts';
import {
  byName,
  code,
  count,
  type Fields,
  group,
  list,
  optional,
  orNull,
  text,
} from '../../resources/record-fields.ts';

/** A row that would be created, in a table. */
export const rowFields = ({ row }: Pick<StoreNoun, 'row'>): Fields => ({ line: count('Line').inTable(1), ...row });

const warningFields: Fields = {
  line: orNull(count('Line').inTable(1)),
  column: orNull(text('Column').inTable(2)),
  value: orNull(text('Value').inTable(3)),
  message: text('Message').inTable(4),
};

const faultFields: Fields = {
  line: count('Line').inTable(1),
  column: orNull(text('Column').inTable(2)),
  value: orNull(text('Value').inTable(3)),
  message: text('Message').inTable(4),
};

const differingFields: Fields = {
  line: count('Line'),
  key: code('Key'),
  productId: text('Product ID'),
  fields: byName('Fields', group('Values', { store: text('In store'), file: text('In file') })),
};

/** What a dry run and a plan say of a file of these. */
export const forecastFields = (noun: Pick<StoreNoun, 'row'>) => ({
  ...fileFields,
  sample: list('First rows to create', rowFields(noun)),
});

/** The same without the rows. */
export const fileFields = {
  file: text('File'),
  store: orNull(text('Store')),
  rows: count('Rows in file'),
  wouldCreate: count('To create'),
  exists: orNull(count('Existing')),
  differs: orNull(
    group('Differ in the store', {
      rows: count('Rows'),
      fields: byName('By field', count('Rows')),
      sample: list('First of them', differingFields),
    }),
  ),
  duplicate: orNull(count('Duplicates in the store')),
  uncertain: orNull(count('Uncertain')),
  notSent: orNull(count('Not sent')),
  invalid: count('Invalid'),
  leftOut: count('Excluded'),
  elsewhere: count('In other shards'),
  unplanned: optional(count('Not in plan')),
  faults: list('Invalid rows', faultFields),
  warnings: list('Warnings', warningFields),
};
