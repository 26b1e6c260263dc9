import { comparedFields } from '../../import/compare/facts.ts';
import { integer, listOf, object, orNull, text } from './shapes.ts';

const kind = text(undefined, { enum: ['new', 'differs', 'duplicate', 'near', 'gone'] });
const productId = orNull(text('The product; null for a new row, and where there are several.'));
const urlAbs = orNull(text('Its page, as the store gives it.'));
const key = orNull(text('SKU, or else EAN; null for a product without both.'));
const line = orNull(
  integer('The line of the file on which the row begins; null for a product that is only in the store.'),
);

const values = object({ store: text(), file: text() });

/** A row or product that differs. */
const difference = object(
  {
    ...{ kind, key, line, productId, urlAbs },
    keyField: orNull(text(undefined, { enum: ['sku', 'ean'] })),
    name: orNull(text()),
    productIds: listOf(text(), 'All products with this key, of a duplicate.'),
    nearKey: text('The almost identical key in the store.'),
    fields: object(Object.fromEntries(comparedFields.map((name) => [name, values])), comparedFields),
  },
  ['productIds', 'nearKey', 'urlAbs', 'fields'],
);

/** A line of CSV: one field that differs, or one row or product. */
const csv = object({
  ...{ kind, key, line, productId, urlAbs },
  field: orNull(text()),
  store: orNull(text('The value in the store.')),
  file: orNull(text('The value in the file.')),
});

const summary = object({
  rows: integer('Rows in the file, without those that a preset excluded.'),
  new: integer(),
  differs: integer(),
  same: integer(),
  gone: orNull(integer('Products that only the store has; null where it was not listed.')),
  duplicate: integer('Rows that are in the store more than once.'),
  near: integer('Rows that are in the store under an almost identical key.'),
  invalid: integer('Invalid rows that were skipped.'),
});

export const diffReport = {
  ...object({ file: text(), store: text(), summary, differences: listOf({ $ref: '#/$defs/line' }) }),
  $defs: { line: difference, csv },
};
