import { exitCodes } from '../../errors.ts';
import { counts, problem } from './import-schemas.ts';
import type { Schema } from './record-schema.ts';
import { flag, integer, number, object, orNull, text } from './shapes.ts';

const every = {
  time: text('UTC, to the millisecond: 2026-01-31T12:00:00.000Z'),
  level: text(undefined, { enum: ['info', 'warn', 'error'] }),
  message: text('A sentence for a person.'),
};

const event = (name: string, fields: Readonly<Record<string, Schema>> = {}, optional?: readonly string[]): Schema =>
  object({ ...every, event: text(undefined, { const: name }), ...fields }, optional);

export const errorFields = {
  code: text('The kind of failure; new ones may be added.', { enum: Object.keys(exitCodes) }),
  message: text('One or more sentences for a person.'),
  status: orNull(integer('HTTP status, when a store answered.')),
  field: orNull(text('The option, column or field at fault.')),
  hint: orNull(text('The next step for a person.')),
  retryable: flag('Whether the same command may succeed later without a change.'),
};

const store = orNull(text());
const perSecond = orNull(number('Requests per second, at most; null for no limit.'));
const row = { ...problem.properties, message: text('What is wrong with the row.') };

const events: Readonly<Record<string, Schema>> = {
  message: event('message'),
  done: event('done'),
  error: event('error', { exitCode: integer(), error: object(errorFields) }),
  interrupted: event('interrupted', { error: object(errorFields) }, ['error']),
  stack: event('stack'),
  request: event('request', {
    method: text(),
    url: text('Without its query.'),
    status: orNull(integer()),
    failure: orNull(text('Why there was no answer.')),
    durationMs: integer('Milliseconds.'),
  }),
  progress: event(
    'progress',
    {
      done: integer(),
      total: orNull(integer()),
      rejected: orNull(integer()),
      perSecond: number('Rows or records per second, of the last 20 seconds.'),
      secondsLeft: orNull(number()),
      note: text('Why it waits.'),
    },
    ['note'],
  ),
  import_started: event('import_started', {
    run: integer('Number of the import on this machine.'),
    ...{ store, file: text('As it was typed; - for standard input.'), rows: integer(), toSend: integer() },
    continued: flag('Whether it continues an interrupted import.'),
    concurrency: integer('Requests at a time, at most.'),
    perSecond,
  }),
  rate_changed: event('rate_changed', { perSecond, before: perSecond, concurrency: integer() }),
  waiting: event('waiting', {
    reason: text(undefined, { enum: ['store', 'settle'] }),
    seconds: orNull(number('As long as the store asked for; null where that is not known.')),
    why: orNull(text()),
  }),
  row_failed: event('row_failed', row, ['value']),
  row_warning: event('row_warning', {
    line: integer(),
    field: orNull(text('The column.')),
    value: orNull(text()),
  }),
  import_stopped: event('import_stopped', { hint: orNull(text()) }),
  import_finished: event('import_finished', {
    outcome: text(undefined, { enum: ['complete', 'incomplete', 'stopped'] }),
    ...{ exitCode: integer(), seconds: number(), run: integer(), store },
    ...counts,
    stopped: orNull(text('Why it stopped early.')),
  }),
};

/** One line of `--log-format json`. */
export const logEvent = {
  description: 'One line. New events may be added: skip those that you do not know.',
  anyOf: Object.keys(events).map((name) => ({ $ref: `#/$defs/${name}` })),
  $defs: events,
};
