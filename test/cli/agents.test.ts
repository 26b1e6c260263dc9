import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeProfiles } from '../support/profiles.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { json, serveSandbox, serveStore } from '../support/store.ts';

// A command in the hands of an agent writes only what a person has agreed to.

/** As agents set them. */
const agentVariables = [
  ...['AI_AGENT', 'AGENT', 'CLAUDECODE', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CURSOR_AGENT'],
  ...['GEMINI_CLI', 'ANTIGRAVITY_AGENT', 'AUGMENT_AGENT', 'OPENCODE'],
];

const writes = [
  'products create --sku A --price 1',
  'customers update 101 --phone-number 1',
  'addresses delete 301 --customer 101',
  'products import products.csv --settle 1s',
  'api GET customers/101 -H X-HTTP-Method-Override:DELETE',
  'api POST customers -f emailAddress=a@b.example',
] as const;

/** Runs a command line with a file to import at a store that would take anything; gives the writes it got. */
async function run(line: string, env: Readonly<Record<string, string>>) {
  const directory = ownDirectory({ 'products.csv': 'sku,name\nA,Mug\n' });
  const store = await serveStore(({ path }, response) =>
    json(response, 200, path.endsWith('/products') ? { data: [], numRows: 0 } : { customerId: '101' }),
  );
  const { seen } = store;
  const outcome = await store.run(line, { directory, env });
  return { ...outcome, writes: seen.filter(({ method }) => method !== 'GET').length };
}

test.each(writes)('%s: an agent is refused, and told how a person can agree', async (line) => {
  const { code, err, writes: sent } = await run(line, { CLAUDECODE: '1' });
  expect({ code, sent }).toEqual({ code: 2, sent: 0 });
  expect(err).toMatchInlineSnapshot(`
    "Error: Refusing to write to shop.test for an agent (CLAUDECODE is set). Nothing was sent.
    Show a person what would be sent with --dry-run, and pass --yes when they agree. For an import: --save-plan, then 'imports apply --yes'.
    "
  `);
});

test.each(agentVariables)('%s says that an agent runs the command', async (name) => {
  expect((await run(writes[0], { [name]: '1' })).code).toBe(2);
  expect((await run(writes[0], { [name]: '' })).writes).toBe(1);
});

test('an agent passes --yes when a person has agreed, and may look at everything', async () => {
  const env = { AI_AGENT: 'example' };
  expect((await run(`${writes[0]} --yes`, env)).writes).toBe(1);
  for (const line of [`${writes[0]} --dry-run`, `${writes[0]} --curl`, 'products list', 'api GET customers/101'])
    expect({ line, ...(await run(line, env)) }).toMatchObject({ line, code: 0, writes: 0 });
});

test('an agent applies a plan with --yes alone, as any write: a plan may be its own', async () => {
  const directory = ownDirectory({ 'products.csv': 'sku,name\nA,Mug\n' });
  const store = await serveSandbox({ empty: true });
  const env = { AI_AGENT: 'example' };
  const plan = 'products import products.csv --save-plan import.plan';
  expect((await store.run(plan, { directory, env })).code).toBe(0);
  const apply = 'imports apply import.plan --settle 1s';
  expect(await store.run(apply, { directory, env })).toMatchObject({
    code: 2,
    err: expect.stringContaining('for an agent (AI_AGENT is set). Nothing was sent.'),
  });
  expect((await store.run(`${apply} --dry-run`, { directory, env })).code).toBe(0);
  expect((await store.run(`${apply} --yes`, { directory, env })).code).toBe(0);
  expect((await store.run('products list -q --sku A', { env })).out).not.toBe('');
});

test.each(['auth logout live --forget --yes', 'auth login live --store https://other.example --token-stdin --yes'])(
  '%s: an agent may not forget a profile or its marks',
  async (line) => {
    const home = ownDirectory();
    await writeProfiles(home, { live: { url: 'https://shop.example' } });
    const run = (more: string, env = {}) => shopCli(more, { home, env, stdin: canary });
    expect(await run(line, { CLAUDECODE: '1' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Error: Refusing to remove the profile live for an agent \(CLAUDECODE is set\)\./),
    });
    expect((await run('auth list -q')).out).toBe('live\n');
  },
);

test('an agent may practise on the embedded store', async () => {
  const home = ownDirectory();
  const env = { AGENT: 'example', SHOP_URL: 'sandbox' };
  expect((await shopCli('products create --sku A --name Mug', { env, home })).code).toBe(0);
});

test('SKILL.md names commands, options and variables that exist', async () => {
  const text = await readFile('SKILL.md', 'utf8');
  for (const [, name = ''] of text.matchAll(/`([A-Z]+_?[A-Z]+)`/g)) expect(agentVariables).toContain(name);
  const lines = [...text.matchAll(/^shop-cli ([^#\n]+)/gm)].map(([, line = '']) => line.trim());
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    const { err } = await shopCli(`${line} --store http://127.0.0.1:1`, { env: { SHOP_TOKEN: 'example-token' } });
    expect({ line, err }).toEqual({ line, err: expect.not.stringMatching(/[Uu]nknown (command|option)/) });
  }
});
