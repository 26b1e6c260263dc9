import { describe, expect, test } from 'vitest';
import { serveAnyStore, written } from '../support/bodies.ts';
import { shopCli } from '../support/run.ts';
import { json, runAt, serveStore } from '../support/store.ts';
import { words } from '../support/words.ts';

const secret = 'S3cret "ü" $x\\';
const create = 'customers create --email-address a@b.example --first-name A --last-name B';

test.each([create, 'customers update 101'])(
  '%s rejects a password as an argument, and does not print it',
  async (line) => {
    const { run, seen } = await serveAnyStore();
    const { code, out, err } = await run(words(line, '--password', secret));
    expect({ code, out, seen }).toEqual({ code: 2, out: '', seen: [] });
    expect(err).toContain('Passwords cannot be passed as arguments');
    expect(err).not.toContain('S3cret');
  },
);

test.each([create, 'customers update 101'])(
  '%s reads the password from standard input without its line break',
  async (line) => {
    const { run, seen } = await serveAnyStore();
    const outcomes = [
      await run(`${line} --password-stdin`, { stdin: `${secret}\n` }),
      await run(`${line} --password-stdin --verbose`, { stdin: `${secret}\r\n` }),
    ];
    expect(written(seen).map((body) => JSON.parse(body).password)).toEqual([secret, secret]);
    expect(outcomes.filter(({ code, out, err }) => code !== 0 || `${out}${err}`.includes('S3cret'))).toEqual([]);
  },
);

test.each(['--dry-run', '--curl', '--dry-run --verbose', '--curl --verbose'])(
  'customers create %s masks the password',
  async (option) => {
    const { run, seen } = await serveAnyStore();
    const typed = await run(`${create} --password-stdin ${option}`, { stdin: secret });
    const body = JSON.stringify({ password: secret });
    const fromBody = await run(`customers update 101 --body - ${option}`, { stdin: body });
    for (const { code, out, err } of [typed, fromBody]) {
      expect([code, out]).toEqual([0, expect.stringMatching(/"password": ?"\*\*\*"/)]);
      expect(`${out}${err}`).not.toContain('S3cret');
    }
    expect(written(seen)).toEqual([]);
  },
);

test('a password in a reply of the store is not printed', async () => {
  const { err } = await runAt(
    (_, response) => json(response, 422, { message: `The password ${secret} is too weak` }),
    `${create} --password-stdin`,
    { stdin: secret },
  );
  expect(err).not.toContain('S3cret');
});

test.each([
  ['--password-stdin', '', 'There is no password on stdin.'],
  ['--password-stdin', '\n', 'There is no password on stdin.'],
  ['--password-stdin', 'secret-1\nsecret-2\n', 'There is more than one line on stdin'],
  ['--password-stdin --body -', '{}', 'Use either --password-stdin or --body -'],
])('%s with %j on standard input is rejected', async (options, stdin, message) => {
  const { run, seen } = await serveAnyStore();
  const { code, err } = await run(`${create} ${options}`, { stdin });
  expect([code, err.includes(message), seen.length]).toEqual([2, true, 0]);
});

describe('an error about a body does not repeat what is in it', () => {
  test.each([
    ['that is not JSON', '{"password":S3cret}'],
    ['that is a password alone', 'S3cret'],
    ['that goes on behind its end', '{"password":"x"} S3cret'],
    ['whose password is a list', '{"password":["S3cret"]}'],
    ['that is a list', '[{"password":"S3cret"}]'],
    ['with a password under another name', '{"passwords":"S3cret"}'],
  ])('in a body %s', async (_, stdin) => {
    const { run, seen } = await serveAnyStore();
    for (const line of [create, 'customers update 101', 'api POST customers']) {
      const { code, out, err } = await run(`${line} --body - --dry-run`, { stdin });
      if (line.startsWith('api') && code === 0) continue;
      expect([code, out, err.includes('S3cret'), written(seen)]).toEqual([2, '', false, []]);
    }
  });
});

test.each(['--passwort=S3cret', '--tokens=S3cret', '--key=S3cret'])(
  'an unknown option %s is named without its value',
  async (option) => {
    const { code, err } = await shopCli(`customers update 101 ${option}`);
    expect([code, err.includes(`'${option.split('=')[0]}'`), err.includes('S3cret')]).toEqual([2, true, false]);
  },
);

test('an update with an empty password, which makes the account a guest, needs --make-guest', async () => {
  const { run, seen } = await serveStore((_, response) =>
    json(response, 200, { customerId: '101', guestAccount: '1' }),
  );
  const update = (more: string, stdin = '') => run(`customers update 101 ${more}`, { stdin });
  const empty = [
    () => update('--unset password'),
    () => update('--body -', '{"password":""}'),
    () => update('--body -', '{"password":null,"firstName":"Jo"}'),
  ];
  for (const attempt of empty)
    expect(await attempt()).toMatchObject({ code: 2, err: expect.stringContaining('add --make-guest') });
  expect(seen).toEqual([]);
  expect((await update('--unset password --make-guest')).code).toBe(0);
  expect(JSON.parse(written(seen)[0] ?? '')).toEqual({ password: '' });
});
