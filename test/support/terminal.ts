import { setTimeout as after } from 'node:timers/promises';
import { type IPty, spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { allowStoresIn, allowStoresOf } from './canary.ts';
import { Emulator, type TerminalModes } from './emulator.ts';
import { bin } from './programs.ts';

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly directory?: string;
  /** The program; that of this build by default. */
  readonly program?: readonly string[];
}

/** What a person would press, as a terminal sends it. */
export const keys = {
  enter: '\r',
  tab: '\t',
  backspace: '\x7f',
  escape: '\x1b',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  ctrlA: '\x01',
  ctrlC: '\x03',
  ctrlD: '\x04',
  ctrlU: '\x15',
  ctrlZ: '\x1a',
} as const;

export type Key = keyof typeof keys;

/** How a program left the terminal, and how it ended. */
export interface Left {
  readonly code: number;
  readonly modes: TerminalModes;
  /** `stty -a` before and after the program: echo, raw mode and the rest must be the same. */
  readonly ttyBefore: string;
  readonly ttyAfter: string;
}

/** How long anything may take before a test gives up on it. */
const deadline = 45_000;

/** The built program in a real terminal: what is typed goes through a pseudo-terminal, and what it writes comes out on a screen. */
export class Terminal {
  readonly #pty: IPty;
  readonly #emulator: Emulator;
  readonly #exited: Promise<void>;
  /** Where the program runs. */
  readonly directory: string;
  #changed: () => void = () => undefined;
  #hasExited = false;
  #pending: Promise<void> = Promise.resolve();
  /** What was on the screen up to here has been looked at: see `waitFor`. */
  #seen = 0;

  constructor(
    argv: readonly string[],
    {
      columns = 80,
      rows = 30,
      env = {},
      directory = process.cwd(),
      program = [process.execPath, bin],
    }: TerminalOptions = {},
  ) {
    this.#emulator = new Emulator(columns, rows);
    this.directory = directory;
    allowStoresOf(env, argv, directory);
    const line = [...program, ...argv];
    this.#pty = spawn('/bin/sh', ['-c', wrapper, 'sh', ...line], {
      name: env.TERM ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd: directory,
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', TZ: 'UTC', PAGER: 'cat', ...env },
    });
    this.#pty.onData((bytes) => {
      this.#pending = this.#emulator.write(bytes).then(() => this.#changed());
    });
    this.#emulator.onAnswer((bytes) => this.#pty.write(bytes));
    this.#exited = new Promise((resolve) => {
      this.#pty.onExit(() => {
        this.#hasExited = true;
        resolve();
        this.#changed();
      });
    });
  }

  /** Text as if typed, key by key or faster than a person could. */
  type(text: string): this {
    allowStoresIn(text);
    this.#pty.write(text);
    return this;
  }

  press(...names: readonly Key[]): this {
    for (const name of names) this.#pty.write(keys[name]);
    return this;
  }

  /** Text from the clipboard: marked as such where the program has asked for that. */
  paste(text: string): this {
    // A terminal takes the end mark out of what is pasted, so that nothing can break out of it.
    const safe = text.replaceAll('\x1b[201~', '').replaceAll(/\r?\n/g, '\r');
    this.#pty.write(this.modes.bracketedPaste ? `\x1b[200~${safe}\x1b[201~` : safe);
    return this;
  }

  resize(columns: number, rows: number): this {
    this.#emulator.resize(columns, rows);
    this.#pty.resize(columns, rows);
    return this;
  }

  get screen(): string {
    return this.#emulator.screen;
  }

  get text(): string {
    return this.#emulator.text;
  }

  get emulator(): Emulator {
    return this.#emulator;
  }

  get modes(): TerminalModes {
    return this.#emulator.modes;
  }

  /** Waits until the text is on the screen. @throws with the screen when it does not come in time, or the program has ended without it. */
  async waitFor(text: string | RegExp | ((screen: string) => boolean)): Promise<this> {
    const isThere = typeof text === 'function' ? text : (screen: string) => matches(screen, text);
    await this.#until(() => isThere(this.screen), `${text}`);
    return this;
  }

  /** Waits until the program writes the text anew: it may have stood on the screen before. */
  async waitForNext(text: string | RegExp): Promise<this> {
    await this.#until(() => matches(this.#emulator.raw.slice(this.#seen), text), `${text}`);
    this.#seen = this.#emulator.raw.length;
    return this;
  }

  /** Types the answer to a question once it is asked, and presses Enter. */
  async answer(question: string | RegExp, text: string): Promise<this> {
    await this.waitFor(question);
    return this.type(text).press('enter');
  }

  /** Waits for the end of the program. */
  async ended(milliseconds = deadline): Promise<Left> {
    await this.#until(() => endOf(this.#emulator.raw) !== undefined, 'the end of the program', milliseconds);
    await this.#pending;
    const [code, before = '', afterwards = ''] = endOf(this.#emulator.raw)?.split('|') ?? [];
    return { code: Number(code), modes: this.modes, ttyBefore: tidy(before), ttyAfter: tidy(afterwards) };
  }

  /** Ends whatever still runs. */
  async close(): Promise<void> {
    if (!this.#hasExited) {
      // The whole session of the terminal: the shell and what it started.
      for (const [signal, patience] of [
        ['SIGHUP', 1000],
        ['SIGKILL', deadline],
      ] as const) {
        try {
          process.kill(-this.#pty.pid, signal);
        } catch {
          // It has ended meanwhile.
        }
        if (await Promise.race([this.#exited.then(() => true), after(patience, false)])) break;
      }
    }
    this.#emulator.dispose();
  }

  async #until(isTrue: () => boolean, what: string, milliseconds = deadline): Promise<void> {
    const end = AbortSignal.timeout(milliseconds);
    const timedOut = new Promise((resolve) => end.addEventListener('abort', resolve, { once: true }));
    while (!isTrue()) {
      const hasEnded = this.#hasExited || endOf(this.#emulator.raw) !== undefined;
      if (end.aborted || hasEnded) {
        await this.#pending;
        if (isTrue()) return;
        throw new Error(
          `${hasEnded ? 'The program ended' : 'Nothing came in time'}: waited for ${what}. The screen:\n${this.text}`,
        );
      }
      const changed = new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
      await Promise.race([timedOut, changed]);
    }
  }
}

/**
 * Runs the program, and tells in an application command, which no terminal shows, how it ended and what `stty` said before and after.
 * Then it waits to be closed: what a shell wrote last is lost now and then when it exits on a busy machine.
 */
const wrapper = `trap : INT; before=$(stty -a); "$@"; code=$?; printf '\\033_shop-cli-ended %s|%s|%s\\033\\\\' "$code" "$before" "$(stty -a)"; sleep 60`;

/** The report of the wrapper, once it is complete. */
const endOf = (raw: string): string | undefined => {
  const [report, end] = raw.split('\x1b_shop-cli-ended ')[1]?.split('\x1b\\') ?? [];
  return end === undefined ? undefined : report;
};

/** Without the size, which the window decides. */
const tidy = (text: string): string =>
  text
    .replaceAll('\r', '')
    .replace(/rows \d+; columns \d+; /, '')
    .trim();

const matches = (screen: string, text: string | RegExp): boolean =>
  typeof text === 'string' ? screen.includes(text) : text.test(screen);

/** The program in a terminal, which ends with the test in any case. */
export function openTerminal(argv: readonly string[], options: TerminalOptions): Terminal {
  const terminal = new Terminal(argv, options);
  onTestFinished(() => terminal.close());
  return terminal;
}
