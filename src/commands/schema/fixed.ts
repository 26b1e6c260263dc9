import { exitCodes } from '../../errors.ts';
import { catalogue } from './catalogue.ts';
import { counts, diffReport, importDryRun, importPlan, importReport, problem } from './import-schemas.ts';
import type { Schema } from './record-schema.ts';
import { byName, flag, integer, listOf, number, object, orNull, text } from './shapes.ts';

const every = {
  time: text('UTC, to the millisecond: 2026-01-31T12:00:00.000Z'),
  level: text(undefined, { enum: ['info', 'warn', 'error'] }),
  message: text('A sentence for a person.'),
};

const event = (name: string, fields: Readonly<Record<string, Schema>> = {}, optional?: readonly string[]): Schema =>
  object({ ...every, event: text(undefined, { const: name }), ...fields }, optional);

const errorFields = {
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
    ...{ store, file: text('As it was typed; - for stdin.'), rows: integer(), toSend: integer() },
    continued: flag('Whether it continues an interrupted import.'),
    concurrency: integer('Requests at a time, at most.'),
    perSecond,
  }),
  rate_changed: event('rate_changed', { perSecond, before: perSecond, concurrency: integer() }),
  waiting: event('waiting', {
    reason: text(undefined, { enum: ['store', 'settle'] }),
    seconds: orNull(number('How long the store asked to wait; null if unknown.')),
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
const logEvent = {
  description: 'One line. New events may be added: skip those that you do not know.',
  anyOf: Object.keys(events).map((name) => ({ $ref: `#/$defs/${name}` })),
  $defs: events,
};

/** A schema that is not made from a record. */
interface FixedSchema {
  readonly describes: string;
  readonly body: Schema;
}

const error = object({
  error: object(errorFields),
  messages: listOf(text(), 'What was said before; empty with --verbose, which prints it at once.'),
});

/** A request that --dry-run shows instead of sending it. */
const request = object(
  {
    store: orNull(text('The store that it would be sent to; null if none is selected.')),
    production: flag('Whether that is a production store; absent if not.'),
    method: text(),
    path: text(),
    query: byName({ type: ['string', 'array'], items: { type: 'string' } }),
    language: text('The value of Accept-Language.'),
    headers: byName({ type: 'string' }),
    body: { description: 'The JSON body, with passwords masked.' },
  },
  ['production', 'query', 'language', 'headers', 'body'],
);

const choices = orNull(listOf(text(), 'All valid values; null if any value of the kind is valid.'));

const option = object({
  name: text('--stock-from'),
  short: orNull(text('-q')),
  description: text(),
  value: orNull(text('Placeholder of the value in the help; null for a switch.')),
  kind: text('The kind of the value, such as text, count, money or file; switch without a value.'),
  choices,
  default: orNull(text()),
  required: flag('Always needed, unless --body has the field or a person answers a question.'),
  repeatable: flag(),
  valueOptional: flag('Whether the option may come without its value.'),
});

const command = object({
  name: text('products list'),
  aliases: listOf(text(), 'Other names of its last word.'),
  summary: text(),
  details: orNull(text()),
  usage: text(),
  arguments: listOf(object({ name: text(), description: text(), required: flag(), repeatable: flag(), choices })),
  options: listOf({ $ref: '#/$defs/option' }),
  exitCodes: byName(text(), 'Exit codes with a special meaning for this command.'),
  examples: listOf(object({ command: text(), purpose: text() })),
  seeAlso: listOf(text(), 'Related commands.'),
  writes: flag('Whether it may write to the store.'),
  output: listOf(text(), 'Names of the schemas of what it prints with --json.'),
});

const commands = {
  ...object({
    name: text(),
    version: text(),
    globalOptions: listOf({ $ref: '#/$defs/option' }, 'Options that every command has.'),
    exitCodes: byName(text()),
    groups: listOf(object({ name: text(), aliases: listOf(text()), summary: text() })),
    commands: listOf({ $ref: '#/$defs/command' }),
  }),
  $defs: { option, command },
};

/** The schemas that belong to no record, by name. */
export const fixedSchemas: Readonly<Record<string, FixedSchema>> = {
  'import.report': { describes: 'what products import prints, and --report writes', body: importReport },
  'products.diff': { describes: 'what products diff prints', body: diffReport },
  'import.dry-run': { describes: 'what a dry run of an import prints; $defs/line with ndjson', body: importDryRun },
  'import.plan': { describes: 'what imports show prints of a plan', body: importPlan },
  'catalogue.csv': { describes: 'the columns of an import file, as Table Schema', body: catalogue },
  error: { describes: 'an error on stderr, with --json', body: error },
  'log.event': { describes: 'one line of stderr, with --log-format json', body: logEvent },
  request: { describes: 'the request that --dry-run shows instead of sending it', body: request },
  api: { describes: 'whatever the store answers to shop-cli api', body: {} },
  commands: { describes: 'what commands prints', body: commands },
  schema: {
    describes: 'what schema prints with a name: a JSON Schema, or a Table Schema',
    body: object({ $schema: text() }),
  },
  'schema.list': {
    describes: 'what schema prints without a name',
    body: {
      type: 'array',
      items: { $ref: '#/$defs/line' },
      $defs: { line: object({ name: text(), describes: text() }) },
    },
  },
};
