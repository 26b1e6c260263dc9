import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** What no import can find out by itself. Who reads the promise must read these with it. */
const assumptions = [
  'the journal survives',
  'the store shows new products within the settle time (`--settle`, 90 s)',
  'its list shows what its search shows (shop-cli checks a sample; `--full` searches every row)',
  "you always reach the store by the same host name (`localhost` and `127.0.0.1` count as the same name, but the machine's own host name counts as a different one)",
  'no one else creates the same keys at the same time',
];

test('what an import guarantees begins with what it assumes', async () => {
  const text = await readFile('docs/reliability.md', 'utf8');
  const [beginning = ''] = text.split('\n## ');
  const sentences = beginning
    .replace(/^#.*\n+/, '')
    .replace(/\n +/g, ' ')
    .replace(/\n(?!\n|- )/g, ' ');
  expect(sentences).toMatch(/^If `products import` exits with 0, the store holds exactly one product for every row/);
  expect(sentences.split('\n')[0]).toContain('The promise holds for a store that keeps keys as they were sent.');
  expect(assumptions.filter((each) => !sentences.includes(`\n- that ${each}`))).toEqual([]);
});
