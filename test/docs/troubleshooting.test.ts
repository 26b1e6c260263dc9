import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { causes } from '../../src/client/causes.ts';

/** Source with `…` in place of what is filled in. */
const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join('src', name), 'utf8'))
  .join('\n')
  .replace(/\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|HOST|STORE/g, '…')
  .replace(/…+/g, '…');

const page = readFileSync('docs/troubleshooting.md', 'utf8').replace(/\n +/g, ' ');
const byMessage = page.slice(page.indexOf('\n## Store and token'), page.indexOf('\n## Proxies'));

/** What a heading or the beginning of an item quotes, before the colon. */
const quoted = [...byMessage.matchAll(/^(?:### |- )((?:`[^`]+`(?:, | or )?)+)/gm)].flatMap(([, texts = '']) =>
  [...texts.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
);

test('every message that the page of troubleshooting quotes is one of the program', () => {
  expect(quoted.length).toBeGreaterThan(60);
  expect(quoted.filter((text) => !source.includes(text))).toEqual([]);
});

const peer = { subject: '…', name: '…' };

test.each(Object.entries(causes))('the page of troubleshooting says what to do about %s', (_, { text }) => {
  const message = text(peer, { proxy: undefined }).replaceAll('undefined', '…').replace(/\(\)/, '(…)');
  // Says what Ctrl-C did; or begins what certificates are said to have.
  if (message.includes('was interrupted') || message.startsWith('The certificate of'))
    return expect(message).not.toBe('');
  expect(quoted).toContain(message);
});
