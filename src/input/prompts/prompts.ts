import { confirm, input, password, search, select } from '@inquirer/prompts';
import type { Prompts } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { paints } from '../../text/paint.ts';
import { type Choice, linesFor, named, type PromptOutput } from './choice.ts';
import { dropTypedBefore, HeldKeys, Keyboard, markPastes, withoutEcho } from './keyboard.ts';
import { askPlainFound, askPlainSecret, askPlainText, askPlainWhich, askPlainYesNo } from './plain.ts';
import type { AnswerCheck, Find, TextQuestion } from './question.ts';

/**
 * Asks a yes-or-no question; Enter alone means no. What was typed before it does not answer it. @throws CliError `interrupted` on Ctrl-C, Ctrl-D and
 * Escape, as every question here
 */
export function askYesNo(prompts: Prompts, message: string): Promise<boolean> {
  if (prompts.isPlain) return askPlainYesNo(prompts, message);
  const keywords = { yes: 'Yes', no: 'No', error: () => 'Answer yes or no.' };
  return askOne(
    prompts,
    (theme, context) =>
      confirm({ message: escapeText(message), default: false, theme: { ...theme, keywords } }, context),
    'all',
  );
}

/** Asks for one line of text. */
export function askText(prompts: Prompts, question: TextQuestion): Promise<string> {
  if (prompts.isPlain) return askPlainText(prompts, question);
  const { message, initial = '', suggestion = '', fault, isClearedByFault } = question;
  return askOne(prompts, (theme, context) => {
    const answer = input(
      {
        message: escapeText(message),
        default: suggestion.replace(/\p{Cc}+/gu, ' '),
        validate: (text) => context.input.holding(async () => (await fault(text)) ?? true),
        transformer: (text, { isFinal }) => (isFinal ? theme.style.answer(escapeText(text)) : escapeText(text)),
        theme: {
          ...theme,
          validationFailureMode: isClearedByFault ? 'clear' : 'keep',
          style: { ...theme.style, defaultAnswer: (text: string) => theme.style.help(escapeText(text)) },
        },
      },
      context,
    );
    setImmediate(() => context.input.type(typedInAdvance(initial)));
    return answer;
  });
}

/** A text to be changed, as it is typed: control characters and line separators would act as keys. */
export const typedInAdvance = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/**
 * Asks for a text without showing it, until it is right. Only the accepted answer leaves a line; `none` is what it says
 * of an empty one.
 * @param fault what is wrong with an answer; undefined for a right one
 */
export async function askSecret(prompts: Prompts, message: string, fault: AnswerCheck, none = ''): Promise<string> {
  const showAgain = withoutEcho(prompts.input);
  try {
    return await askUntilRight(prompts, message, fault, none);
  } finally {
    showAgain();
  }
}

async function askUntilRight(prompts: Prompts, message: string, fault: AnswerCheck, none: string): Promise<string> {
  for (let question = message; ; ) {
    const text = await askUnseen(prompts, question);
    const wrong = await fault(text);
    const { prefix, style } = themeOf(prompts);
    if (wrong === undefined) {
      prompts.output.write(
        `${prefix.done} ${style.message(escapeText(message), 'done')} ${text === '' ? none : style.maskedText}\n`,
      );
      return text;
    }
    question = `${wrong} ${message}`;
  }
}

/** Asks for a password twice, until both are the same; '' for none. */
export const askPassword = (prompts: Prompts, message: string, none?: string): Promise<string> =>
  askSecret(
    prompts,
    message,
    async (first) =>
      first === '' || first === (await askUnseen(prompts, 'Confirm password:')) ? undefined : 'Passwords do not match.',
    none,
  );

/** A wrong answer is not kept: nobody could see what to change. */
const askUnseen = (prompts: Prompts, message: string): Promise<string> =>
  prompts.isPlain
    ? askPlainSecret(prompts, message)
    : askOne(prompts, (theme, context) =>
        password(
          { message: escapeText(message), toggleMask: false, theme },
          // Whether it is right shows later.
          Object.assign(context, { clearPromptOnDone: true }),
        ),
      );

/** Asks for one of a few choices. @param initial the choice that Enter alone picks; the first by default */
export function askWhich<T>(prompts: Prompts, message: string, choices: readonly Choice<T>[], initial?: T): Promise<T> {
  if (prompts.isPlain) return askPlainWhich(prompts, message, choices, initial);
  return askOne(prompts, (theme, context) => {
    context.input.giveLetters();
    return select(
      {
        message: escapeText(message),
        choices: choices.map(named(context.output)),
        ...(initial === undefined ? {} : { default: initial }),
        pageSize: linesFor(20, context.output),
        loop: false,
        theme,
      },
      context,
    );
  });
}

/** Asks for one of many choices, found by typing. */
export function askFound<T>(prompts: Prompts, message: string, find: Find<T>, initial?: T): Promise<T> {
  if (prompts.isPlain) return askPlainFound(prompts, message, find, initial);
  return askOne(prompts, (theme, context) =>
    search(
      {
        message: escapeText(message),
        source: async (typed = '', { signal }) => (await find(typed, signal)).map(named(context.output)),
        ...(initial === undefined ? {} : { default: initial }),
        pageSize: linesFor(7, context.output),
        theme,
      },
      context,
    ),
  );
}

/** The terminal as the library takes it. */
type PromptContext = { readonly input: Keyboard; readonly output: PromptOutput; readonly signal: AbortSignal };

type Ask<T> = (theme: Theme, context: PromptContext) => Promise<T>;

/**
 * Asks one question, and restores the terminal however it ends.
 * @param dropped what does not answer it of what was typed before
 */
async function askOne<T>(prompts: Prompts, ask: Ask<T>, dropped: 'all' | 'paste' = 'paste'): Promise<T> {
  const { input: tty, output, signal } = prompts;
  if (await dropTypedBefore(tty, dropped)) throw new CliError('interrupted', 'Cancelled. No changes made.');
  const keyboard = new Keyboard(tty);
  const closed = new AbortController();
  keyboard.once('closed', () => closed.abort());
  keyboard.on('keypress', (_, key?: { readonly name?: string }) => key?.name === 'escape' && closed.abort());
  output.write(markPastes.on);
  try {
    const ended = AbortSignal.any([signal, closed.signal]);
    const answer = ask(themeOf(prompts), { input: keyboard, output, signal: ended });
    // The library takes no key before its next turn of the event loop.
    setImmediate(() => keyboard.begin());
    return await answer;
  } catch (cause) {
    if (!(cause instanceof Error && notAnswered.includes(cause.name))) throw cause;
    throw new CliError('interrupted', 'Cancelled. No changes made.', { cause });
  } finally {
    keyboard.release();
    output.write(markPastes.off);
  }
}

/** Keeps what is typed while the work goes on for the next question. @throws CliError `interrupted` on Ctrl-C */
export async function holdingKeys<T>({ input: tty }: Prompts, work: () => Promise<T>): Promise<T> {
  const keys = new HeldKeys(tty);
  try {
    const cancelled = keys.interrupted.then(() => {
      throw new CliError('interrupted', 'Cancelled. No changes made.');
    });
    return await Promise.race([work(), cancelled]);
  } finally {
    keys.release();
  }
}

/** The library's errors for Ctrl-C and for an aborted signal. */
const notAnswered: readonly string[] = ['ExitPromptError', 'AbortPromptError'];

/** The colours of questions. The library would ask Node, which knows the environment but not `--no-color`. */
function themeOf({ output, color, alert = '', wrap }: Omit<Prompts, 'input' | 'signal'>) {
  const { heading, quiet, good, bad, question, answer } = paints(color);
  const alerted = (text: string): string => (alert ? text.replaceAll(alert, bad(alert)) : text);
  const lines = (text: string): string => inLines(text, { output, alert, wrap });
  return {
    prefix: { idle: question('?'), done: good('✔') },
    style: {
      answer,
      // An answered question does not repeat its hint.
      message: (text: string, status: string) =>
        heading(alerted(lines(status === 'done' ? text.replace(/ \([^()]*\):$/, ':') : text))),
      error: (text: string) => bad(lines(`> ${escapeText(text)}`)),
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

/**
 * A question in lines that end between words: the library breaks a long one anywhere. What it adds to the last line has
 * room there.
 */
function inLines(text: string, { output, alert, wrap }: Wrapping): string {
  const { columns = 80 }: PromptOutput = output;
  const room = Math.max(minLine, columns - 2);
  if (wrap(text, room).length === 1) return text;
  // The words of an alert stay on one line, so that all of it is red.
  const unbroken = alert.replaceAll(' ', '\u00a0');
  const kept = alert === '' ? text : text.replaceAll(alert, unbroken);
  const lines = wrap(kept, room - ' (y/N)'.length).join('\n');
  return alert === '' ? lines : lines.replaceAll(unbroken, alert);
}

type Wrapping = Pick<Prompts, 'output' | 'wrap'> & { readonly alert: string };

/** A narrower window breaks lines itself. */
const minLine = 12;

type Theme = ReturnType<typeof themeOf>;
