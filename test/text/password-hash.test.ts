import { describe, expect, test } from 'vitest';
import { answers, key } from '../support/replies.ts';
import { messageOf } from '../support/run.ts';
import { type Behaviour, json, runAt, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

describe('the hash of a customer’s password', () => {
  const hash = '$2y$10$hashHashHash';
  const names = [
    ...['password', 'PASSWORD', 'passwd', 'passwordHash', 'customers_password', 'hashedPasswd', 'salt'],
    ...['pwd', 'user_pwd', 'wachtwoord', 'kennwort', 'passwort', 'hash', 'Hash', 'pass'],
  ];
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
    '{"customers_pwd":"HASH',
    '{"user_wachtwoord_2":"HASH',
    '{"hash":"HASH',
    '{"note":"$2y$10$HASHHASHHASH',
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

  const hashes = [
    '$2y$10$hashHashHash/.HASH',
    '$2a$12$HASHHASHHASHHASH',
    '$argon2id$v=19$m=65536,t=4,p=1$HASHHASH$HASHHASH+/',
    '$scrypt$ln=16,r=8,p=1$HASHHASH$HASHHASH',
    '{SSHA}HASHHASHHASHHASH+/==',
    '{SHA}HASHHASHHASH=',
    '$P$BHASHHASHHASHHASH/.',
    '$H$9HASHHASHHASHHASH',
    '$S$DHASHHASHHASH',
    '$1$HASHHASH$HASHHASH/',
    '$6$rounds=5000$HASHHASH$HASHHASH',
    '$y$j9T$HASHHASH$HASHHASH',
    'pbkdf2_sha256$600000$HASHHASH$HASHHASH=',
  ];

  sampled(4).each(hashes)('does not appear by its value, in a field of any name: %s', async (value) => {
    const inText = JSON.stringify({ login: { password: 'HASH', other: value } });
    const texts = { code: value, list: [`old: ${value}, new`], inner: inText, twice: JSON.stringify({ inText }) };
    const reply = { customerId: '101', ...texts, cut: `{"password":"HASH`, memo: inText.slice(0, -3) };
    const { run } = await serveStore(answers(200, reply));
    for (const line of ['customers get 101 --json --all-fields', 'customers get 101', 'api GET customers/101']) {
      const { out, err, code } = await run(line);
      expect([code, `${out}${err}`.includes('customerId') || out.includes('101')]).toEqual([0, true]);
      expect(`${out}${err}`).not.toMatch(/HASH/i);
    }
    for (const refusal of [
      answers(422, { message: `invalid ${value}` }),
      answers(500, `dump: ${value}`, 'text/plain'),
    ]) {
      const { out, err } = await runAt(refusal, 'api GET customers/101 --retries 0');
      expect(`${out}${err}`).not.toMatch(/HASH/i);
    }
  });

  test.each(['$2 off', 'price $1$ or $5$ a piece', '{SIZE}', '$P$', 'US$2$3', '{"size":"{SHA}"}', '{"a":1.50}'])(
    'is not seen in ordinary text: %s',
    async (text) => {
      const { out } = await runAt(answers(200, { customerId: '101', memo: text }), 'api GET customers/101');
      expect(JSON.parse(out).memo).toBe(text);
    },
  );
});

describe('what is sent in a secret field is not printed', () => {
  const secret = 'S3cret-7Kq+p';
  const echo: Behaviour = ({ body, query }, response) =>
    json(response, 422, { message: `Cannot save ${body} ${query} <${secret}>`, was: secret });

  sampled(4).each([
    ['api POST customers --body -', { wachtwoord: secret }],
    ['api POST customers --body -', { users: [{ pwd: secret }] }],
    ['customers create --body -', { emailAddress: 'a@b.nl', firstName: 'A', lastName: 'B', password: secret }],
    ['customers update 101 --body -', { password: secret }],
    [`api POST customers -f password=${secret}`, {}],
    [`api POST customers -f login[pwd]=${secret}`, {}],
    [`api GET customers --query pwd=${secret}`, {}],
  ])('%s %j', async (line, body) => {
    const { run, seen } = await serveStore(echo);
    for (const format of ['', ' --json', ' --verbose']) {
      const { out, err, code } = await run(`${line}${format}`, { stdin: JSON.stringify(body) });
      expect([code, `${out}${err}`.includes('S3cret')]).toEqual([5, false]);
    }
    expect(JSON.stringify(seen.map((request) => [request.body, String(request.query)]))).toContain('S3cret');
  });

  test.each([
    ['--password-stdin', secret],
    ['--body -', JSON.stringify({ password: secret })],
  ])('customers update %s: nor where the store is only read', async (option, stdin) => {
    const { run, seen } = await serveStore((_, response) => json(response, 403, { message: `was <${secret}>` }));
    const { out, err } = await run(`customers update 101 ${option}`, { stdin });
    expect(seen.map(({ method }) => method)).toEqual(['GET']);
    expect([`${out}${err}`.includes('S3cret'), err.includes('was <***>')]).toEqual([false, true]);
  });

  test('nor in what is wrong with the body', async () => {
    const { run, seen } = await serveStore(echo);
    const body = { password: secret, firstName: 'A'.repeat(300), [secret]: 1, genderr: secret };
    const { out, err, code } = await run('customers update 101 --body -', { stdin: JSON.stringify(body) });
    expect([code, seen, `${out}${err}`.includes('S3cret')]).toEqual([2, [], false]);
  });

  test.each([
    ['customers create --email-address a@b.nl --first-name A --last-name B --password-stdin', (text: string) => text],
    ['customers update 101 --password-stdin', (text: string) => text],
    ['customers update 101 --body -', (password: string) => JSON.stringify({ password })],
    ['api POST customers --body -', (pwd: string) => JSON.stringify({ pwd })],
  ])('%s takes 1,000 characters and no more', async (line, stdin) => {
    const { run, seen } = await serveStore(echo);
    for (const length of [1001, 20_000]) {
      const { out, err, code } = await run(line, { stdin: stdin('x7Q-'.repeat(length / 4 + 1).slice(0, length)) });
      expect([code, `${out}${err}`.includes('x7Q-'), err.includes('1,000 characters')]).toEqual([2, false, true]);
    }
    expect(seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    const { err, code } = await run(line, { stdin: stdin('x7Q-'.repeat(250)) });
    expect([code, err.includes('x7Q-')]).toEqual([5, false]);
  });
});
