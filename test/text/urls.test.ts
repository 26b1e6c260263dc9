import { expect, test } from 'vitest';
import { parseUrl } from '../../src/text/urls.ts';

test.each([
  ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ['not a URL', undefined],
])('the address of "%s" is %s, however often it is parsed', (text, href) => {
  const found = new Set(Array.from({ length: 20_000 }, () => parseUrl(text)?.href));
  expect([...found]).toEqual([href]);
});
