import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** What no import can find out by itself. Who reads the promise must read these with it. */
const assumptions = [
  'the journal survives',
  'the store shows new products within the settle time (`--settle`, 90 s)',
  'it keeps keys as they were sent',
  'its list shows what its search shows (checked by a sample; `--full` searches every row)',
  'it is always reached by the same name (`localhost` and `127.0.0.1` count as one; the host name of the machine is another)',
  'nobody else creates the same keys at the same time',
];

test('the first paragraph about what an import guarantees says what it assumes', async () => {
  const text = await readFile('docs/reliability.md', 'utf8');
  const [, first = ''] = text.split('\n\n');
  const sentences = first.replaceAll('\n', ' ');
  expect(sentences).toMatch(/^If `products import` exits with 0, the store holds exactly one product for every row/);
  expect(assumptions.filter((each) => !sentences.includes(`that ${each}`))).toEqual([]);
});
