import { comparedFields } from '../../import/march/facts.ts';
import type { DraftField, DraftFields } from '../../resources/draft-fields.ts';
import type { Kind } from '../../resources/kind.ts';
import { newProduct } from '../../resources/products.ts';
import type { Schema } from './record-schema.ts';
import { byName, integer, listOf, object, orNull, text } from './shapes.ts';

/** A row that needs attention. */
export const problem = object(
  {
    line: integer('The line of the file on which the row begins.'),
    key: orNull(text('Its SKU, or else its EAN.')),
    outcome: text('Its outcome.', {
      enum: ['invalid', 'rejected', 'uncertain', 'duplicate', 'unplanned', 'notSent'],
    }),
    field: orNull(text('The column or field at fault.')),
    value: orNull(text('What the column has, for a fault of the file.')),
    message: text(),
  },
  ['value'],
);

/** A product of the previous import that is not in the file. */
const goneProduct = object({ key: text('Its SKU, or else its EAN.'), productId: orNull(text()) });

export const counts = {
  rows: integer('Rows in the file.'),
  invalid: integer('Rows that are invalid.'),
  leftOut: integer('Rows that a preset excluded.'),
  elsewhere: integer('Rows in other shards.'),
  created: integer(),
  existing: integer('Rows that were in the store already.'),
  differing: integer('Existing rows that differ from the store.'),
  unchanged: integer('Existing rows that have not changed since an earlier import, and were not looked up.'),
  changed: integer('Existing rows that have changed since an earlier import.'),
  rejected: integer('Rows that the store refused.'),
  uncertain: integer('Rows that were sent, with an unknown outcome.'),
  duplicate: integer('Rows that are in the store more than once.'),
  unplanned: integer('Rows that the plan does not include.'),
  notSent: integer('Rows that were not reached, and those that may be products under another key.'),
  gone: orNull(
    integer('Products of the previous import of the feed that are not in the file; null where that is not known.'),
  ),
};

/** The report of an import. Its counts add up to `rows`; `differing`, `unchanged` and `changed` are existing rows, `gone` are not rows. */
export const importReport = object({
  run: orNull(integer('Number of the import on this machine; null if nothing was sent.')),
  store: orNull(text()),
  ...counts,
  goneProducts: listOf(goneProduct),
  problems: listOf(problem),
  stopped: orNull(text('Why it stopped early.')),
});

const fault = object({
  line: integer('The line of the file on which the row begins.'),
  column: orNull(text('The heading of the column; null for the whole row.')),
  value: orNull(text('What the column has.')),
  message: text(),
});

/** A row that would be created: its line, and the body of the request. */
const newRow = {
  type: 'object',
  properties: {
    line: integer('The line of the file on which the row begins.'),
    ...bodyProperties(newProduct.fields),
  },
  required: ['line'],
} as const;

const differing = object({
  line: integer(),
  key: text('Its SKU, or else its EAN.'),
  productId: text(),
  fields: byName(object({ store: text(), file: text() }), 'The values of each field that differs.'),
});

const differs = object({
  rows: integer('Rows that differ in some field.'),
  fields: byName(integer(), 'Rows that differ in each field.'),
  sample: listOf(differing),
});

const forecast = {
  file: text('As it was typed; - for stdin.'),
  store: orNull(text('Null where none is selected.')),
  rows: integer('Rows in the file.'),
  wouldCreate: integer('Rows that would be created; 0 if the file is refused.'),
  exists: orNull(integer('Rows whose key is in the store; null if no store was read.')),
  differs: orNull(differs),
  duplicate: orNull(integer('Rows whose key is in the store more than once.')),
  uncertain: orNull(integer('Rows whose key is almost identical to one in the store.')),
  notSent: orNull(integer('Rows that may be products of earlier imports under another key.')),
  invalid: integer(),
  leftOut: integer('Rows that a preset excludes.'),
  elsewhere: integer('Rows in other shards.'),
  unplanned: integer('Rows that could be created, but are not in the plan.'),
  faults: listOf(fault),
  warnings: listOf(fault),
  sample: listOf(newRow, 'The first rows that would be created.'),
};

/** A dry run, in one shape whether the file is valid or not. */
export const importDryRun = {
  ...object({ ...forecast, stopped: orNull(text('Why nothing would be sent, or why it ended early.')) }, ['unplanned']),
  $defs: { line: newRow },
};

/** A plan, as `imports show` prints it. */
export const importPlan = object(
  {
    plan: text('SHA-256 of the plan.'),
    state: text('ready, expired, or when it was applied.'),
    ...forecast,
    sha256: text('SHA-256 of the file.'),
    created: text(),
    person: text(),
    validUntil: text(),
    options: listOf(text(), 'Options that change what is sent, as they would be typed.'),
  },
  ['unplanned'],
);

/** The fields of a request body with the types that are sent, aliases included. */
function bodyProperties(fields: DraftFields): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      [name, ...(field.alias === undefined ? [] : [field.alias])].map((sent) => [sent, propertyOf(field)]),
    ),
  );
}

/** The type is that of a value that is sent. */
function propertyOf(field: DraftField): Schema {
  const value = field.kind.typed(sampleOf(field.kind));
  const type = typeof field.send(value);
  const isWhole = ['count', 'id', 'percent', 'choice', 'flag'].includes(field.kind.name);
  return { description: field.about, type: type === 'number' && isWhole ? 'integer' : type };
}

/** A valid value of any kind that a product has. */
function sampleOf({ name, suggestions }: Kind<unknown>): string {
  const choices = name === 'choice' ? suggestions?.() : undefined;
  return (Array.isArray(choices) && choices[0]?.[0]) || '1';
}

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
