import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { exitCodes } from '../../../src/errors.ts';
import { allCommands } from '../../support/commands.ts';
import { ownDirectory } from '../../support/directory.ts';
import { writeProfiles } from '../../support/profiles.ts';
import { canary, type RunOptions, shopCli } from '../../support/run.ts';
import { printedSchemas } from '../../support/schemas.ts';
import { runInSandbox, serveSandbox, type TestStore } from '../../support/store.ts';
import { typed } from '../../support/words.ts';

// What commands print is held to what `shop-cli schema` says about it: every example of every help, in every format.

const commands = await allCommands();
const documents = await printedSchemas('1.0.0');
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
const schemas = new Map(documents.map(({ name, schema }) => [name, closed(schema, name)]));
for (const schema of schemas.values()) if (String(schema.$schema).includes('json-schema.org')) ajv.addSchema(schema);

/** What shop-cli itself writes has no other fields than its schema names. A JSON Schema may have any. */
function closed<T>(schema: T, name = ''): T {
  if (Array.isArray(schema)) return schema.map((part) => closed(part)) as T;
  if (typeof schema !== 'object' || schema === null || name === 'schema') return schema;
  const parts = Object.entries(schema).map(([keyword, value]) => [keyword, closed(value)]);
  const isOwn = 'properties' in schema && 'required' in schema && Array.isArray(schema.required);
  return { ...Object.fromEntries(parts), ...(isOwn ? { additionalProperties: false } : {}) };
}

/** What does not fit, or nothing. @param part `#/$defs/line` for one line */
function misfits(name: string, value: unknown, part = ''): readonly string[] {
  const validate = ajv.getSchema(`urn:shop-cli:1:${name}${part}`);
  if (!validate) return [`there is no schema ${name}${part}`];
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${name}: ${error.instancePath} ${error.message}`);
}

const hasLine = (name: string): boolean => Object.hasOwn((schemas.get(name)?.$defs ?? {}) as object, 'line');

/** Lines that no help has as an example. */
const more: Readonly<Record<string, readonly string[]>> = {
  'products list': ['products list --envelope --limit 2', 'products list --sku none'],
  'products create': ['products create --sku NEW-1 --name New'],
  'products import': ['products import EXAMPLE'],
  'baskets list': ['baskets list --envelope', 'baskets list --offset 900'],
  'baskets get': ['baskets get KEY KEY --full', 'baskets get KEY'],
  'baskets items update': ['baskets items update KEY 200 --quantity 3'],
  'orders get': ['orders get 1001', 'orders get 1001 1001 --full'],
  'customers update': ['customers update --from changes.csv --yes'],
  'addresses update': ['addresses update --from addresses.csv --yes'],
  'auth login': ['auth login shop --store URL --token-stdin'],
  'auth status': ['auth status --profile staging'],
  api: ['api POST products -f sku=API-9', 'api POST products -f sku=API-9 --dry-run', 'api GET products/206'],
  schema: ['schema error'],
};

/** What waits for its end, and what only a terminal sees. */
const isText = (line: string): boolean => / > |--output-file|^sandbox|--quiet| -q\b/.test(line);

const basketKey = '42212126-9CF9-49D8-8E52-5B2858894145';
const example = resolve('examples/products.csv');
const people = readFileSync('examples/customers.csv', 'utf8');
/** The files of changes that examples name. */
const changes = {
  'changes.csv': 'customerId,phoneNumber\n101,030-5550199\n',
  'addresses.csv': 'customerId,addressId,houseNumber\n101,301,6\n',
};

/** The results of an import whose record has an order or another key by now. */
const resultsFor = (path: string, { url }: TestStore): string =>
  path.startsWith('addresses')
    ? `line,key,outcome,addressId,customerId,store\n2,"101, 1012 JS, 1|, Vries, Jo, ",created,301,101,${new URL(url).host}\n`
    : `line,key,outcome,customerId,store\n2,sanne@example.com,created,101,${new URL(url).host}\n`;

function linesOf({ path, definition }: (typeof commands)[number], { url }: TestStore): readonly string[] {
  const examples = definition.examples.map(([line]) => line).filter((line) => path !== 'auth login' || line === '');
  const lines = [...examples, ...(more[path] ?? [])]
    .filter((line) => !isText(line))
    .map((line) => line.replace(/ (?:-o|--output) \w+| --json| --fields \S+/g, ''))
    .map((line) =>
      line
        .replace(/\bproducts\.csv\b|EXAMPLE/, example)
        .replaceAll('KEY', basketKey)
        .replace('URL', url),
    );
  return [...new Set(lines)];
}

/** The schema of what this line prints. */
function schemaOf(line: string, names: readonly string[]): string {
  const has = (end: string): string | undefined => names.find((name) => name.endsWith(end) && name !== names[0]);
  if (line.includes('--dry-run')) return names.find((name) => /^request$|dry-run$/.test(name)) ?? '';
  if (line.includes('show import.plan')) return names.find((name) => name === 'import.plan') ?? '';
  if (line.includes('update --from')) return has('.from') ?? '';
  if (/erase \d+ \d/.test(line)) return has('.several') ?? '';
  if (line.includes('--save-plan')) return names.find((name) => name.endsWith('dry-run')) ?? '';
  if (line.includes('--envelope')) return has('.envelope') ?? '';
  if (line.includes('--full')) return has('.full') ?? '';
  return (line === 'schema' && has('.list')) || (names[0] ?? '');
}

type Format = 'json' | 'ndjson' | 'yaml' | 'csv';

const checks: Readonly<Record<Format, (name: string, out: string) => readonly string[]>> = {
  json: (name, out) => misfits(name, JSON.parse(out)),
  yaml: (name, out) => misfits(name, parseYaml(out)),
  ndjson: (name, out) =>
    lines(out).flatMap((line) => misfits(name, JSON.parse(line), hasLine(name) ? '#/$defs/line' : '')),
  csv: (name, out) => {
    const { csv, line } = (schemas.get(name)?.$defs ?? {}) as { readonly line?: Part; readonly csv?: Part };
    // Nothing is promised of a record that the API does not document.
    const known = csv ?? (line?.anyOf || line?.required ? line : {});
    return headingsOf(out)
      .filter((path) => !isKnown(known, path))
      .map((path) => `${name}: ${path}`);
  },
};

const headingsOf = (out: string): readonly string[] => (parseCsv(out, { to: 1 }) as string[][])[0] ?? [];

const lines = (out: string): readonly string[] => out.split('\n').filter((line) => line !== '');

interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly anyOf?: unknown;
  readonly required?: unknown;
}

function isKnown({ properties = {} }: Part, path: string): boolean {
  if (Object.keys(properties).length === 0) return true;
  const [name = '', ...rest] = path.split('.');
  const inside = properties[name];
  return inside !== undefined && (rest.length === 0 || isKnown(inside, rest.join('.')));
}

/** The names of the schemas that output was held to. */
const held = new Set<string>();

/** Differences and problems are results, too. */
const isDone = (code: number): boolean => [0, exitCodes.differences, exitCodes['import-incomplete']].includes(code);

async function heldTo(command: (typeof commands)[number], format: Format, names: readonly string[]) {
  const store = await serveSandbox();
  const home = ownDirectory({ 'customers.csv': people, ...changes, 'results.csv': resultsFor(command.path, store) });
  await writeProfiles(home, { staging: { url: 'https://staging.shop.example' } });
  const env = { ...store.variables, XDG_STATE_HOME: home };
  const options: RunOptions = { home, directory: home, env, stdin: `${canary}\n` };
  if (command.path.startsWith('imports')) {
    await shopCli(['products', 'import', example, '--save-plan', 'import.plan'], options);
    await shopCli(['products', 'import', example], options);
  }
  // A second product of one SKU: something to find.
  if (command.path === 'imports verify') await shopCli('products create --sku GARDEN-001 --allow-duplicate', options);
  const wrong: string[] = [];
  for (const line of linesOf(command, store)) {
    const apart = /^auth (?!status$)/.test(line) ? { ...options, env: { XDG_STATE_HOME: home } } : options;
    const name = schemaOf(line, names);
    if (name === '') continue;
    const { code, out, err } = await shopCli([...typed(line), '--output', format], apart);
    held.add(name);
    if (!isDone(code)) wrong.push(`${line}: ${err}`);
    else if (name === 'request') wrong.push(...requestsIn(out, format).flatMap((request) => misfits(name, request)));
    else wrong.push(...checks[format](name, out).map((fault) => `${line}: ${fault}`));
  }
  return wrong.slice(0, 5);
}

/** A dry run of several writes prints a list where one document is expected, and a request after the other elsewhere. */
const requestsIn = (out: string, format: Format): readonly unknown[] => {
  if (format === 'ndjson') return lines(out).map((text) => JSON.parse(text) as unknown);
  if (format === 'csv' && out === '') return [];
  if (format === 'csv') return out.split(/^(?=\{$)/m).map((text) => JSON.parse(text) as unknown);
  return [JSON.parse(out)].flat() as readonly unknown[];
};

const { commands: described } = JSON.parse((await shopCli('commands --json')).out) as {
  commands: readonly { name: string; output: readonly string[] }[];
};
const outputOf = (path: string): readonly string[] => described.find(({ name }) => name === path)?.output ?? [];
const isJson = (names: readonly string[]): boolean => names.length > 0 && !names.includes('catalogue.csv');
const printing = commands.filter(({ path }) => isJson(outputOf(path)));

describe.each(['json', 'ndjson', 'yaml', 'csv'] as const)('in %s', (format) => {
  test.each(printing.map((command) => [command.path, command] as const))(
    '%s prints what its schema says',
    async (path, command) => {
      expect(await heldTo(command, format, outputOf(path))).toEqual([]);
    },
  );
});

test('every schema was held to real output', () => {
  // test/cli/json-log.test.ts holds the log to its schema.
  const apart = ['error', 'catalogue.csv', 'log.event'];
  expect([...schemas.keys()].filter((name) => !held.has(name) && !apart.includes(name))).toEqual([]);
});

test('every command names schemas that exist, or prints text alone', () => {
  const unknown = described.flatMap(({ name, output }) =>
    output.filter((schema) => !schemas.has(schema)).map((schema) => `${name}: ${schema}`),
  );
  const text = described.filter(({ output }) => output.length === 0).map(({ name }) => name);
  expect({ unknown, text: text.filter((name) => !name.startsWith('completion ')) }).toEqual({
    unknown: [],
    text: ['sandbox'],
  });
});

describe('an error', () => {
  test.each(described.map(({ name }) => name))('of %s is what its schema says', async (name) => {
    const { code, out, err } = await shopCli([...name.split(' '), '--no-such-option', '--json']);
    expect([code, out, misfits('error', JSON.parse(lines(err).at(-1) ?? ''))]).toEqual([2, '', []]);
  });

  test.each([
    ['products get 999999', 3],
    ['products list --sku A --ean B', 2],
    ['products list --fields nothing', 2],
    ['customers create --email-address x', 2],
    ['baskets get KEY --store http://127.0.0.1:9 --retries 0', 2],
    ['api GET nowhere', 3],
    ['api POST products -f price=x', 5],
  ])('of shop-cli %s fits its schema', async (line, wanted) => {
    const { code, err } = await runInSandbox(`${line} --json`);
    expect([code, misfits('error', JSON.parse(lines(err).at(-1) ?? ''))]).toEqual([wanted, []]);
  });
});
