import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const changelog = readFileSync('CHANGELOG.md', 'utf8');

test('the changelog is read in a minute: an entry is a line, and all of it has at most 20 KB', () => {
  const long = changelog.split('\n').filter((line) => line.length > 150);
  expect([long, Buffer.byteLength(changelog) <= 20_000]).toEqual([[], true]);
});

test('the changelog begins with this version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(/^## (\d\S+)/m.exec(changelog)?.[1]).toBe(version);
});
