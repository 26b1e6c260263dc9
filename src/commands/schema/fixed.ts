import { csvFields, differenceFields, diffFields } from '../../import/diff/differences.ts';
import { forecastFields } from '../../import/dry-run/forecast-fields.ts';
import { reportFields } from '../../import/report/report.ts';
import { problemFields } from '../../import/words/problems.ts';
import { newAddress } from '../../resources/addresses.ts';
import { newCustomer } from '../../resources/customers.ts';
import type { DraftFields } from '../../resources/draft-fields.ts';
import { importableProducts } from '../../resources/importable-products.ts';
import { textKind } from '../../resources/kinds.ts';
import { newProduct } from '../../resources/products.ts';
import { defineRecord, type RecordDefinition } from '../../resources/record.ts';
import {
  byName,
  type Field,
  type Fields,
  flag,
  id,
  list,
  open,
  optional,
  orNull,
  text,
  texts,
} from '../../resources/record-fields.ts';
import { commandFields, optionFields, programFields } from '../commands.ts';
import { erasedPerson, erasureStep } from '../customers/erase/steps.ts';
import { shownPlan } from '../imports/plan-record.ts';
import { addressUpdate, customerUpdate } from '../shared/update-many/results.ts';
import { catalogue } from './catalogue.ts';
import { error, logEvent } from './log-events.ts';
import { ownSchema, type Schema } from './record-schema.ts';

const { password: _, ...customerFields } = newCustomer.fields;

/** The fields of a body that an import sends, aliases included. */
const sentFields = (fields: DraftFields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { about, alias, kind, send }]) => {
      const field: Field = optional({ label: about, kind: send === kind.send ? kind : textKind });
      return [name, alias ?? name].map((sent) => [sent, field]);
    }),
  );

/** A row that would be created: its line, and the body of the request. An address says whose it is. */
const newRow: Fields = {
  line: problemFields.line,
  ...sentFields(newProduct.fields),
  ...sentFields(customerFields),
  ...sentFields(newAddress.fields),
  customerId: optional(id('ID of the customer of an address')),
  customerEmail: optional(text('E-mail address of the customer of an address')),
};

const sample = list('First rows to create', newRow);

/** A request that --dry-run shows instead of sending it. */
const request = ownSchema({
  store: orNull(text('The store that it would be sent to; null if none is selected')),
  production: optional(flag('Whether that is a production store; absent if not')),
  method: text('Method'),
  path: text('Path'),
  language: optional(text('The value of Accept-Language')),
  headers: optional(byName('Headers', text('Value'))),
  body: optional(open('The JSON body, with passwords masked')),
});

/** A parameter that is repeated is a list. */
const query = { type: 'object', additionalProperties: { type: ['string', 'array'], items: { type: 'string' } } };

/** A schema in the list of schemas. */
export const schemaRecord = defineRecord(
  ['name'],
  { name: text('Name').inTable(1), describes: text('Describes').inTable(2) },
  { isOwn: true },
);

const withLine = (whole: Schema, line: Schema): Schema => ({ ...whole, $defs: { line } });

const listOf = ({ fields }: RecordDefinition): Schema =>
  withLine({ type: 'array', items: { $ref: '#/$defs/line' } }, ownSchema(fields));

/** The schemas of what is not the result of one command, by name. */
export const fixedSchemas: Readonly<Record<string, readonly [describes: string, body: Schema]>> = {
  'import.report': ['what products import prints, and --report writes', ownSchema(reportFields)],
  'products.diff': [
    'what products diff prints',
    {
      ...ownSchema(diffFields(importableProducts)),
      $defs: { line: ownSchema(differenceFields(importableProducts)), csv: ownSchema(csvFields) },
    },
  ],
  'import.dry-run': [
    'what a dry run of an import prints; $defs/line with ndjson',
    withLine(
      ownSchema({ ...forecastFields(importableProducts), sample, stopped: reportFields.stopped }),
      ownSchema(newRow),
    ),
  ],
  'import.plan': [
    'what imports show prints for a plan',
    ownSchema({ ...shownPlan(importableProducts).fields, sample }),
  ],
  'customers.update.from': ['what customers update --from prints, and --results writes', listOf(customerUpdate)],
  'customers.erase': ['what customers erase prints for one person', listOf(erasureStep)],
  'customers.erase.several': ['what customers erase prints for several people', listOf(erasedPerson)],
  'addresses.update.from': ['what addresses update --from prints, and --results writes', listOf(addressUpdate)],
  'catalogue.csv': ['the columns of an import file, as Table Schema', catalogue],
  error: [
    'an error on stderr, with --json',
    ownSchema({ error, messages: texts('Messages printed before; empty with --verbose, which prints them at once') }),
  ],
  'log.event': ['one line of stderr, with --log-format json', logEvent],
  request: [
    'the request that --dry-run shows instead of sending it; an array of them in JSON and YAML if the command may send several',
    { ...request, properties: { ...request.properties, query } },
  ],
  api: ['whatever the store answers to shop-cli api', {}],
  commands: [
    'what commands prints',
    {
      ...ownSchema(programFields),
      $defs: { option: ownSchema(optionFields), command: ownSchema(commandFields) },
    },
  ],
  schema: [
    'what schema prints with a name: a JSON Schema, or a Table Schema',
    ownSchema({ $schema: text('Which kind of schema it is') }),
  ],
  'schema.list': ['what schema prints without a name', listOf(schemaRecord)],
};
