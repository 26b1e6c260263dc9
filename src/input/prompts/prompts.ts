import { confirm, input, password, search, select } from '@inquirer/prompts';
import type { Prompts } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { paints } from '../../text/paint.ts';
import { Keyboard, markPastes } from './keyboard.ts';

/** One of several things to choose from. */
export interface Choice<T> {
  readonly value: T;
  /** Escaped where it is shown. */
  readonly label: string;
}

/** A question that wants text. All of it is escaped where it is shown. */
export interface TextQuestion {
  readonly message: string;
  /** What stands there already, to be changed or taken over. */
  readonly before?: string;
  /** What is wrong with an answer, if anything. */
  readonly fault: (text: string) => string | undefined;
}

/** Asks a yes-or-no question at the terminal; no is what Enter alone means. @throws CliError `interrupted` on Ctrl-C and Ctrl-D, like all questions here. */
export function askYesNo(prompts: Prompts, message: string): Promise<boolean> {
  return asked(prompts, (theme, context) => confirm({ message: escapeText(message), default: false, theme }, context));
}

/** Asks for one line of text. */
export function askText(prompts: Prompts, { message, before = '', fault }: TextQuestion): Promise<string> {
  return asked(prompts, (theme, context) => {
    const answer = input(
      {
        message: escapeText(message),
        validate: (text) => fault(text) ?? true,
        transformer: (text, { isFinal }) => (isFinal ? theme.style.answer(escapeText(text)) : escapeText(text)),
        theme,
      },
      context,
    );
    // A default of the library would come back when it is deleted: what stands there is typed instead. Control characters would be keys.
    setImmediate(() => context.input.type(before.replace(/\p{Cc}+/gu, ' ')));
    return answer;
  });
}

/** Asks for a text that is not shown. */
export function askSecret(prompts: Prompts, message: string): Promise<string> {
  return asked(prompts, (theme, context) =>
    password({ message: escapeText(message), toggleMask: false, theme }, context),
  );
}

/** Asks for one of a few things. */
export function askWhich<T>(prompts: Prompts, message: string, choices: readonly Choice<T>[]): Promise<T> {
  return asked(prompts, (theme, context) =>
    select(
      {
        message: escapeText(message),
        choices: choices.map(named),
        pageSize: linesFor(10, context.output),
        loop: false,
        theme,
      },
      context,
    ),
  );
}

/** What is found by a typed text. The signal says that more was typed meanwhile: nobody waits for the answer any more. */
export type Find<T> = (typed: string, signal: AbortSignal) => readonly Choice<T>[] | Promise<readonly Choice<T>[]>;

/** Asks for one of many things, found by what is typed. */
export function askFound<T>(prompts: Prompts, message: string, find: Find<T>, before?: T): Promise<T> {
  return asked(prompts, (theme, context) =>
    search(
      {
        message: escapeText(message),
        source: async (typed = '', { signal }) => (await find(typed, signal)).map(named),
        ...(before === undefined ? {} : { default: before }),
        pageSize: linesFor(7, context.output),
        theme,
      },
      context,
    ),
  );
}

/**
 * How many lines of choices are shown: in a low window fewer than `most`, since a question that is higher than the screen is not redrawn but
 * repeated.
 */
const linesFor = (most: number, { rows = 24 }: PromptOutput): number => Math.max(2, Math.min(most, rows - linesAround));

/** The question in two lines or three, an empty line and the help. */
const linesAround = 6;

const named = <T>({ value, label }: Choice<T>) => ({ value, name: escapeText(label) });

type PromptOutput = NodeJS.WritableStream & { readonly rows?: number };

/** Where the library asks. */
type PromptContext = { readonly input: Keyboard; readonly output: PromptOutput; readonly signal: AbortSignal };

/** Asks one question, and leaves the terminal as it was, however it ends. */
async function asked<T>(
  { input: tty, output, signal, color }: Prompts,
  ask: (theme: Theme, context: PromptContext) => Promise<T>,
): Promise<T> {
  const keyboard = new Keyboard(tty);
  const closed = new AbortController();
  keyboard.once('closed', () => closed.abort());
  output.write(markPastes.on);
  try {
    return await ask(themeOf(color), { input: keyboard, output, signal: AbortSignal.any([signal, closed.signal]) });
  } catch (cause) {
    if (!(cause instanceof Error && notAnswered.includes(cause.name))) throw cause;
    throw new CliError('interrupted', 'The question was not answered: nothing was done.', { cause });
  } finally {
    keyboard.release();
    output.write(markPastes.off);
  }
}

/** The library's errors for Ctrl-C, and for what ends a question from outside. */
const notAnswered: readonly string[] = ['ExitPromptError', 'AbortPromptError'];

/** How questions look. The library asks Node about colours, and Node only knows the environment; `--no-color` has to count too. */
export function themeOf(color: boolean) {
  const { heading, quiet, good, bad, question, answer } = paints(color);
  return {
    prefix: { idle: question('?'), done: good('✔') },
    style: {
      answer,
      // What may be left out, and why, is of no interest any more once there is an answer.
      message: (text: string, status: string) => heading(status === 'done' ? text.replace(/ \([^()]*\):$/, ':') : text),
      error: (text: string) => bad(`> ${escapeText(text)}`),
      defaultAnswer: (text: string) => quiet(`(${text})`),
      help: quiet,
      highlight: answer,
      key: (text: string) => answer(`<${text}>`),
      description: answer,
      disabled: quiet,
      searchTerm: (text: string) => answer(escapeText(text)),
      maskedText: '(not shown)',
      keysHelpTip: (keys: readonly (readonly [string, string])[]) =>
        keys.map(([key, action]) => quiet(`${key} ${action}`)).join(quiet(', ')),
    },
  };
}

export type Theme = ReturnType<typeof themeOf>;
