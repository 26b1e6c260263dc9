import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printedSchemas } from '../support/schemas.ts';

// docs/schemas has what programs rely on. `npx vitest run test/docs --update` writes additions, and only these.

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const documents = await printedSchemas(version);
const fileOf = (name: string): string => `docs/schemas/${name}.json`;

interface Kept {
  readonly $id: string;
}

const keptAs = (name: string): Kept | undefined =>
  existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Kept) : undefined;

const needsMajor = 'That needs a new major version (below 1.0.0 a minor one): programs rely on it.';

describe('docs/schemas', () => {
  test.each(documents)('has the schema $name, without a breaking change', async ({ name, schema }) => {
    const [before, after] = [keptAs(name), schema as unknown as Kept];
    const isSameMajor = before?.$id === after.$id;
    const broken = isSameMajor ? breakingChanges(before, after, name).map((change) => `${change}. ${needsMajor}`) : [];
    expect(broken).toEqual([]);
    await expect(`${JSON.stringify(after, null, 2)}\n`).toMatchFileSnapshot(`../../${fileOf(name)}`);
  });

  test('has no schema that the program does not have any more', () => {
    const names = documents.map(({ name }) => `${name}.json`);
    const gone = readdirSync('docs/schemas').filter((file) => !names.includes(file));
    expect(gone.map((file) => `${file} is gone. ${needsMajor}`)).toEqual([]);
  });
});

describe('a breaking change', () => {
  const record = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });
  const [sku, state] = [{ type: ['string', 'null'] }, { enum: ['a', 'b'] }];
  const before = record({ sku, state }, ['sku']);

  test.each([
    ['a removed field', record({ state }, ['sku']), ['x: the field "sku" is gone']],
    [
      'a renamed field',
      record({ code: sku, state }, ['code']),
      ['x: the field "sku" is gone', 'x: the field "sku" may be absent'],
    ],
    [
      'a narrower type',
      record({ state, sku: { type: 'string' } }, ['sku']),
      ['x/sku: the type ["string","null"] became "string"'],
    ],
    ['a value that is gone', record({ sku, state: { enum: ['a'] } }, ['sku']), ['x/state: ["b"] is no value any more']],
    ['a field that may be absent', record({ sku, state }), ['x: the field "sku" may be absent']],
    ['a new field', record({ sku, state, ean: { type: 'string' } }, ['sku', 'ean']), []],
    ['a new value', record({ sku, state: { enum: ['a', 'c', 'b'] } }, ['sku']), []],
    ['another title', { ...before, title: 'Product' }, []],
    ['a list of the same for several arguments', { anyOf: [before, { type: 'array', items: before }] }, []],
    [
      'a list of another one for several arguments',
      { anyOf: [record({ sku }), { type: 'array', items: record({ sku }) }] },
      ['x: the field "state" is gone', 'x: the field "sku" may be absent'],
    ],
    [
      'a list that comes for one argument too',
      { type: 'array', items: before },
      [
        'x: the type "object" became "array"',
        'x: the field "sku" is gone',
        'x: the field "state" is gone',
        'x: the field "sku" may be absent',
      ],
    ],
  ])('of a record or a command is named: %s', (_, after, changes) => {
    expect(breakingChanges(before, after, 'x')).toEqual(changes);
  });
});

type Value = unknown;
type Node = Readonly<Record<string, Value>>;

/** Texts, and what only identifies a schema. */
const harmless = new Set(['$id', '$schema', '$comment', 'title', 'description', 'example', 'examples']);

/**
 * What programs that read the output would notice, in sentences: a field that is gone, another type, a value that is no
 * longer promised. New fields and new words of an enumeration are none of these.
 */
const breakingChanges = (before: Value, after: Value, path = ''): readonly string[] =>
  changes(inlined(before), inlined(after), path);

/** A reference is what it refers to. */
function inlined(value: Value, root = value): Value {
  if (Array.isArray(value)) return value.map((element) => inlined(element, root));
  if (!isNode(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') return inlined(valueAt(root, $ref.replace('#/', '').split('/')), root);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inlined(part, root)]));
}

const valueAt = (value: Value, names: readonly string[]): Value =>
  names.reduce((inside, name) => (inside as Node)[name], value);

function changes(before: Value, after: Value, path: string): readonly string[] {
  if (!isNode(before)) return same(before, after) ? [] : [`${path}: ${text(before)} became ${text(after)}`];
  if (!isNode(after)) return [`${path} is gone`];
  const one = oneOfSeveral(after);
  if (one !== undefined && before.anyOf === undefined) {
    const { anyOf: _, ...rest } = after;
    return changes(before, { ...rest, ...one }, path);
  }
  return Object.entries(before).flatMap(([keyword, value]) => {
    if (harmless.has(keyword)) return [];
    const at = `${path}/${keyword}`;
    const compare = special[keyword];
    return compare ? compare(value, after[keyword], path) : changes(value, after[keyword], at);
  });
}

/** What a command prints for one argument, if it prints a list of the same for several. */
function oneOfSeveral({ anyOf }: Node): Node | undefined {
  const [one, several] = listOf(anyOf);
  return isNode(one) && same(several, { type: 'array', items: one }) ? one : undefined;
}

type Compare = (before: Value, after: Value, path: string) => readonly string[];

/** Keywords whose values are lists or names of parts. */
const special: Readonly<Record<string, Compare>> = {
  type: (before, after, path) =>
    same(sorted(before), sorted(after)) ? [] : [`${path}: the type ${text(before)} became ${text(after)}`],
  enum: (before, after, path) => {
    if (!Array.isArray(after)) return [`${path}: any value is allowed, where it was one of ${text(before)}`];
    const gone = listOf(before).filter((value) => !after.includes(value));
    return gone.length === 0 ? [] : [`${path}: ${text(gone)} is no value any more`];
  },
  required: (before, after, path) =>
    listOf(before)
      .filter((name) => !listOf(after).includes(name))
      .map((name) => `${path}: the field "${name}" may be absent`),
  properties: (before, after, path) => parts(before, after, path),
  // Of a Table Schema.
  fields: (before, after, path) => parts(named(before), named(after), path),
  $defs: (before, after, path) => parts(before, after, `${path}/$defs`),
  anyOf: (before, after, path) =>
    listOf(before).flatMap((option, at) => changes(option, listOf(after)[at], `${path}/anyOf/${at}`)),
};

const parts: Compare = (before, after, path) =>
  Object.entries(before as Node).flatMap(([name, part]) => {
    const now = (after as Node | undefined)?.[name];
    return now === undefined ? [`${path}: the field "${name}" is gone`] : changes(part, now, `${path}/${name}`);
  });

const named = (fields: Value): Node => Object.fromEntries(listOf(fields).map((field) => [(field as Node).name, field]));
const isNode = (value: Value): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: Value): readonly Value[] => (Array.isArray(value) ? value : []);
const sorted = (value: Value): Value => (Array.isArray(value) ? [...value].sort() : [value]);
const same = (left: Value, right: Value): boolean => text(left) === text(right);
const text = (value: Value): string => JSON.stringify(value) ?? 'nothing';
