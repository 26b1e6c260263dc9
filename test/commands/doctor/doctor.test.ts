import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canary } from '../../support/canary.ts';
import { diagnose, diagnoseStore, smallStore } from '../../support/doctor.ts';
import { writeProfiles } from '../../support/profiles.ts';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { runInSandbox, serveSandbox, serveStore } from '../../support/store.ts';

const now = (): Date => new Date();

describe('a store that works', () => {
  test('nothing fails, and everything is read', async () => {
    const { variables } = await serveSandbox();
    const { code, line, all } = await diagnose('', { env: variables });
    expect(line('token').message).toMatch(/^from SHOP_TOKEN, fingerprint [\da-f]{8}$/);
    expect({ code, failed: all('failed'), warnings: all('warning'), skipped: all('skipped') }).toEqual({
      ...{ code: 0, failed: [], warnings: [], skipped: [] },
    });
    expect(line('access')).toMatchObject({
      message: expect.stringMatching(/ and has 62 products$/),
      details: { products: 62 },
    });
  });

  test('as text, by groups, with a last line', async () => {
    const { code, out, err } = await runInSandbox('doctor', { now });
    const groups = out.match(/^\w.*$/gm);
    expect({ code, groups, err }).toEqual({
      ...{ code: 0, err: '' },
      groups: ['Machine', 'Settings', 'Files', 'Network', 'API', 'Nothing failed.'],
    });
    expect(out).toContain('  ✓ access              shop.test accepts the token and has 62 products\n');
  });

  test('what was not checked is only counted in the text', async () => {
    const { code, out } = await shopCli('doctor', { now, env: { SHOP_URL: 'http://127.0.0.1:9', SHOP_TOKEN: canary } });
    const from = out.indexOf('Network');
    expect({ code, network: out.slice(from).replace(/\d+ ms/g, 'N ms') }).toMatchInlineSnapshot(`
      {
        "code": 6,
        "network": "Network
        ✓ proxy               none
        ✓ DNS                 127.0.0.1 is an IP address (N ms)
        ✗ TCP                 Cannot connect to 127.0.0.1 (ECONNREFUSED). (N ms)
                              Check the store URL and port. Is the store running?

      1 failed, 6 not checked.
      ",
      }
    `);
  });

  test('only reads are sent, and no more than 20', async () => {
    const { seen } = await diagnoseStore(smallStore);
    expect({ methods: [...new Set(seen.map(({ method }) => method))], isFew: seen.length <= 20 }).toEqual({
      ...{ methods: ['GET'], isFew: true },
    });
  });

  test('the embedded store is a store like any other', async () => {
    const { code, line } = await diagnose('--store sandbox', {});
    expect({ code, store: line('store').message, access: line('access').result }).toEqual({
      ...{ code: 0, store: 'the sandbox, from --store', access: 'ok' },
    });
  });

  test('there is no curl command for it', async () => {
    expect(await shopCli('doctor --store sandbox --curl')).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining('there is no single curl command') },
    });
  });
});

describe('for tickets', () => {
  const secrets = { HTTPS_PROXY: 'http://jan:proxy-password@proxy.test:3128' };

  test('there is no secret: token, password of a proxy, what stands in the wrong variable', async () => {
    const wrong = 'another-token-that-is-long-enough';
    const { out, err, line } = await diagnoseStore(smallStore, {
      env: { ...secrets, SHOP_LANGUAGE: 'nl', SHOP_PROFILE: '', SHOP_TOKEN_FILE: '', SHOP_RETRIES: wrong },
    });
    const leaks = [canary, 'proxy-password', 'jan:'].filter((secret) => `${out}${err}`.includes(secret));
    expect(leaks).toEqual([]);
    expect(line('HTTPS_PROXY').message).toBe('proxy.test:3128, with a user name or password (environment)');
    expect(line('SHOP_RETRIES').message).toBe('set (environment)');
  });

  test('the home directory is ~, and --mask-pii hides the name of the user in every path', async () => {
    const home = ownDirectory();
    const env = { USER: 'jan', XDG_STATE_HOME: '/srv/jan/state' };
    const [open, masked] = [await diagnose('', { env, home }), await diagnose('--mask-pii', { env, home })];
    expect(open.out).not.toContain(home);
    expect([open, masked].map(({ line }) => [line('data directory').message, line('state directory').message])).toEqual(
      [
        ['~/.local/share/shop-cli: none yet', '/srv/jan/state/shop-cli: none yet'],
        ['~/.local/share/shop-cli: none yet', '/srv/***/state/shop-cli: none yet'],
      ],
    );
  });

  test('the journal, its secret, the index of people and the embedded store are listed with owner and permissions', async () => {
    const home = ownDirectory();
    const options = { home, env: { SHOP_URL: 'sandbox' } };
    const customers = 'emailAddress,firstName,lastName\nan@example.com,An,Bos\n';
    await shopCli('customers import -', { ...options, stdin: customers });
    await shopCli('customers find bos', options);
    const { line } = await diagnose('', options);
    const found = ['sandbox.db', 'imports.db', 'imports.db.key', 'people.db', 'people-keys.json'].map(line);
    expect(found.map(({ message }) => message.replace(/^~\S+: /, ''))).toEqual(found.map(() => 'owner you, mode 0600'));
  });
});

describe('settings', () => {
  test('without a store, machine, settings and files are reported, and the ways to select one', async () => {
    const directory = ownDirectory();
    const { code, line, all } = await diagnose('', { directory });
    expect(code).toBe(2);
    expect(line('store')).toMatchObject({ result: 'failed', hint: expect.stringContaining('--store sandbox') });
    expect(all('failed')).toEqual(['store']);
    expect(line('DNS')).toMatchObject({ result: 'skipped', message: 'not checked: store failed' });
    expect(line('config.json').result).toBe('ok');
  });

  test('each has its source, and what it overrides is said', async () => {
    const home = ownDirectory();
    const { url } = await serveStore(smallStore);
    await writeProfiles(
      home,
      { staging: { url, settings: { SHOP_TIMEOUT: '5s', SHOP_RETRIES: '1', SHOP_READ_ONLY: 'yes' } } },
      'staging',
    );
    const env = { SHOP_TIMEOUT: '7s', SHOP_READ_ONLY: 'no' };
    const { line } = await diagnose('--timeout 9s --log-format text', { home, env });
    const names = ['SHOP_TIMEOUT', 'SHOP_RETRIES', 'SHOP_FILTER_STYLE', 'SHOP_LOG_FORMAT', 'SHOP_READ_ONLY'];
    expect(names.map((name) => line(name).message)).toEqual([
      '9s (--timeout; not used: environment, profile staging)',
      '1 (profile staging)',
      'both (default)',
      'text (--log-format)',
      'yes (profile staging; not used: environment)',
    ]);
    expect(line('store').message).toMatch(/^127\.0\.0\.1:\d+ \(read-only\), from current profile$/);
    expect(line('token').message).toContain('from the profile staging');
  });

  test('marks of the store and sources that are passed over are said', async () => {
    const home = ownDirectory();
    const { url, variables } = await serveStore(smallStore);
    await writeProfiles(home, { staging: { url, production: true, readOnly: true } }, 'staging');
    const { line } = await diagnose('', { home, env: variables });
    expect(line('store').message).toMatch(/ \(production, read-only\), from SHOP_URL; not used: current profile$/);
  });

  test('invalid ones are named, and the rest is reported all the same', async () => {
    const { code, line } = await diagnoseStore(smallStore, { env: { SHOP_TIMEOUT: 'soon' } });
    expect({ code, settings: line('settings'), tcp: line('TCP').message }).toMatchObject({
      ...{ code: 2, tcp: 'not checked: settings failed' },
      settings: { result: 'failed', message: 'SHOP_TIMEOUT "soon" must be a duration such as 30s.' },
    });
  });

  test('a damaged config.json is named', async () => {
    const home = ownDirectory();
    await writeProfiles(home, { staging: { url: 'https://shop.example' } }, 'staging');
    await writeFile(join(home, '.config/shop-cli/config.json'), '{');
    const { code, line } = await diagnose('', { home });
    expect({ code, store: line('store') }).toMatchObject({
      ...{ code: 2, store: { result: 'failed', hint: expect.stringContaining('Fix it in an editor') } },
    });
  });
});
