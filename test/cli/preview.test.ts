import { expect, test } from 'vitest';
import { type Guarded, guardOf, RequestShown } from '../../src/cli/preview.ts';
import { type ApiRequest, apiRequest } from '../../src/client/request.ts';
import { RequestUrl } from '../../src/client/request-url.ts';
import { CliError } from '../../src/errors.ts';
import { serveAnyStore } from '../support/bodies.ts';
import { writeProfiles } from '../support/profiles.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { json, namedStore, serveStore } from '../support/store.ts';

/** The guard of a command with these options, in an environment with a token and without a store. */
const guardWith = (
  options: Guarded['options'],
  { protection = { confirm: async () => undefined }, write }: Pick<Guarded, 'write'> & Partial<Guarded>,
) => {
  const context = { env: { SHOP_TOKEN: canary }, platform: 'linux' };
  const store = () => {
    throw new CliError('usage', 'There is no store.');
  };
  return guardOf({ context, settings: { store }, options, protection, write } as unknown as Guarded, {
    printsRequests: false,
    hidesSecrets: true,
  });
};

const base = { origin: 'https://shop.example', path: '' };
const request = (method: ApiRequest['method'], more: Parameters<typeof apiRequest>[2] = {}): ApiRequest =>
  apiRequest(method, RequestUrl.to(base, ['products'], [['filter[search]', "a'b"]]), more);

async function guarded(
  { refuses = false, ...options }: { dryRun?: boolean; curl?: boolean; refuses?: boolean },
  method: ApiRequest['method'],
): Promise<string> {
  const written: string[] = [];
  const protection = {
    confirm: async () => {
      if (refuses) throw new CliError('usage', 'The store is protected.');
    },
  };
  const guard = guardWith(options, { protection, write: async (text) => void written.push(text) });
  const end = await guard(request(method)).then(
    () => 'sent',
    (error: unknown) => (error instanceof RequestShown ? 'shown' : (error as CliError).kind),
  );
  return `${end}${written.length === 0 ? '' : written[0]?.startsWith('{') ? ' as JSON' : ' as curl'}`;
}

async function curlLine(shell: 'posix' | 'powershell' | 'cmd', sent: ApiRequest, caFile?: string): Promise<string> {
  let line = '';
  const write = async (text: string) => {
    line += text;
  };
  const guard = guardWith({ curl: true, curlFor: shell, ...(caFile !== undefined && { caFile }) }, { write });
  await expect(guard(sent)).rejects.toBeInstanceOf(RequestShown);
  return line;
}

test.each([
  [{}, 'sent', 'sent'],
  [{ dryRun: true }, 'sent', 'shown as JSON'],
  [{ curl: true }, 'shown as curl', 'shown as curl'],
  [{ dryRun: true, curl: true }, 'shown as curl', 'shown as curl'],
  [{ refuses: true }, 'sent', 'usage'],
  [{ refuses: true, dryRun: true }, 'sent', 'shown as JSON'],
  [{ refuses: true, curl: true }, 'shown as curl', 'shown as curl'],
])('given the options %j, a read is %s and a write is %s', async (options, read, write) => {
  expect(
    await Promise.all((['GET', 'POST', 'PATCH', 'DELETE'] as const).map((method) => guarded(options, method))),
  ).toEqual([read, write, write, write]);
});

test('--curl prints a write word by word, with the password masked', async () => {
  const body = { name: "Jo's", inner: { Password: 'x' } };
  const line = await curlLine('posix', request('POST', { body, language: 'de' }));
  expect(line.split(' --')).toEqual([
    'printf %s "$SHOP_TOKEN" | curl',
    ...['globoff', 'silent', 'show-error', 'fail-with-body', 'request POST'],
    "header 'accept: application/json'",
    "header 'content-type: application/json'",
    "header 'accept-language: de'",
    "url-query 'filter[search]=a'\\''b'",
    'url-query token@-',
    `data-raw '{"name":"Jo'\\''s","inner":{"Password":"***"}}' 'https://shop.example/api/v2/products'\n`,
  ]);
});

test.each([
  ['posix', `printf 'authorization: Bearer %s' "$SHOP_TOKEN" | curl `, ' --header @- '],
  ['powershell', '', `('header = "authorization: Bearer ' + $env:SHOP_TOKEN`],
  ['cmd', '', 'echo header = "authorization: Bearer %SHOP_TOKEN:'],
] as const)('for an API with the token in a header, the curl line of %s adds it there', async (shell, start, part) => {
  const token = { in: 'header', name: 'authorization', prefix: 'Bearer ' } as const;
  const line = await curlLine(shell, { ...request('GET'), token });
  expect([line.startsWith(start), line.includes(part), line.includes('token=')]).toEqual([true, true, false]);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['', { store: 'shop.test' }],
  ['--production', { store: 'shop.test', production: true }],
])('--dry-run of a write names its store first, and whether it is production: %s', async (mark, expected) => {
  const home = ownDirectory();
  const { url } = await serveStore((_, response) => json(response, 200, { customerId: '101' }));
  await writeProfiles(home, { live: { url, production: mark !== '' } }, 'live');
  const { out } = await shopCli('customers update 101 --phone-number 1 --dry-run', { home });
  const shown = JSON.parse(namedStore(out));
  expect(shown).toMatchObject(expected);
  expect(Object.keys(shown).slice(0, 3)).toEqual([...Object.keys(expected), 'method', 'path'].slice(0, 3));
});

test.each([
  ['1', 2],
  ['true', 2],
  ['yes', 2],
  ['anything', 2],
  ['', 0],
  ['0', 0],
  ['no', 0],
  ['FALSE', 0],
])('SHOP_READ_ONLY=%j ends a write with %i, and a read with 0', async (value, code) => {
  const { run } = await serveAnyStore();
  const env = { SHOP_READ_ONLY: value };
  const [write, read] = [await run('products create --sku A', { env }), await run('customers get 1', { env })];
  expect([write.code, read.code]).toEqual([code, 0]);
});

test.each([
  ['posix', "--cacert '/etc/own ca.pem' "],
  ['powershell', `'cacert = "/etc/own ca.pem"'`],
  ['cmd', 'echo cacert = "/etc/own ca.pem"&'],
] as const)('the curl command for %s trusts the authorities of --ca-file', async (shell, text) => {
  expect(await curlLine(shell, request('GET'), '/etc/own ca.pem')).toContain(text);
});

test('--curl says that SHOP_TOKEN must be set where the token is in a file', async () => {
  const directory = ownDirectory({ token: canary });
  const env = { SHOP_URL: 'https://shop.example', SHOP_TOKEN_FILE: 'token' };
  expect((await shopCli('products list --curl', { directory, env })).err).toBe(
    'Set SHOP_TOKEN before you run this: the curl command reads the token from it.\n',
  );
  const set = { SHOP_URL: 'https://shop.example', SHOP_TOKEN: canary };
  expect((await shopCli('products list --curl', { directory, env: set })).err).toBe('');
});
