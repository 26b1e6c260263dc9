import { expect, test } from 'vitest';
import { parseUrl } from '../../src/text/urls.ts';

test('a URL with letters beyond ASCII is parsed alike, however often', () => {
  // More often than it takes Node to optimize what is called.
  const parsed = Array.from({ length: 60_000 }, () => parseUrl('https://bücher.example/ä')?.href);
  expect([...new Set(parsed)]).toEqual(['https://xn--bcher-kva.example/%C3%A4']);
});

test('what is no URL is undefined', () => {
  expect(parseUrl('not a URL')).toBeUndefined();
});
