import { expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { serveSandboxBehind } from '../support/store.ts';

const jo = 'jo.known@example.com';
const line = (email: string) => [
  'customers',
  'create',
  '--email-address',
  email,
  '--first-name',
  'Jo',
  '--last-name',
  'Smit',
];
const sheet = `E-mail,First name,Last name\n${jo},Jo,Smit\n`;

/** A store into which a customer was imported from this machine. */
async function storeWithJo() {
  const served = await serveSandboxBehind(() => 'forward', { empty: true });
  const home = ownDirectory();
  const { code } = await served.run('customers import - --yes', { home, stdin: sheet });
  expect(code).toBe(0);
  return { ...served, home };
}

const warning = (id: string): string =>
  `Warning: Customer ${id} already has this e-mail address, and this creates another record. To see it: shop-cli customers get ${id}\n`;

test.each(['', '--quiet', '--json', '--dry-run'])(
  'a customer whose e-mail address an import from here sent is created with a warning %s',
  async (option) => {
    const { run, home, seen } = await storeWithJo();
    const count = seen.length;
    const { code, err } = await run([...line('JO.known@example.com'), ...(option ? [option] : [])], { home });
    expect([code, err.includes(warning('101'))]).toEqual([0, true]);
    expect(seen.slice(count).filter(({ method }) => method === 'GET')).toHaveLength(1);
  },
);

test('whoever has another e-mail address by now, or is gone, is not named', async () => {
  const { run, home } = await storeWithJo();
  await run('customers update 101 --email-address other@example.com', { home });
  expect(await run(line(jo), { home })).toMatchObject({ code: 0, err: '' });
  await run('customers delete 101 --yes', { home });
  expect(await run(line(jo), { home })).toMatchObject({ code: 0, err: '' });
});

test('a customer whom a search has found is known too, and nobody is on another machine', async () => {
  const { run, seen } = await serveSandboxBehind(() => 'forward', {});
  const home = ownDirectory();
  await run('customers find carter', { home });
  const { emailAddress } = JSON.parse((await run('customers get 104 --json')).out);
  expect((await run([...line(emailAddress), '--dry-run'], { home })).err).toContain(warning('104'));
  const count = seen.length;
  expect((await run([...line(emailAddress), '--dry-run'])).err).toBe('');
  expect((await run([...line(jo), '--curl'], { home })).err).not.toContain('Warning');
  expect(seen.length).toBe(count);
});

test('where the store does not show the known customer, that is said', async () => {
  let isDown = false;
  const { run } = await serveSandboxBehind(({ method }) => (isDown && method === 'GET' ? 'answer 500' : 'forward'), {
    empty: true,
  });
  const home = ownDirectory();
  await run('customers import - --yes', { home, stdin: sheet });
  isDown = true;
  const { err } = await run([...line(jo), '--retries', '0'], { home });
  expect(err).toContain('Warning: Customer 101 may have this e-mail address');
});
