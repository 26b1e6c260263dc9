import { randomBytes } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { openSandbox } from '../../src/sandbox/open.ts';
import { allowStoresIn, canary, lookIn } from '../support/canary.ts';
import { ownDirectory } from '../support/directory.ts';
import { type WrittenProfile, writeProfiles } from '../support/profiles.ts';
import type { SandboxOptions } from '../support/sandbox.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../support/terminal.ts';

/** The store that a terminal in a test talks to: real, in memory, of this test alone. */
export interface WatchedStore {
  readonly url: string;
  /** The writes that reached it: `POST /api/v2/customers 200`, as its log has them. */
  writes(): readonly string[];
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
}

export interface AskingOptions extends TerminalOptions {
  readonly sandbox?: Partial<SandboxOptions>;
  /** Done in the store before the program starts. */
  readonly prepare?: (store: WatchedStore) => Promise<unknown>;
  /** In the working directory. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Marks of the store, in a profile `live`. */
  readonly marks?: Omit<WrittenProfile, 'url'>;
}

/** Runs a command at a terminal against a fresh store. */
export async function atTerminal(
  argv: readonly string[],
  { sandbox = {}, prepare, files, marks, ...options }: AskingOptions = {},
): Promise<{ readonly terminal: Terminal; readonly store: WatchedStore }> {
  const store = await openStore(sandbox);
  await prepare?.(store);
  const home = ownDirectory(files);
  if (marks) await writeProfiles(home, { live: { url: store.url, ...marks } });
  const env = { HOME: home, XDG_DATA_HOME: home, SHOP_URL: store.url, SHOP_TOKEN: canary, ...options.env };
  return { terminal: openTerminal(argv, { ...options, directory: home, env }), store };
}

/** A store in memory, for as long as the test runs. */
export async function openStore(options: Partial<SandboxOptions> = {}): Promise<WatchedStore> {
  const lines: string[] = [];
  const sandbox = await openSandbox({
    database: ':memory:',
    token: canary,
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    now: () => new Date('2026-01-31T12:00:00Z'),
    log: (line) => {
      lookIn('the log of the sandbox', line);
      lines.push(line);
    },
    ...options,
  });
  allowStoresIn(sandbox.url);
  onTestFinished(() => sandbox.close());
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const init =
      body === undefined
        ? { method }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return await (await fetch(`${sandbox.url}/api/v2/${path}?token=${encodeURIComponent(canary)}`, init)).json();
  };
  return {
    url: sandbox.url,
    writes: () => lines.filter((line) => /\b(POST|PATCH|PUT|DELETE)\b/.test(line)),
    get: (path) => ask('GET', path),
    async post(path, body) {
      const reply = await ask('POST', path, body);
      lines.length = 0;
      return reply;
    },
  };
}

/** A question that waits for its answer, by how it begins. */
export const question = (title: string): RegExp => new RegExp(`^\\? ${escaped(title)}`, 'm');

/** A question that was answered, by how it begins. */
export const answered = (title: string): RegExp => new RegExp(`^✔ ${escaped(title)}`, 'm');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Answers questions in turn, each once it is asked. */
export async function answerAll(
  terminal: Terminal,
  answers: readonly (readonly [title: string, text: string, ...unknown[]])[],
): Promise<void> {
  for (const [title, text] of answers) await terminal.answer(question(title), text);
}

/** Gives an answer that a rule refuses, and then, once the reason is shown, another one in its place. */
export async function answerAgain(
  terminal: Terminal,
  title: string,
  [wrong, why, right]: readonly [wrong: string, why: string, right: string],
): Promise<void> {
  await terminal.answer(question(title), wrong);
  await terminal.waitFor(why);
  terminal.press('ctrlU').type(right).press('enter');
  await terminal.waitFor(answered(title));
}

/**
 * Answers the questions of a form by name, whatever their order, and presses Enter on every other one, until the question `last` is asked.
 * @param answers by how their questions begin; each must be asked
 */
export async function answerForm(
  terminal: Terminal,
  answers: Readonly<Record<string, string>>,
  last: string | RegExp,
): Promise<void> {
  const open = new Set(Object.keys(answers));
  const isLast = new RegExp(typeof last === 'string' ? question(last).source : last.source, 'm');
  let before = '';
  for (let count = 0; ; count++) {
    await terminal.waitFor(
      (screen) => isLast.test(screen) || ![undefined, before].includes(nameOf(lastQuestion(screen))),
    );
    if (isLast.test(terminal.screen)) break;
    const title = lastQuestion(terminal.screen) ?? '';
    if (count === mostQuestions)
      throw new Error(`More than ${mostQuestions} questions, the last one "${title}". The screen:\n${terminal.text}`);
    const name = [...open].find((start) => title.startsWith(start));
    open.delete(name ?? '');
    terminal.type(answers[name ?? ''] ?? '').press('enter');
    before = nameOf(title) ?? '';
  }
  expect([...open]).toEqual([]);
}

/** No form has as many questions as this. */
const mostQuestions = 60;

/**
 * The question that waits for its answer, below all that were answered: a narrower window leaves pieces of earlier ones.
 * In plain lines it stands behind the `Number [1]:` of a list that was answered before that line came.
 */
function lastQuestion(screen: string): string | undefined {
  const [, mark, title] = [...screen.matchAll(/^(?:Number \[\d+\]: )?([?✔]) (.*)$/gm)].at(-1) ?? [];
  return mark === '?' ? title : undefined;
}

/** A question without its hint and what was typed. */
const nameOf = (title: string | undefined): string | undefined => title && /^[^:(]*[:(]?/.exec(title)?.[0];

/** Holds that the program ended with this code, and that the terminal is as it was. */
export async function expectLeft(terminal: Terminal, code: number): Promise<void> {
  const { ttyBefore, ttyAfter, ...left } = await terminal.ended();
  expect({ ...left, tty: ttyAfter }).toEqual({ code, modes: untouched, tty: ttyBefore });
}

const untouched = {
  isAlternateScreen: false,
  bracketedPaste: false,
  mouse: 'none',
  focusEvents: false,
  applicationKeys: false,
  isCursorVisible: true,
  title: '',
};
