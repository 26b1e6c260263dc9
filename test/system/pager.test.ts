import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Output } from '../../src/context.ts';
import { pagedOutput } from '../../src/system/pager.ts';
import { Secrets } from '../../src/text/redact.ts';
import { canary, ownDirectory } from '../support/run.ts';

/** A terminal that keeps what is written to it. */
function terminal(): Output & { readonly written: string[] } {
  const written: string[] = [];
  return {
    written,
    isTerminal: true,
    columns: 80,
    closed: false,
    fault: undefined,
    write: async (text) => void written.push(text),
  };
}

/** An output with a pager in these variables. */
function paged(env: Readonly<Record<string, string>>, interrupted = new AbortController()) {
  const secrets = new Secrets();
  secrets.add(canary);
  const plain = terminal();
  const { signal } = interrupted;
  return { plain, ...pagedOutput(plain, { env: { PATH: process.env.PATH, ...env }, secrets, interrupted: signal }) };
}

/** A pager that keeps what it was given and its variables in files. */
function keepingPager(directory: string): string {
  const script = join(directory, 'pager.sh');
  writeFileSync(script, `env > ${directory}/env\nprintf '%s|' "$@" > ${directory}/args\ncat > ${directory}/text\n`);
  return `sh ${script}`;
}

test('the pager gets what is written while it runs, and the terminal what is written before and after', async () => {
  const directory = ownDirectory();
  const { plain, stdout, pager } = paged({ PAGER: `${keepingPager(directory)}  -x $HOME;ls` });
  await stdout.write('before\n');
  for (const text of ['one\n', `token ${canary}\n`]) {
    await pager?.begin();
    await stdout.write(text);
  }
  await pager?.end();
  await stdout.write('after\n');
  expect([plain.written, stdout.closed]).toEqual([['before\n', 'after\n'], false]);
  expect(readFileSync(join(directory, 'text'), 'utf8')).toBe('one\ntoken ***\n');
  expect(readFileSync(join(directory, 'args'), 'utf8')).toBe('-x|$HOME;ls|');
});

test.each([
  ['quoted', (path: string) => `"${path}" -FRX "a b"`],
  ['not quoted, and there', (path: string) => `${path} -FRX "a b"`],
])('the path of the pager may have blanks: %s', async (_, lineOf) => {
  const directory = join(ownDirectory(), 'Program Files', 'Git');
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'less');
  writeFileSync(path, `#!/bin/sh\nprintf '%s|' "$@" > "${directory}/args"\ncat > "${directory}/text"\n`, {
    mode: 0o755,
  });
  const { plain, stdout, pager } = paged({ PAGER: lineOf(path) });
  await pager?.begin();
  await stdout.write('text');
  await pager?.end();
  expect([plain.written, readFileSync(join(directory, 'args'), 'utf8')]).toEqual([[], '-FRX|a b|']);
});

test('the pager inherits no setting of shop-cli, no proxy and no secret', async () => {
  const directory = ownDirectory();
  const { pager } = paged({
    PAGER: keepingPager(directory),
    SHOP_URL: 'https://shop.example',
    https_proxy: 'http://jo:secret@proxy.example',
    MY_NOTES: `the token is ${canary}`,
    LESSCHARSET: 'utf-8',
  });
  await pager?.begin();
  await pager?.end();
  const names = readFileSync(join(directory, 'env'), 'utf8').match(/^\w+(?==)/gm) ?? [];
  const own = ['PATH', 'PAGER', 'PWD', 'OLDPWD', 'SHLVL', '_'];
  expect(names.filter((name) => !own.includes(name))).toEqual(['LESS', 'LESSCHARSET']);
});

test.each([
  [{}, 'LESS=FRX'],
  [{ LESS: '-i' }, 'LESS=-i'],
])('with the variables %j, less gets %s', async (env, expected) => {
  const directory = ownDirectory();
  const { pager } = paged({ PAGER: keepingPager(directory), ...env });
  await pager?.begin();
  await pager?.end();
  expect(readFileSync(join(directory, 'env'), 'utf8').split('\n')).toContain(expected);
});

test.each(['', ' ', 'cat'])('there is no pager with PAGER=%j', (name) => {
  expect(paged({ PAGER: name }).pager).toBeUndefined();
});

test('an interrupted command starts no pager: the text goes to the terminal', async () => {
  const interrupted = new AbortController();
  interrupted.abort('SIGINT');
  const { plain, stdout, pager } = paged({ PAGER: `${keepingPager(ownDirectory())}` }, interrupted);
  await pager?.begin();
  await stdout.write('one\n');
  await pager?.end();
  expect({ written: plain.written, closed: stdout.closed }).toEqual({ written: ['one\n'], closed: false });
});

test('where a signal comes while the pager starts, the text goes to the terminal', async () => {
  const interrupted = new AbortController();
  const { plain, stdout, pager } = paged({ PAGER: 'sleep 1000' }, interrupted);
  const begun = pager?.begin();
  interrupted.abort('SIGINT');
  await begun;
  await stdout.write('one\n');
  await pager?.end();
  expect({ written: plain.written, closed: stdout.closed }).toEqual({ written: ['one\n'], closed: false });
});

test.each([
  [`sh -c 'printf "%s|" "$@" > args' sh "one two"  'three "3"' a"b c"d`, 'one two|three "3"|ab cd|'],
  [`sh -c 'printf "%s|" "$@" > args' sh\t-x`, '-x|'],
])('quotes keep the words of PAGER together: %s', async (line, expected) => {
  const directory = ownDirectory();
  const { pager } = paged({ PAGER: line.replace('args', join(directory, 'args')) });
  await pager?.begin();
  await pager?.end();
  expect(readFileSync(join(directory, 'args'), 'utf8')).toBe(expected);
});

test.each([
  ['killed before it reads', 'kill -9 $$', 1],
  ['killed before it reads', 'kill -9 $$', 2000],
  ['ended by SIGTERM', 'kill -15 $$', 1],
])('a pager that is %s (%s) shows nothing: %i lines go to the terminal', async (_, script, count) => {
  const directory = ownDirectory({ 'pager.sh': script });
  const { plain, stdout, pager } = paged({ PAGER: `sh ${join(directory, 'pager.sh')}` });
  await pager?.begin();
  const lines = Array.from({ length: count }, (_, at) => `line ${at} of the list\n`);
  for (const line of lines) await stdout.write(line);
  await pager?.end();
  expect({ written: plain.written.join(''), closed: stdout.closed }).toEqual({
    written: lines.join(''),
    closed: false,
  });
});

test.each(['kill -9 $$', 'exit 1'])(
  'of a long text of which a pager has read a part (%s), the rest is printed',
  async (end) => {
    const directory = ownDirectory({ 'pager.sh': `head -c 100000 > /dev/null\n${end}\n` });
    const { plain, stdout, pager } = paged({ PAGER: `sh ${join(directory, 'pager.sh')}` });
    await pager?.begin();
    const text = 'a line of the list\n'.repeat(500);
    for (let at = 0; at < 100; at++) await stdout.write(`${at} ${text}`);
    await pager?.end();
    expect(stdout.closed).toBe(false);
    expect(plain.written.at(-1)).toBe(`99 ${text}`);
    expect(plain.written.length).toBeGreaterThan(50);
  },
);

test.each(['/nonexistent/pager', '/etc/passwd/pager', '/etc/passwd', '/etc', '"/no such/pager" -R', '"', "''"])(
  'without a program %s, the text goes to the terminal',
  async (name) => {
    const { plain, stdout, pager } = paged({ PAGER: name });
    await pager?.begin();
    await stdout.write('one\n');
    await pager?.end();
    expect({ written: plain.written, closed: stdout.closed }).toEqual({ written: ['one\n'], closed: false });
  },
);

test('a pager that is left before the end of the text closes the output', async () => {
  const { plain, stdout, pager } = paged({ PAGER: 'true' });
  await pager?.begin();
  while (!stdout.closed) await stdout.write('a line of the list\n');
  await pager?.end();
  expect({ written: plain.written, closed: stdout.closed }).toEqual({ written: [], closed: true });
});

test('a signal ends the pager', async () => {
  const interrupted = new AbortController();
  const { pager } = paged({ PAGER: 'sleep 1000' }, interrupted);
  await pager?.begin();
  interrupted.abort('SIGINT');
  await expect(pager?.end()).resolves.toBeUndefined();
});

test.each([1, 5, 2000])(
  'a pager that fails before it reads shows nothing: %i lines go to the terminal',
  async (count) => {
    const { plain, stdout, pager } = paged({ PAGER: 'false' });
    await pager?.begin();
    const lines = Array.from({ length: count }, (_, at) => `line ${at} of the list\n`);
    for (const line of lines) await stdout.write(line);
    await pager?.end();
    expect({ written: plain.written.join(''), closed: stdout.closed }).toEqual({
      written: lines.join(''),
      closed: false,
    });
  },
);

test('a pager that has shown a long text and then fails does not make it appear twice', async () => {
  const directory = ownDirectory();
  writeFileSync(join(directory, 'pager.sh'), 'cat > /dev/null\nexit 1\n');
  const { plain, stdout, pager } = paged({ PAGER: `sh ${join(directory, 'pager.sh')}` });
  await pager?.begin();
  for (let at = 0; at < 20; at++) await stdout.write('a line of the list\n'.repeat(500));
  await pager?.end();
  expect(plain.written).toEqual([]);
});
