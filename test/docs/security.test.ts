import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
// @ts-expect-error The list is plain JavaScript: nothing compiles it.
import { security } from '../mutations/security.mjs';

const rows = readFileSync('docs/internals/security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| S\d+ \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

test('every threat has its row, in order', () => {
  expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 35 }, (_, at) => `S${at + 1}`));
});

describe.each(rows)('%s %s', (number, _, __, places = '', tests = '', proof = '') => {
  test('names files of src that exist', () => {
    const files = [...places.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('names tests of the repository that exist', () => {
    const named = [...tests.matchAll(/`([^`]+)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, file = '', titles = '']) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => [file, title] as const),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(([file, title]) => !readFileSync(file, 'utf8').includes(`'${title}'`))).toEqual([]);
  });

  test('says what was taken out to see them fail, and names every mutation', () => {
    const mutations = (security as { rule: string; what: string }[]).filter(({ rule }) => rule === number);
    expect(proof).toMatch(/^yes(:|, by hand:) /);
    expect(mutations.map(({ what }) => what).filter((what) => !proof.includes(what))).toEqual([]);
  });
});
