import { execFile } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { canary } from '../support/run.ts';
import { json, serveStore } from '../support/store.ts';

// What PowerShell and cmd do to the line is followed here step by step, since neither is installed; the curl that reads the result is real.

const shells = {
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

const hostile = 'Ü "quoted" \'single\' $HOME `id` $(id) \\ %PATH% !x! {a,b} * ; | & < > ^ # 100% é€😀';
const lines: readonly (readonly [string, readonly string[]])[] = [
  ['a list with filters', ['products', 'list', '--search', `${hostile}*`, '--category', '7', '--language', 'de']],
  ['one product', ['products', 'get', "A/B?c#d %[1-3]{x,y}'"]],
  ['a creation', ['products', 'create', '--sku', 'A', '--name', hostile, '--price', '9.50', '--allow-duplicate']],
  ['a change', ['baskets', 'update', '42212126-9CF9-49D8-8E52-5B2858894145', '--coupon', hostile, '--quiet']],
];

describe.each(Object.keys(shells) as (keyof typeof shells)[])('--curl-for %s', (shell) => {
  test.each(lines)('of %s makes the same request', async (_, argv) => {
    const { run, seen } = await serveStore((_, response) =>
      json(response, 200, { productId: '1', basketKey: '{x}', numRows: 0, data: [] }),
    );
    await run(argv);
    const { code, out } = await run([...argv, '--curl-for', shell]);
    expect({ code, leaks: out.includes(canary) }).toEqual({ code: 0, leaks: false });
    await curl(shells[shell](out));
    const [own, printed] = seen.map(({ method, path, query, headers, body }) => ({
      method,
      path,
      query: [...query].sort(),
      headers: ['accept', 'content-type', 'accept-language'].map((name) => headers[name]),
      body: body === '' ? '' : JSON.parse(body),
    }));
    expect(seen.length).toBe(2);
    expect(printed).toEqual(own);
  });
});

function curl(config: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile('curl', ['--config', '-'], (error) => (error ? reject(error) : resolve()));
    // It may end before it has read this.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(config);
  });
}

test('an unknown shell is refused, wherever the option is', async () => {
  const { run, seen } = await serveStore((_, response) => json(response, 200, {}));
  expect(await run('--curl-for tcsh products list')).toMatchObject({
    code: 2,
    err: expect.stringContaining('posix, powershell, cmd'),
  });
  expect(seen).toEqual([]);
});
