import { expect, test } from 'vitest';
import { fieldAt, leafPaths, leafPathsOf, pick, valueAt } from '../../src/output/paths.ts';
import * as record from '../../src/resources/record-fields.ts';

const fields = {
  id: record.id('ID'),
  category: record.group('Category', { name: record.text('Name') }),
  addons: record.group('Add-ons', {}),
};

const received = {
  id: '7',
  category: { name: 'Lamps', 'a.b': 1 },
  lines: [{ sku: 'A' }, { sku: 'B', price: 2 }],
  'dotted.name': 'x',
  empty: null,
};

test('the paths of a definition and of a record', () => {
  expect(leafPaths(fields)).toEqual(['id', 'category.name', 'addons']);
  expect(leafPathsOf(received)).toEqual(['id', 'category.name', 'category.a.b', 'lines', 'dotted.name', 'empty']);
});

test.each([
  ['id', '7'],
  ['category.name', 'Lamps'],
  ['category.a.b', 1],
  ['dotted.name', 'x'],
  ['lines.sku', ['A', 'B']],
  ['empty.name', undefined],
  ['id.length', undefined],
  ['constructor', undefined],
  ['category.__proto__', undefined],
])('a path leads to its value: %s', (path, value) => {
  expect(valueAt(received, path)).toEqual(value);
});

test.each([
  ['id', 'ID'],
  ['category.name', 'Name'],
  ['category.other', undefined],
  ['constructor.name', undefined],
])('a path has a label in words: %s', (path, label) => {
  expect(fieldAt(fields, path)?.label).toBe(label);
});

test.each([
  [['category.name', 'id'], { category: { name: 'Lamps' }, id: '7' }],
  [['category.name', 'category'], { category: received.category }],
  [['category', 'category.name'], { category: received.category }],
  [['dotted.name'], { 'dotted.name': 'x' }],
  [['lines.sku'], { lines: [{ sku: 'A' }, { sku: 'B' }] }],
  [['empty.name'], { empty: null }],
  [['id.length', 'absent', 'toString'], {}],
])('of a record only the paths %j are picked', (paths, picked) => {
  const result = pick(received, paths);
  expect(result).toEqual(picked);
  expect(Object.keys(result)).toEqual(Object.keys(picked));
});

test('picking a field called __proto__ takes the field', () => {
  expect(JSON.stringify(pick(JSON.parse('{"__proto__":{"a":1},"b":2}'), ['__proto__.a']))).toBe(
    '{"__proto__":{"a":1}}',
  );
});
