import { exitCodes } from '../../errors.ts';
import { fileFields } from '../../import/dry-run/forecast-fields.ts';
import { reportFields } from '../../import/report/report.ts';
import { problemFields } from '../../import/words/problems.ts';
import {
  count,
  decimal,
  type Fields,
  flag,
  group,
  id,
  optional,
  orNull,
  text,
  word,
} from '../../resources/record-fields.ts';
import { ownSchema, type Schema } from './record-schema.ts';

export const error = group('Error', {
  code: word('The kind of failure; new ones may be added', Object.keys(exitCodes)),
  message: text('One or more sentences for a person'),
  status: orNull(count('HTTP status, when a store answered')),
  field: orNull(text('The option, column or field at fault')),
  hint: orNull(text('The next step for a person')),
  retryable: flag('Whether the same command may succeed later without a change'),
});

const store = orNull(text('Store'));
const perSecond = orNull(decimal('Requests per second, at most; null for no limit'));
const { goneProducts, differingRows, problems, warnings, ...counts } = reportFields;
const { line, field } = problemFields;

/** What an event has but for its time, level, name and message. */
const events: Readonly<Record<string, Fields>> = {
  message: {},
  done: {},
  error: { exitCode: count('Exit code'), error },
  interrupted: { error: optional(error) },
  stack: {},
  request: {
    method: text('Method'),
    url: text('Without its query'),
    status: orNull(count('HTTP status')),
    failure: orNull(text('Why there was no answer')),
    durationMs: count('Milliseconds'),
  },
  progress: {
    unit: optional(text('What is counted')),
    done: count('Done'),
    total: orNull(count('In total')),
    rejected: orNull(count('Rejected')),
    perSecond: decimal('Rows or records per second, of the last 20 seconds'),
    secondsLeft: orNull(decimal('Seconds left')),
    note: optional(text('Why it waits')),
  },
  import_started: {
    run: id('Import'),
    store,
    file: fileFields.file,
    rows: fileFields.rows,
    toSend: count('Rows to send'),
    continued: flag('Whether it continues an interrupted import'),
    concurrency: count('Requests at a time, at most'),
    perSecond,
  },
  row_failed: problemFields,
  row_warning: { line, field, value: orNull(text('Value')) },
  import_stopped: { hint: error.group.hint },
  import_finished: {
    outcome: word('Outcome', ['complete', 'incomplete', 'stopped']),
    exitCode: count('Exit code'),
    seconds: decimal('Seconds'),
    ...counts,
    run: id('Import'),
  },
};

function eventSchema([name, fields]: [string, Fields]): [string, Schema] {
  const every = {
    time: text('UTC, to the millisecond: 2026-01-31T12:00:00.000Z'),
    level: word('Level', ['info', 'warn', 'error']),
    message: text('A sentence for a person'),
    event: word('Event', [name]),
  };
  return [name, ownSchema({ ...every, ...fields })];
}

/** One line of `--log-format json`. */
export const logEvent = {
  description: 'One line. New events may be added: skip those that you do not know.',
  anyOf: Object.keys(events).map((name) => ({ $ref: `#/$defs/${name}` })),
  $defs: Object.fromEntries(Object.entries(events).map(eventSchema)),
};
