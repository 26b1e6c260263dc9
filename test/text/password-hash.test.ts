import { describe, expect, test } from 'vitest';
import { answers, key } from '../support/replies.ts';
import { messageOf } from '../support/run.ts';
import { runAt, serveStore } from '../support/store.ts';

describe('the hash of a customer’s password', () => {
  const hash = '$2y$10$hashHashHash';
  const names = ['password', 'PASSWORD', 'passwd', 'passwordHash', 'customers_password', 'hashedPasswd', 'salt'];
  const deep = `{"customerId":"101","emailAddress":"jo@example.com",${names.map((name) => `"${name}":"${hash}"`).join()},"passw\\u006frd":"${hash}","addons":{"login":[{"Password":"${hash}","keep":"kept"}]}}`;
  const ways = [
    'customers get 101',
    ...['table', 'json', 'ndjson', 'csv', 'yaml'].map((format) => `customers get 101 -o ${format}`),
    'customers get 101 102 --json',
    'customers get 101 --quiet',
    'customers get 101 --fields password',
    'customers get 101 --fields addons --json',
    'customers get 101 --verbose',
    'customers update 101 --phone-number 1 --json',
    'customers create --email-address a@b.example --first-name A --last-name B --json',
    'orders get 1 --json',
    'orders get 1 --fields password,addons -o yaml',
    `baskets items get ${key} 200 -o csv`,
    ...['json', 'ndjson', 'csv', 'yaml', 'table'].map((format) => `api GET customers/101 -o ${format}`),
    'api GET customers/101 --fields password',
  ];
  test.each(ways)('does not appear in the output of `%s`', async (line) => {
    const { out, err } = await runAt(answers(200, deep.replace('{', '{"orderId":"1","productId":"200",')), line);
    expect(`${out}${err}`).not.toContain('hashHash');
  });

  test.each([400, 401, 404, 422, 500])('does not appear in the message of an error %i', async (status) => {
    const { run } = await serveStore(answers(status, `{"error":{"details":${deep}}}`));
    for (const line of ['customers get 101 --json --retries 0', 'api GET customers/101 --retries 0']) {
      const { out, err } = await run(line);
      expect(`${out}${err}`).not.toContain('hashHash');
    }
  });

  test('does not appear when a message quotes the customer', async () => {
    const refusal = answers(422, { error: { message: `Cannot save {"id":1,"password":"${hash}"}` } });
    const { err } = await runAt(refusal, 'customers update 101 --phone-number 1 --json');
    expect(messageOf(err)).toContain('Cannot save {"id":1,"password":"***"}');
    expect(err).not.toContain('hashHash');
  });

  test('does not appear when its field name is written with an escape', async () => {
    const { run } = await serveStore(answers(200, `{"customerId":"101","passw\\u006frd":"${hash}"}`));
    for (const line of ['customers get 101 --json', 'api GET customers/101'])
      expect(JSON.parse((await run(line)).out)).toEqual({ customerId: '101' });
  });

  test.each([
    '{"customerId":"101","password":"HASH',
    '{"customerId":"101","Password" : "HA\\"HASH"',
    '{"password":"HASH"} {}',
  ])('does not appear when the reply is truncated or invalid JSON: %s', async (body) => {
    const { run } = await serveStore(answers(200, body));
    for (const line of ['customers get 101', 'api GET customers/101']) {
      const { out, err } = await run(line);
      expect(`${out}${err}`).not.toContain('HASH');
    }
  });

  test('is removed alone: the fields next to it are shown', async () => {
    expect(JSON.parse((await runAt(answers(200, deep), 'customers get 101 --json')).out)).toEqual({
      customerId: '101',
      emailAddress: 'jo@example.com',
      addons: { login: [{ keep: 'kept' }] },
    });
  });
});
