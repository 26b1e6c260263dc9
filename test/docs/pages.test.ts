import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sentencesOf, wordCount } from '../support/sentences.ts';

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

test('the index leads to every page', () => {
  const index = readFileSync('docs/README.md', 'utf8');
  const all = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  expect(all.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
});

test('configuration of CI and Kubernetes is in deploy/ alone, where it is tried', () => {
  expect(pages.filter((page) => readFileSync(page, 'utf8').includes('```yaml'))).toEqual([]);
});

test.each(pages)('no line of %s has more than 160 characters', (page) => {
  const lines = readFileSync(page, 'utf8').split('\n');
  expect(lines.filter((line) => [...line].length > 160)).toEqual([]);
});

/** What people read when something is at stake, or before they know the words. */
const plain = [
  ...['README.md', 'SECURITY.md', 'docs/import.md', 'docs/reliability.md', 'docs/troubleshooting.md'],
  ...[
    'docs/people.md',
    'docs/people-import.md',
    'docs/reports.md',
    'docs/sandbox.md',
    'docs/diff.md',
    'docs/windows.md',
  ],
  ...['docs/commands.md', 'docs/support.md', 'docs/moving.md', 'docs/files.md', 'docs/faq.md', 'docs/glossary.md'],
  'docs/internals/security.md',
];

/** Lists of tests and mutations under a threat. */
const isListOfTests = (text: string): boolean => /^- (Held by|Seen to fail)/.test(text);

test.each(plain)('no sentence of %s has more than 30 words', (page) => {
  const sentences = sentencesOf(readFileSync(page, 'utf8')).filter((text) => !isListOfTests(text));
  expect(sentences.filter((sentence) => wordCount(sentence) > 30)).toEqual([]);
});
