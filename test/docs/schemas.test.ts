import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printedSchemas } from '../support/schemas.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

// As sha256sum writes and checks them. With -u it is written anew; CONTRIBUTING.md says what a change needs.
test('no schema that programs rely on changes unnoticed', async () => {
  const documents = await printedSchemas(version);
  const lines = documents.map(({ name, text }) => `${hashOf(text)}  ${name}.json\n`);
  await expect(lines.join('')).toMatchFileSnapshot('schemas.sha256');
});
