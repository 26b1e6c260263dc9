import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canary } from '../support/canary.ts';
import { makeDirectory, removeDirectory } from '../support/directory.ts';
import { type Ended, isInstalled, putOnPath, runProgram } from '../support/programs.ts';
import { json, type SeenRequest, serveStore } from '../support/store.ts';
import { words } from '../support/words.ts';

// The built program, typed into the shells that are installed, and its curl lines run. Needs a build (`npm test` makes one).

const key = '42212126-9CF9-49D8-8E52-5B2858894145';
const token = `${canary}+%&"'${'x'.repeat(12)}=/`;

/** The record that is asked for, whatever that is, and as it was sent. */
function replyTo({ method, path, body }: Pick<SeenRequest, 'method' | 'path' | 'body'>): object {
  if (method === 'DELETE') return { deleted: true };
  const asked = decodeURIComponent(path.split('/').at(-1) ?? '');
  const [productId] = asked.split('{');
  const sent: object = body === '' ? {} : JSON.parse(body);
  const list = { numRows: 0, data: [] };
  return { productId, uprid: asked, sku: asked, id: '1', basketKey: `{${key}}`, customerId: '1', ...list, ...sent };
}

let directory = '';
const at = (...path: readonly string[]): string => join(directory, ...path);

beforeAll(async () => {
  directory = makeDirectory();
  putOnPath(at('bin'));
});
afterAll(() => removeDirectory(directory));

/** Runs a program with nothing of this process's environment but the path. */
function run(
  command: string,
  argv: readonly string[],
  { url = '', path = `${at('bin')}:${process.env.PATH}`, stdin = '' } = {},
): Promise<Ended> {
  const env = { PATH: path, HOME: directory, LANG: 'C.UTF-8', SHOP_URL: url, SHOP_TOKEN: token };
  return runProgram(command, argv, { cwd: directory, env, stdin });
}

const shells = [
  { name: 'bash', command: 'bash', options: ['--norc'], first: '' },
  { name: 'dash', command: 'dash', options: [], first: '' },
  { name: 'zsh', command: 'zsh', options: ['-f'], first: '' },
  { name: 'zsh with brace_ccl', command: 'zsh', options: ['-f'], first: 'setopt brace_ccl; ' },
  { name: 'fish', command: 'fish', options: ['--no-config'], first: '' },
].map((shell) => ({ ...shell, missing: !isInstalled(shell.command) }));

describe.each(shells)('typed into $name', ({ command, options, first, missing }) => {
  const linePath = `/api/v2/baskets/%7B${key}%7D/206%7B3%7D12%7B4%7D7`;
  const typed = [
    [`baskets items get ${key} 206+3-12+4-7`, linePath],
    [`baskets items get ${key} "206{3}12{4}7"`, linePath],
    [`baskets items get "{${key}}" 206+3-12+4-7`, linePath],
    [`baskets items get "{${key}}" "206{3}12{4}7"`, linePath],
    [`baskets items get {${key}} 206+3-12+4-7`, linePath],
    [`baskets items get %7B${key}%7D 206%7B3%7D12%7B4%7D7`, linePath],
    [`baskets get ${key}`, `/api/v2/baskets/%7B${key}%7D`],
    [`baskets get {${key}}`, `/api/v2/baskets/%7B${key}%7D`],
  ] as const;

  // Braces without quotes are a list of characters to brace_ccl; the others keep them.
  const works = typed.filter(([line]) => !(first.includes('brace_ccl') && / \{/.test(line)));

  test.skipIf(missing).each(works)('is read as it is meant: shop-cli %s', async (line, path) => {
    const { url, seen } = await serveStore((request, response) => json(response, 200, replyTo(request)));
    const { code, err } = await run(command, [...options, '-c', `${first}shop-cli ${line} --json`], { url });
    expect({ code, err, paths: seen.map((request) => request.path) }).toEqual({ code: 0, err: '', paths: [path] });
  });
});

const curlVersion = (): readonly number[] => {
  try {
    return (/^curl (\d+)\.(\d+)/.exec(execFileSync('curl', ['--version'], { encoding: 'utf8' })) ?? [])
      .slice(1)
      .map(Number);
  } catch {
    return [];
  }
};
const [major = 0, minor = 0] = curlVersion();
/** `--url-query` came with 7.87. */
const isOldCurl = major * 1000 + minor < 7087;

describe.skipIf(isOldCurl)('the line that --curl prints', () => {
  const hostile = 'Ü "quoted" \'single\' $HOME `id` $(id) \\ \n! {a,b} * ; | & # 100% é€😀 \u200b';
  const commands: readonly (readonly [string, readonly string[]])[] = [
    [
      'a GET with filters',
      words(
        'products list --category 7 --recursive --language de --language-id 6',
        '--search',
        `*${hostile.replace('\n', '')}*+%&=`,
      ),
    ],
    ['a GET of a path', ['products', 'get', "A/B?c#d %[1-3]{x,y}'"]],
    [
      'a GET with a query of any name',
      words('api GET products --query +plus=+ --query @at=@at --query empty=', '--query', 'a b&c=d=e'),
    ],
    ['a POST', words('products create --sku A --price 9.50 --allow-duplicate --language nl', '--name', hostile)],
    ['a POST with a body that looks like a file', ['api', 'POST', 'products', '-f', '@name=@/etc/hostname']],
    ['a PATCH', ['baskets', 'update', key, '--coupon', hostile, '--product', '206+3-12', '--quiet']],
    ['a DELETE', ['baskets', 'items', 'delete', key, '206+3-12', '--yes']],
  ];

  test.each(commands)('of %s makes the same request', async (_, argv) => {
    const { url, seen } = await serveStore((request, response) => json(response, 200, replyTo(request)));
    const own = await run('shop-cli', argv, { url });
    const printed = await run('shop-cli', [...argv, '--curl'], { url });
    const curl = await run('sh', ['-c', printed.out]);
    expect({ own: own.code, printed: [printed.code, printed.err], curl }).toEqual({
      own: 0,
      printed: [0, ''],
      curl: { code: 0, out: JSON.stringify(replyTo(seen.at(-1) as SeenRequest)), err: '' },
    });
    // Before some changes and after all of them the record is read.
    const last = seen.at(-1);
    const [first, ...others] = seen.filter(({ method }) => method === last?.method);
    expect([others.length > 0, last && essence(last), last?.query.getAll('token')]).toEqual([
      true,
      first && essence(first),
      [token],
    ]);
  });

  test.each(commands)('of %s holds the token nowhere, and neither do curl’s arguments', async (_, argv) => {
    const recorder = at('recorder');
    await mkdir(recorder, { recursive: true });
    await writeFile(
      join(recorder, 'curl'),
      '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/curl.argv"\ncat > "$HOME/curl.stdin"\n',
    );
    await chmod(join(recorder, 'curl'), 0o755);
    const { out, err } = await run('shop-cli', [...argv, '--curl'], { url: 'http://127.0.0.1:1' });
    const { code } = await run('sh', ['-c', out], { path: `${recorder}:${process.env.PATH}` });
    const [received, stdin] = [await readFile(at('curl.argv'), 'utf8'), await readFile(at('curl.stdin'), 'utf8')];
    const forms = [token, encodeURIComponent(token), 'canary', Buffer.from(token).toString('base64')];
    expect({ code, leaks: forms.filter((form) => `${out}${err}${received}`.includes(form)), stdin }).toEqual({
      code: 0,
      leaks: [],
      stdin: token,
    });
  });

  test('ends with a failure when the store refuses', async () => {
    const { url } = await serveStore((_, response) => json(response, 422, { message: 'No' }));
    const { out } = await run('shop-cli', ['products', 'create', '--sku', 'A', '--curl'], { url });
    expect(await run('sh', ['-c', out])).toMatchObject({ code: 22, out: '{"message":"No"}' });
  });
});

/** What they do to the line is followed here step by step, since neither is installed; the curl that reads the result is real. */
const windows = {
  /** Strings in single quotes, and the token put between two of them. */
  powershell(line: string): string {
    const [, strings = '', pipe] = /^(.*) \| (curl\.exe --config -)\n$/s.exec(line) ?? [];
    expect(pipe).toBe('curl.exe --config -');
    const ready = strings.replace(
      /\('([^']*)' \+ \$env:SHOP_TOKEN\.Replace\('\\', '\\\\'\)\.Replace\('"', '\\"'\) \+ '"'\)/,
      (_, start) => {
        return `'${start}${canary.replace(/["\\]/g, '\\$&')}"'`;
      },
    );
    return [...ready.matchAll(/'((?:[^']|'')*)'(?:, |$)/g)]
      .map(([, text = '']) => `${text.replaceAll("''", "'")}\r\n`)
      .join('');
  },
  /** A block of echo commands; what has a meaning to cmd must not stand there. */
  cmd(line: string): string {
    const [, block = ''] = /^\((.*)\)\| curl\.exe --config -\n$/s.exec(line) ?? [];
    const ready = block.replace('%SHOP_TOKEN:\\=\\\\%', canary.replaceAll('\\', '\\\\'));
    const texts = ready.replace(canary, '').split('& ');
    for (const text of texts) expect(text).not.toMatch(/[&|<>^()!\n\r']|[^ -~]/);
    return ready
      .split('& ')
      .map((text) => `${text.replace(/^echo /, '')}\r\n`)
      .join('');
  },
} as const;

describe.skipIf(isOldCurl).each(Object.keys(windows) as (keyof typeof windows)[])('--curl-for %s', (shell) => {
  const text = 'Ü "quoted" \'single\' $HOME `id` $(id) \\ %PATH% !x! {a,b} * ; | & < > ^ # 100% é€😀';
  test.each<[string, readonly string[]]>([
    ['a list with filters', ['products', 'list', '--search', `${text}*`, '--category', '7', '--language', 'de']],
    ['one product', ['products', 'get', "A/B?c#d %[1-3]{x,y}'"]],
    ['a creation', ['products', 'create', '--sku', 'A', '--name', text, '--price', '9.50', '--allow-duplicate']],
    ['a change', ['baskets', 'update', key, '--coupon', text, '--quiet']],
  ])('of %s makes the same request', async (_, argv) => {
    const { run, seen } = await serveStore((request, response) => json(response, 200, replyTo(request)));
    const { code: own } = await run(argv);
    const { code, out } = await run([...argv, '--curl-for', shell]);
    const { code: curl } = await runProgram('curl', ['--config', '-'], { stdin: windows[shell](out) });
    // Around a change the record is read.
    const [first, ...others] = seen.filter(({ method }) => method === seen.at(-1)?.method).map(essence);
    expect({ own, code, leaks: out.includes(canary), curl, printed: others.at(-1) }).toEqual({
      ...{ own: 0, code: 0, leaks: false, curl: 0, printed: first },
    });
  });
});

/** What of a request has to be the same. */
function essence({ method, path, query, headers, body }: SeenRequest): unknown {
  return {
    method,
    path,
    query: [...query].sort(),
    headers: ['accept', 'content-type', 'accept-language'].map((name) => headers[name]),
    // The printed line writes invisible characters as \u escapes: the same JSON, in other bytes.
    body: body === '' ? '' : JSON.parse(body),
  };
}
