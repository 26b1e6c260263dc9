import { catalogue } from './catalogue.ts';
import { diffReport } from './diff-schema.ts';
import { importDryRun, importPlan, importReport } from './import-schemas.ts';
import { errorFields, logEvent } from './log-schema.ts';
import type { Schema } from './record-schema.ts';
import { byName, flag, listOf, object, orNull, text } from './shapes.ts';

/** A schema that is not made from a record. */
interface FixedSchema {
  readonly describes: string;
  readonly body: Schema;
}

const error = object({ error: object(errorFields) });

/** A request that --dry-run shows instead of sending it. */
const request = object(
  {
    method: text(),
    path: text(),
    query: byName({ type: ['string', 'array'], items: { type: 'string' } }),
    language: text('The value of Accept-Language.'),
    headers: byName({ type: 'string' }),
    body: { description: 'The JSON body, with passwords masked.' },
  },
  ['query', 'language', 'headers', 'body'],
);

const choices = orNull(listOf(text(), 'All values that are valid; null if any value of the kind is.'));

const option = object({
  name: text('--stock-from'),
  short: orNull(text('-q')),
  description: text(),
  value: orNull(text('What stands for the value in the help; null for a switch.')),
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
  exitCodes: byName(text(), 'Exit codes that mean something special for this command.'),
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
  error: { describes: 'an error on standard error, with --json', body: error },
  'log.event': { describes: 'one line of standard error, with --log-format json', body: logEvent },
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
