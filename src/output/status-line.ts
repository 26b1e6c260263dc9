import { stripVTControlCharacters } from 'node:util';
import type { Context, LogEvent, Messages, Output } from '../context.ts';
import { escapeJson, readsCommands, withoutCommands } from '../text/escape.ts';

/**
 * An output with a status line below everything else. The cursor waits at its start, so that other output overwrites
 * it, and a narrowed terminal is cleared from there. On a CI service no written line acts as a command. As a JSON log it
 * has events alone.
 */
export function messagesOn(
  output: Output,
  { env, clock, secrets }: Pick<Context, 'env' | 'secrets'> & { readonly clock: Pick<Context['clock'], 'now'> },
): Messages {
  const statusLine = drawnLine();
  let isJson = false;
  const holding = heldTexts();
  const { plain, redact, prepared, paintWarnings } = preparations(env, secrets);
  const log = async (text: string, event: LogEvent): Promise<void> =>
    await output.write(isNothing(text, event) ? '' : plain(eventLine(text, event, { time: clock.now(), redact })));
  return {
    get isTerminal() {
      return output.isTerminal && !isJson;
    },
    get columns() {
      return output.columns;
    },
    get closed() {
      return output.closed;
    },
    get fault() {
      return output.fault;
    },
    get isJson() {
      return isJson;
    },
    logAs(format) {
      isJson = format === 'json';
    },
    paintWarnings,
    ...holding.byCommands,
    get isHeld() {
      return holding.holds() && !isJson;
    },
    async write(text, event = anyMessage) {
      if (isJson) return await log(text, event);
      if (holding.keeps(text)) return;
      const ready = prepared(text);
      await output.write(statusLine.above(isTooLong(ready, output) ? await broken(ready, output) : ready));
    },
    async writeWhole(line) {
      await output.write(`${plain(line)}\n`);
    },
    async announce(text) {
      await (isJson ? log(text, anyMessage) : output.write(await broken(prepared(text), output)));
    },
    async command(line) {
      if (!isJson && !holding.holds()) await output.write(`${line}\n`);
    },
    async status(line) {
      if (isJson || holding.holdsAll() || (line === '' && !statusLine.isShown())) return;
      await output.write(statusLine.change(plain(line)));
    },
  };
}

/** What happens to a text before it is written. */
function preparations(env: Context['env'], secrets: Context['secrets']) {
  const plain = (text: string): string => (readsCommands(env) ? withoutCommands(text) : text);
  const redact = (text: string): string => secrets.removeFromMessage(text);
  const { paintWarnings, painted } = paintedWarnings();
  // Redacted before: a secret may have spaces, at which a line is broken.
  return { plain, redact, prepared: (text: string): string => painted(plain(redact(text))), paintWarnings };
}

/** Text that waits for the end of a command whose result is JSON, or of the pager. */
function heldTexts() {
  let held: string[] | undefined;
  let isAll = false;
  const nextSteps: string[] = [];
  const byCommands = {
    nextSteps,
    advise(step: string): void {
      nextSteps.push(step);
    },
    hold(what?: 'all'): void {
      held ??= [];
      isAll = what === 'all';
    },
    release(): readonly string[] {
      const texts = held ?? [];
      held = undefined;
      isAll = false;
      return texts;
    },
  };
  return {
    byCommands,
    holds: () => held !== undefined,
    holdsAll: () => isAll,
    /** Keeps the text, if texts are held. */
    keeps: (text: string) => held !== undefined && held.push(text) > 0,
  };
}

/** Whether a line may not fit in the terminal: no character takes more than two columns. */
const isTooLong = (text: string, { isTerminal, columns }: Output): boolean =>
  isTerminal && text.split('\n').some((line) => line.length * 2 > columns);

/** Broken between words. What does that is loaded where it is needed: it measures text, which takes a while to load. */
const broken = async (text: string, output: Output): Promise<string> =>
  isTooLong(text, output) ? (await import('./message-lines.ts')).messageLines(text, output.columns) : text;

/** The status line as it is shown. */
function drawnLine() {
  let shown = '';
  return {
    isShown: (): boolean => shown !== '',
    /** What writes a text above the line. */
    above: (text: string): string =>
      shown === '' || text === '' ? text : `${clear}${text}${text.endsWith('\n') ? drawn(shown) : ''}`,
    /** What shows another line; an empty one removes it. */
    change(line: string): string {
      shown = line;
      return line === '' ? clear : drawn(line);
    },
  };
}

/** Colours the word `Warning:` once it is known how. */
function paintedWarnings() {
  let paintWarning = (word: string): string => word;
  return {
    paintWarnings(paint: (word: string) => string): void {
      paintWarning = paint;
    },
    painted: (text: string): string => text.replace(warningWord, paintWarning),
  };
}

const isNothing = (text: string, event: LogEvent): boolean => text.trim() === '' && event === anyMessage;

const anyMessage: LogEvent = { event: 'message' };

const clear = '\r\u001b[J';
/** Written over what stood there: nothing flickers. */
const drawn = (line: string): string => `\r${line}\u001b[J\r`;

interface Logging {
  readonly time: Date;
  readonly redact: (text: string) => string;
}

/**
 * One line of a JSON log. Text from outside is in it as it came: escaped by JSON, and redacted before, so that what is
 * taken out never takes a quote with it.
 * @param text what a person reads in its place
 */
function eventLine(text: string, { event, level, ...fields }: LogEvent, { time, redact }: Logging): string {
  const plain = stripVTControlCharacters(text).trim();
  const message = plain === '' ? {} : { message: plain.replace(warning, '') };
  const line = { time: time.toISOString(), level: level ?? levelOf(plain), event, ...message, ...fields };
  const redacted = (_: string, value: unknown): unknown => (typeof value === 'string' ? redact(value) : value);
  return `${escapeJson(JSON.stringify(line, redacted))}\n`;
}

/** How every warning begins. */
const warning = /^Warning: /;
const warningWord = /^Warning:/;

const levelOf = (text: string): LogEvent['level'] => (warning.test(text) ? 'warn' : 'info');
