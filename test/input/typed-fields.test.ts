import { describe, expect, test } from 'vitest';
import { fieldsToJson } from '../../src/input/typed-fields.ts';

const files: Readonly<Record<string, string>> = { 'text.txt': 'line 1\nline "2"\n', empty: '' };
const raw = (text: string) => ({ text, isTyped: false });
const typed = (text: string) => ({ text, isTyped: true });
const read = (...fields: readonly ReturnType<typeof raw>[]) => fieldsToJson(fields, async (path) => files[path]);

describe('-F reads a value by what it looks like', () => {
  test.each([
    ['true', true],
    ['false', false],
    ['null', null],
    ['0', 0],
    ['12', 12],
    ['-12', -12],
    ['9.95', 9.95],
    ['9.50', 9.5],
    ['21.00', 21],
    ['-0.5', -0.5],
    ['', ''],
    ['True', 'True'],
    ['007', '007'],
    ['+1', '+1'],
    ['1e3', '1e3'],
    ['.5', '.5'],
    ['5.', '5.'],
    [' 1', ' 1'],
    ['0x1F', '0x1F'],
    ['123456789012345', 123456789012345],
    ['1234567890123456', '1234567890123456'],
    ['12345678901234567890', '12345678901234567890'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['a=b', 'a=b'],
    ['{"a":1}', '{"a":1}'],
    ['@text.txt', 'line 1\nline "2"\n'],
    ['@empty', ''],
    ['a@b', 'a@b'],
  ])('such as %j, which becomes %j', async (text, value) => {
    expect(await read(typed(`field=${text}`))).toEqual({ field: value });
  });

  test('a file that is not there is refused', async () => {
    await expect(read(typed('a=@nowhere'))).rejects.toThrow('File not found: nowhere.');
  });
});

test.each(['true', 'null', '12', '@text.txt', '', 'a=b', 'a\nb', 'ü'])(
  '-f keeps %j as the text that it is',
  async (text) => {
    expect(await read(raw(`field=${text}`))).toEqual({ field: text });
  },
);

describe('names nest', () => {
  test.each([
    [['a[b]=1'], { a: { b: 1 } }],
    [['a[b][c]=1', 'a[b][d]=2', 'a[e]=3'], { a: { b: { c: 1, d: 2 }, e: 3 } }],
    [['tags[]=x', 'tags[]=y'], { tags: ['x', 'y'] }],
    [['p[][uprid]=206', 'p[][quantity]=2', 'p[][uprid]=207'], { p: [{ uprid: 206, quantity: 2 }, { uprid: 207 }] }],
    [['p[][a][b]=1', 'p[][a][c]=2'], { p: [{ a: { b: 1 } }, { a: { c: 2 } }] }],
    [['p[][a][]=1', 'p[][a][]=2'], { p: [{ a: [1, 2] }] }],
    [['m[][]=1', 'm[][]=2'], { m: [[1, 2]] }],
    [['a b=1', 'ü=2', 'a.b=3'], { 'a b': 1, ü: 2, 'a.b': 3 }],
    [['constructor=1', 'toString[x]=2'], { constructor: 1, toString: { x: 2 } }],
  ])('as typed in the fields %j', async (fields, expected) => {
    expect(await read(...fields.map(typed))).toEqual(expected);
  });

  test('__proto__ is a name as any other', async () => {
    const object = await read(typed('__proto__[polluted]=1'));
    expect([JSON.stringify(object), ({} as { polluted?: number }).polluted]).toEqual([
      '{"__proto__":{"polluted":1}}',
      undefined,
    ]);
  });

  test('fields keep the order of the options', async () => {
    expect(Object.keys(await read(typed('b=1'), raw('a=2'), typed('c=3')))).toEqual(['b', 'a', 'c']);
  });
});

test.each(['', 'a', '=1', '[a]=1', 'a[=1', 'a]=1', 'a[b=1', 'a[b]c=1', 'a[[b]]=1'])(
  '%j is rejected, as it is not name=value',
  async (text) => {
    await expect(read(typed(text))).rejects.toThrow(`Invalid field "${text}": expected name=value.`);
  },
);

describe('fields that conflict are rejected', () => {
  test.each([
    [['a=1', 'a=2']],
    [['a=1', 'a[b]=2']],
    [['a[b]=1', 'a=2']],
    [['a=1', 'a[]=2']],
    [['a[]=1', 'a=2']],
    [['a[]=1', 'a[b]=2']],
    [['a[b]=1', 'a[]=2']],
    [['a[b]=1', 'a[b]=2']],
    [['a[b]=1', 'a[b][c]=2']],
  ])('with a message, such as %j', async (fields) => {
    await expect(read(...fields.map(typed))).rejects.toThrow(`"${fields[1]}" conflicts with`);
  });
});
