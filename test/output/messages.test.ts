import { expect, test } from 'vitest';
import { messagesOn } from '../../src/output/status-line.ts';
import { Secrets } from '../../src/text/redact.ts';

/** Messages of a terminal of this width, or of a pipe. */
function messages(columns: number | undefined) {
  const secrets = new Secrets();
  const written: string[] = [];
  const output = {
    isTerminal: columns !== undefined,
    columns: columns ?? 80,
    closed: false,
    fault: undefined,
    write: async (text: string) => void written.push(text),
  };
  const stderr = messagesOn(output, { env: {}, clock: { now: () => new Date(0) }, secrets });
  return { stderr, secrets, text: () => written.join('') };
}

const warning = 'Warning: the store has fewer products than were created. To look again: shop-cli imports verify 7\n';

test('a warning at a terminal is broken between words, and its command has a line of its own', async () => {
  const { stderr, text } = messages(40);
  await stderr.write(warning);
  expect(text()).toBe(
    'Warning: the store has fewer products\nthan were created. To look again:\nshop-cli imports verify 7\n',
  );
});

test('in a pipe a long message stays one line', async () => {
  const { stderr, text } = messages(undefined);
  await stderr.write(warning);
  expect(text()).toBe(warning);
});

test('a password with spaces is removed before a line is broken there', async () => {
  const { stderr, secrets, text } = messages(40);
  secrets.add('correct horse battery staple');
  await stderr.write('The store refused the password correct horse battery staple of this customer.\n');
  expect(text()).not.toMatch(/horse|staple/);
});

test('a line for programs is written whole', async () => {
  const { stderr, text } = messages(40);
  await stderr.writeWhole('{"error":{"message":"The store shop.example refused the token, as it does."}}');
  expect(text()).toBe('{"error":{"message":"The store shop.example refused the token, as it does."}}\n');
});
