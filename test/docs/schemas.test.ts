import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breakingChanges } from '../support/schema-changes.ts';
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
  ])('of a record or a command is named: %s', (_, after, changes) => {
    expect(breakingChanges(before, after, 'x')).toEqual(changes);
  });
});
