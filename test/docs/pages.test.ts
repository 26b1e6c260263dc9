import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

test('configuration of CI and Kubernetes is in deploy/ alone, where it is tried', () => {
  expect(pages.filter((page) => readFileSync(page, 'utf8').includes('```yaml'))).toEqual([]);
});

test.each(pages)('no line of %s has more than 160 characters', (page) => {
  const lines = readFileSync(page, 'utf8').split('\n');
  expect(lines.filter((line) => [...line].length > 160)).toEqual([]);
});
