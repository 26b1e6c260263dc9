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
