import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
// @ts-expect-error The list is plain JavaScript: nothing compiles it.
import { security } from '../mutations/security.mjs';

const [, ...sections] = readFileSync('docs/internals/security.md', 'utf8').split(/^### (?=S\d+\. )/m);
const threats = sections.map((section) => {
  const text = section.replace(/\n +/g, ' ');
  const [title = ''] = text.split('\n');
  const after = (label: RegExp): string => text.split('\n').find((line) => label.test(line)) ?? '';
  return [title.split('.')[0], title, after(/^- Kept in: /), after(/^- Held by: /), after(/^- Seen to fail/)] as const;
});

test('every threat has its section, in order', () => {
  expect(threats.map(([number]) => number)).toEqual(Array.from({ length: 35 }, (_, at) => `S${at + 1}`));
});

describe.each(threats)('%s %s', (number, _, places, tests, proof) => {
  test('names files of src that exist', () => {
    const files = [...places.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(places).not.toBe('');
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
    expect(proof).toMatch(/^- Seen to fail(, by hand,)? when: /);
    expect(mutations.map(({ what }) => what).filter((what) => !proof.includes(what))).toEqual([]);
  });
});
