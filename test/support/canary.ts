import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

// Whether the token of the tests got out. The support modules bring here what commands write, what programs print, the files of the tests
// and what servers receive; test/support/watch.ts fails the test in which it was found.

/** The token of every test store: nothing that a command writes may hold it, in whatever encoding. */
export const canary = 'canary-7Kq/p+2&z';

/** Where the token may be. Everything else is a leak. */
const exceptions = {
  /**
   * What a test or `auth login` puts the token into, what a test records of standard input and of sockets (strace), and the
   * database of a store.
   */
  files: /(?:^|\/)(?:\.env|curl\.stdin|trace|token|private-key|credentials\.json|store\.db(?:-wal)?)$/,
  /** Packages from the registry: nobody who installed them had the token yet. */
  directories: /(?:^|\/)node_modules$/,
  /** What reads the keychain, and a token command, answers with the token, to its parent alone. */
  programs: /^(?:node keychain-process\.cjs|sh -c .*\bcat token\b.*)$/,
};

interface Shared {
  /** Ports of the stores that a command was told to use: their requests carry the token. */
  readonly stores: Set<string>;
  /** Where the token was found since the last time. */
  readonly leaks: string[];
}

/** One for the whole process: this file may be loaded anew for each test file, what it watches is not. */
const { stores, leaks } = sharedIn(globalThis as { [key: symbol]: Shared | undefined });

function sharedIn(world: { [key: symbol]: Shared | undefined }): Shared {
  const key = Symbol.for('shop-cli tests: where the token is');
  const shared = world[key] ?? { stores: new Set(), leaks: [] };
  world[key] = shared;
  return shared;
}

export const takeLeaks = (): readonly string[] => leaks.splice(0);

/** The stores that a text names may get the token: `SHOP_URL`, `--store`, what a person types. Never that of a proxy or a redirect. */
export function allowStoresIn(text: string | undefined): void {
  for (const [, port = ''] of (text ?? '').matchAll(/:(\d{2,5})\b/g)) stores.add(port);
}

/** The same for a command line: its environment, its arguments and the `.env` where it runs. */
export function allowStoresOf(
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
  directory: string,
): void {
  allowStoresIn(env.SHOP_URL);
  allowStoresIn(/^SHOP_URL=.*/m.exec(contentOf(join(directory, '.env')))?.[0]);
  for (const [at, word] of argv.entries())
    if (word.startsWith('--store')) allowStoresIn(`${word} ${argv[at + 1] ?? ''}`);
}

/** For the test of this file: a port that a store of an earlier test had may be given out again. */
export const forgetStores = (): void => stores.clear();

/** Notes a leak if the text holds the token. */
export function lookIn(place: string, text: string): void {
  const form = formIn(text);
  if (form !== undefined) leaks.push(`${place} holds the token ${form}`);
}

/** The same for what a program prints on its standard output. */
export function lookInOutput(program: string, text: string): void {
  if (!exceptions.programs.test(program)) lookIn(`the standard output of the program ${program}`, text);
}

/** The same for what a server received. */
export function lookInRequest(port: string, text: string): void {
  if (!stores.has(port)) lookIn(`a request to port ${port}, which no command was told is its store,`, text);
}

/** The same for all files of a directory. */
export function lookInDirectory(directory: string): void {
  for (const entry of entriesOf(directory)) {
    const path = join(directory, entry.name);
    lookIn('a file name', entry.name);
    if (entry.isDirectory() && !exceptions.directories.test(path)) lookInDirectory(path);
    if (entry.isFile() && !exceptions.files.test(path)) lookIn(`the file ${path}`, contentOf(path));
  }
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // Removed by the test itself.
    return [];
  }
}

function contentOf(path: string): string {
  // Not a pipe, which would make us wait. One character for each byte: the forms are ASCII.
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'latin1') : '';
}

/** How the token is written in a text, or undefined. Shares no code with src/text/redact.ts, which it judges. */
function formIn(text: string): string | undefined {
  let decoded = text;
  for (const times of ['', 'percent-encoded or escaped', 'percent-encoded or escaped twice']) {
    const found = needle.exec(decoded)?.[0];
    if (found !== undefined) return `${times} ${forms.get(found) ?? found}: ${around(text, found)}`.trim();
    // Files may be long, and most hold nothing that is escaped.
    if (!/%[\da-f]{2}|\\|&/i.test(decoded)) return undefined;
    decoded = unescaped(decoded);
  }
  return undefined;
}

const around = (text: string, found: string): string => {
  const at = Math.max(0, text.indexOf(found));
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + found.length + 20));
};

/** Without one layer of percent-encoding, and of escapes of JSON and HTML. */
const unescaped = (text: string): string =>
  text
    .replace(/%([\da-f]{2})|\\u00([\da-f]{2})|&#x([\da-f]{1,4});/gi, (_, ...codes) =>
      String.fromCharCode(Number.parseInt(codes.slice(0, 3).find(Boolean), 16)),
    )
    .replace(/&#(\d{1,4});/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll('\\/', '/');

/** What the text is searched for, each with its name. */
const forms = formsOf([
  ['raw', canary],
  ['percent-encoded', encodeURIComponent(canary)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(canary))],
]);

const needle = new RegExp([...forms.keys()].map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'));

function formsOf(plain: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, text] of plain) {
    const bytes = Buffer.from(text);
    found.set(text, name).set([...text].reverse().join(''), `${name}, reversed`);
    for (const hex of [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]) found.set(hex, `${name}, hex`);
    for (const offset of [0, 1, 2]) {
      // Only the characters that no byte before or after has a part in.
      const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
      const inner = whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
      found.set(inner, `${name}, base64`).set(inner.replaceAll('+', '-').replaceAll('/', '_'), `${name}, base64`);
    }
  }
  // A column that cuts its text leaves a beginning or an end. Last, since the first form that fits is named.
  return found.set(canary.slice(0, 10), 'raw, its beginning').set(canary.slice(-8), 'raw, its end');
}
