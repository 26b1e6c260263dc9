import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { fixedSchemas } from '../../src/commands/schema/fixed.ts';
import { ownDirectory } from '../support/directory.ts';
import { canary, type RunOptions, shopCli } from '../support/run.ts';
import { json, runInSandbox, serveSandbox, serveStore } from '../support/store.ts';

// With --log-format json, standard error is one event a line, each of which fits `shop-cli schema log.event`.

const logEvent = fixedSchemas['log.event']?.[1] as { readonly $defs: Readonly<Record<string, object>> };
const matches = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile({
  ...logEvent,
  $defs: Object.fromEntries(
    Object.entries(logEvent.$defs).map(([name, schema]) => [name, { ...schema, additionalProperties: false }]),
  ),
});

interface Logged {
  readonly level: string;
  readonly event: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** The events of a log; a line that is none is a failure. */
function events(err: string): readonly Logged[] {
  const lines = err.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => {
    const event = JSON.parse(line);
    expect({ line, errors: matches(event) ? null : matches.errors }).toEqual({ line, errors: null });
    return event;
  });
}

const names = (logged: readonly Logged[]): readonly string[] => logged.map(({ level, event }) => `${level} ${event}`);

const example = resolve('test/support/catalogue.csv');
const log = '--log-format json';

async function logOf(line: string, options: RunOptions = {}): Promise<readonly Logged[]> {
  const { run } = await serveSandbox();
  return await events((await run(line, options)).err);
}

test.each<readonly [string, readonly string[]]>([
  [`products list --limit 2 ${log}`, ['info message']],
  [`products get 999999 ${log}`, ['error error']],
  [`products get 999999 --json ${log}`, ['error error']],
  [`products list --verbose ${log}`, ['info request', 'info message']],
  [`products lst ${log}`, ['error error']],
  [`products list --no-such-option ${log}`, ['error error']],
  ['products list --no-such-option --log-format=json', ['error error']],
  [`${log} products lst`, ['error error']],
  [`products create --sku NEW-1 --name New ${log}`, ['warn message', 'info done']],
  [`customers update 101 --city Gent --first-name Ann ${log}`, ['error error']],
  [`customers update 101 --phone-number 0301234567 ${log}`, ['info message', 'info done']],
  [`customers delete 101 ${log}`, ['error error']],
  [`products diff ${example} ${log}`, ['info message', 'info message', 'warn message', 'info message', 'info message']],
])('every command logs each message as a line of JSON: %s', async (line, wanted) => {
  expect(names(await logOf(line))).toEqual(wanted);
});

test('an error has the code, the hint and the exit code in fields of their own', async () => {
  expect(await logOf(`products get 999999 ${log}`)).toEqual([
    {
      time: '2026-01-31T12:00:00.000Z',
      ...{ level: 'error', event: 'error', exitCode: 3 },
      message: expect.stringContaining('999999'),
      error: {
        ...{ code: 'not-found', message: expect.stringContaining('999999'), status: 404, field: null },
        ...{ hint: expect.stringContaining('shop-cli products list'), retryable: false },
      },
    },
  ]);
});

describe('an import', () => {
  async function imported(rows: string, store = serveSandbox(), more: RunOptions = {}): Promise<readonly Logged[]> {
    const home = ownDirectory({ 'in.csv': rows });
    const { run } = await store;
    const { err } = await run(`products import in.csv --concurrency 1 ${log}`, { home, directory: home, ...more });
    expect(err).not.toMatch(/^::|##\[/m);
    return events(err);
  }

  test('says with what it started, and how it finished', async () => {
    const logged = await imported('sku,name,price\nA-1,One,1.00\nBEL-001,Known,2.00\n');
    expect(logged.filter(({ event }) => event.startsWith('import_'))).toEqual([
      expect.objectContaining({
        ...{ event: 'import_started', run: 1, file: 'in.csv', rows: 2, toSend: 1 },
        ...{ continued: false, concurrency: 1, perSecond: null },
      }),
      expect.objectContaining({
        ...{ event: 'import_finished', outcome: 'complete', exitCode: 0, rows: 2, created: 1, existing: 1 },
        message: 'Created 1 product. 1 already existed.',
      }),
    ]);
    expect(logged.at(-1)?.event).toBe('import_finished');
  });

  test('names each invalid row, with its value', async () => {
    const logged = await imported('sku,name,price\nA-1,One,abc\n');
    expect(logged.find(({ event }) => event === 'row_failed')).toMatchObject({
      ...{ level: 'error', line: 2, key: 'A-1', outcome: 'invalid', field: 'price', value: 'abc' },
    });
    expect(names(logged).at(-1)).toBe('error error');
  });

  test('names each row that the store refuses, in the words of the store on one line', async () => {
    const said = 'no\u001b[31m\r\n\u2028{"x":1}\u009b ?token=ab\\"cd \ud800 end';
    const refusing = serveStore(({ method, query }, response) =>
      method === 'POST'
        ? json(response, 422, JSON.stringify({ error: { message: said } }))
        : json(response, 200, { numRows: query.get('filter[search]') ? 0 : 1, data: [] }),
    );
    const logged = await imported('sku,name,price\nA-1,"One\u0007\u202e",1\n', refusing);
    const failed = logged.find(({ event }) => event === 'row_failed');
    expect(failed).toMatchObject({ outcome: 'rejected', key: 'A-1' });
    expect(JSON.stringify(logged)).not.toContain('ab\\\\');
  });

  test('that is interrupted says so, with the exit code of the signal', async () => {
    const user = new AbortController();
    const store = serveStore(({ method, body }, response) => {
      if (method !== 'POST') return json(response, 200, { numRows: 0, data: [] });
      user.abort('SIGTERM');
      json(response, 201, { productId: 1, sku: JSON.parse(body).sku });
    });
    const logged = await imported('sku,name\nA,x\nB,y\n', store, { interrupted: user.signal });
    expect(names(logged)).toContain('warn interrupted');
    expect(logged.at(-1)).toMatchObject({ event: 'import_finished', outcome: 'stopped', exitCode: 143 });
  });

  test('has no line that a CI service takes for a command', async () => {
    const env = { GITHUB_ACTIONS: 'true' };
    const logged = await imported('sku,name,price\n::error::x,One,##[x\n', serveSandbox(), { env });
    expect(names(logged)).toContain('error row_failed');
  });
});

test('docs/reports.md explains every event', () => {
  const [, log = ''] = readFileSync('docs/reports.md', 'utf8').split('\n## The log\n');
  const table = log.matchAll(/^\| (`[^|]*) \|/gm);
  const explained = [...table].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z]+(?:_[a-z]+)?)`/g)].map(([, name]) => name),
  );
  expect(explained.sort()).toEqual(Object.keys(logEvent.$defs).sort());
});

describe('the format is chosen', () => {
  const isJson = (err: string): boolean => err.startsWith('{"time"');
  test.each<readonly [string, string, RunOptions, boolean]>([
    ['by SHOP_LOG_FORMAT', 'products get 999999', { env: { SHOP_LOG_FORMAT: 'json' } }, true],
    ['by SHOP_LOG_FORMAT, for wrong usage', 'nonsense', { env: { SHOP_LOG_FORMAT: 'json' } }, true],
    [
      'by the option, before the variable',
      'products get 999999 --log-format text',
      { env: { SHOP_LOG_FORMAT: 'json' } },
      false,
    ],
    ['for doctor too', `doctor --no-such ${log}`, {}, true],
    ['not by a value after --', 'products get -- --log-format json', {}, false],
    ['as text, as always', 'products get 999999', {}, false],
  ])('%s, for each message of the command', async (_, line, options, wanted) => {
    expect(isJson((await runInSandbox(line, options)).err)).toBe(wanted);
  });

  test('by the file .env, which is read with the other settings', async () => {
    const { url } = await serveSandbox();
    const lines = [`SHOP_URL=${url}`, `SHOP_TOKEN=${canary}`, 'SHOP_LOG_FORMAT=json'];
    const home = ownDirectory({ '.env': lines.join('\n') });
    expect(isJson((await shopCli('products get 999999', { home, directory: home })).err)).toBe(true);
  });

  test('from the two words json and text alone', async () => {
    const { code, err } = await shopCli('products list --log-format xml');
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('--log-format "xml" must be one of text, json'),
    });
  });
});
