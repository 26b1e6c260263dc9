import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((path) => path.endsWith('.md'));

/** Where paths of the repository begin. `dist` is built. */
const roots = /^(?:src|test|bench|bin|docs|examples|deploy|\.ci)\//;

test.each(pages)('every path that %s names exists', (page) => {
  const text = readFileSync(page, 'utf8');
  const named = [...text.matchAll(/`([^`\s*<>]+)`/g)].map(([, path = '']) => path).filter((path) => roots.test(path));
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test.each(pages)('every link of %s leads somewhere', (page) => {
  const text = readFileSync(page, 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** As GitHub makes them: lower case, punctuation left out, spaces as dashes. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
