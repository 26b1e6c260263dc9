import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Prompts } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import type { Choice } from './choice.ts';
import { dropTypedBefore, Keyboard, type Tty } from './keyboard.ts';
import type { Find, TextQuestion } from './question.ts';

// Questions in plain lines, for a terminal that only prints what it gets (`TERM=dumb`, terminfo(5)): no control codes, and
// an answer is a line with Enter, which the terminal edits.

/** Asks a yes-or-no question; Enter alone means no. What was typed before it does not answer it. */
export async function askPlainYesNo(prompts: Prompts, message: string): Promise<boolean> {
  const tty: Tty = prompts.input;
  const isInterrupted = await dropTypedBefore(tty, 'all');
  tty.setRawMode?.(false);
  if (isInterrupted) throw cancelled();
  for (;;) {
    const answer = (await readLine(prompts, `? ${escapeText(message)} (y/N) `)).trim();
    if (answer === '' || /^no?$/i.test(answer)) return false;
    if (/^y(?:es)?$/i.test(answer)) return true;
    say(prompts, '> Answer yes or no.');
  }
}

/** Asks for one line of text. Enter alone accepts what is typed in advance or suggested, and a space removes it. */
export async function askPlainText(prompts: Prompts, question: TextQuestion): Promise<string> {
  const { message, initial = '', suggestion = '', fault } = question;
  const accepted = (initial || suggestion).replace(/\p{Cc}+/gu, ' ');
  const note = accepted === '' ? '' : `[Enter: ${escapeText(accepted)}] `;
  for (;;) {
    const line = await readLine(prompts, `? ${escapeText(message)} ${note}`);
    const text = line === '' ? accepted : line.trim() === '' ? '' : line;
    const wrong = await fault(text);
    if (wrong === undefined) return text;
    say(prompts, `> ${escapeText(wrong)}`);
  }
}

/** Asks for a text without showing it. */
export const askPlainSecret = async (prompts: Prompts, message: string): Promise<string> =>
  await readUnseen(prompts, `? ${escapeText(message)} `);

/** Asks for one of a few choices by its number or the beginning of its label. */
export async function askPlainWhich<T>(
  prompts: Prompts,
  message: string,
  choices: readonly Choice<T>[],
  initial?: T,
): Promise<T> {
  say(prompts, `? ${escapeText(message)}`);
  list(prompts, choices);
  const at = choices.findIndex(({ value }) => value === initial);
  const likely = Math.max(0, at);
  for (;;) {
    const typed = (await readLine(prompts, `Number [${likely + 1}]: `)).trim();
    const found = typed === '' ? choices[likely] : choiceFor(choices, typed);
    if (found) return found.value;
    say(prompts, `> Type a number from 1 to ${choices.length}.`);
  }
}

/** Asks for one of many choices: a typed text finds some, and a number picks one of those. */
export async function askPlainFound<T>(prompts: Prompts, message: string, find: Find<T>, initial?: T): Promise<T> {
  say(prompts, `? ${escapeText(message)}`);
  let choices = await find('', prompts.signal);
  for (;;) {
    const shown = choices.slice(0, maxFound);
    const typed = await readFound(prompts, { shown, more: choices.length - shown.length, initial });
    if (typeof typed !== 'string') return typed.value;
    const found = await find(typed, prompts.signal);
    const [only, ...others] = found;
    if (only && others.length === 0 && typed !== '') return only.value;
    if (only) choices = found;
    else say(prompts, '> No results found.');
  }
}

interface FoundChoices<T> {
  readonly shown: readonly Choice<T>[];
  /** How many others were found. */
  readonly more: number;
  readonly initial: T | undefined;
}

/** The choice that was picked, or else the text to search for. */
async function readFound<T>(prompts: Prompts, { shown, more, initial }: FoundChoices<T>): Promise<Choice<T> | string> {
  list(prompts, shown);
  if (more > 0) say(prompts, `  and ${more} more: type part of a name to find them`);
  const likely = shown.findIndex(({ value }) => value === initial);
  const note = likely === -1 ? '' : ` [${likely + 1}]`;
  const typed = (await readLine(prompts, `Number, or text to search for${note}: `)).trim();
  return (typed === '' ? shown[likely] : shown[Number(typed) - 1]) ?? typed;
}

/** Choices of a longer list are found by a text. */
const maxFound = 20;

function choiceFor<T>(choices: readonly Choice<T>[], typed: string): Choice<T> | undefined {
  if (/^\d+$/.test(typed)) return choices[Number(typed) - 1];
  const alike = choices.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()));
  return alike.length === 1 ? alike[0] : undefined;
}

function list<T>(prompts: Prompts, choices: readonly Choice<T>[]): void {
  for (const [at, { label, below = '' }] of choices.entries()) {
    say(prompts, `  ${at + 1}. ${escapeText(label)}`);
    if (below !== '') say(prompts, `     ${escapeText(below)}`);
  }
}

const say = ({ output }: Prompts, line: string): void => void output.write(`${line}\n`);

const cancelled = (): CliError => new CliError('interrupted', 'Cancelled. No changes made.');

/** A line as the terminal gives it. @throws CliError `interrupted` on Ctrl-C and Ctrl-D */
const readLine = ({ input, output, signal }: Prompts, text: string): Promise<string> =>
  firstLine(createInterface({ input, output, terminal: false }), { text, output, signal });

/** A line that the terminal does not show, which gives it key by key then. */
async function readUnseen({ input, output, signal }: Prompts, text: string): Promise<string> {
  const keyboard = new Keyboard(input);
  output.write(text);
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input: keyboard, output: nowhere, terminal: true, historySize: 0 });
  setImmediate(() => keyboard.begin());
  try {
    const line = await firstLine(lines, { text: '', output, signal });
    output.write('\n');
    return line;
  } finally {
    keyboard.release();
  }
}

interface LineReading extends Pick<Prompts, 'output' | 'signal'> {
  readonly text: string;
}

async function firstLine(
  lines: ReturnType<typeof createInterface>,
  { text, output, signal }: LineReading,
): Promise<string> {
  const left = new AbortController();
  const leave = (): void => left.abort();
  try {
    return await new Promise((resolve, reject) => {
      left.signal.addEventListener('abort', () => reject(cancelled()));
      signal.addEventListener('abort', leave);
      lines.once('close', leave);
      lines.once('SIGINT', leave);
      if (signal.aborted) leave();
      else lines.question(text, resolve);
    });
  } catch (error) {
    // What was typed has no end.
    output.write('\n');
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
    lines.close();
  }
}
