import { integer, listOf, object, orNull, text } from './shapes.ts';

/** A row that needs a person. */
const problem = object(
  {
    line: integer('The line of the file on which the row begins.'),
    key: orNull(text('Its SKU, or else its EAN.')),
    outcome: text('What became of it.', {
      enum: ['faulty', 'rejected', 'uncertain', 'duplicate', 'unplanned', 'open'],
    }),
    field: orNull(text('The column or field at fault.')),
    value: orNull(text('What the column has, for a fault of the file.')),
    message: text(),
  },
  ['value'],
);

const counts = {
  rows: integer('Rows in the file.'),
  faulty: integer('Rows that are invalid.'),
  leftOut: integer('Rows that a preset excluded.'),
  elsewhere: integer('Rows in other shards.'),
  created: integer(),
  existing: integer('Rows that were in the store already.'),
  differing: integer('Existing rows that differ from the store.'),
  rejected: integer('Rows that the store refused.'),
  uncertain: integer('Rows that were sent, with an unknown outcome.'),
  duplicate: integer('Rows that are in the store more than once.'),
  unplanned: integer('Rows that the plan does not include.'),
  open: integer('Rows whose outcome may still become known.'),
  notSent: integer('Rows that were not reached.'),
};

/** The report of an import. Its counts add up to `rows`, `differing` aside. */
export const importReport = object({
  run: orNull(integer('Number of the import on this machine; null if nothing was sent.')),
  store: orNull(text()),
  ...counts,
  problems: listOf(problem),
  stopped: orNull(text('Why it stopped early.')),
});
