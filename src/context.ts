import type { Secrets } from './text/redact.ts';

/** What a command may touch outside itself. `main` makes the real one; tests make their own. */
export interface Context {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  readonly home: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Messages;
  /** What shows long lists page by page; undefined where no person reads, and where PAGER asks for none. */
  readonly pager: Pager | undefined;
  /**
   * The terminal for questions; undefined without a terminal on both sides, and in CI. Commands use that of the
   * session.
   */
  readonly prompts: Terminal | undefined;
  readonly clock: Clock;
  /**
   * Calls it at this interval, in milliseconds, until the returned function is called. Does not keep the process alive.
   */
  readonly every: (milliseconds: number, tick: () => void) => () => void;
  readonly files: Files;
  /** The keychain of the system; undefined where there is none. Its library is loaded when it is used. */
  readonly keychain: () => Promise<Keychain | undefined>;
  /** Runs a command of the user in the shell of the system. Never fails: see the outcome. Loaded when it is called. */
  readonly runCommand: (command: ShellCommand) => Promise<CommandOutcome>;
  /** What `doctor` reports of this machine. Loaded when it is called. */
  readonly machine: () => Promise<Machine>;
  /** Random bytes, for tokens and for keys that must not exist. */
  readonly randomHex: (bytes: number) => string;
  /** Aborted by the first Ctrl-C, SIGTERM, SIGHUP or Ctrl-Break; the reason is the signal's name. */
  readonly interrupted: AbortSignal;
  /** Taken out of everything that `stdout`, `stderr` and `files` write. */
  readonly secrets: Secrets;
}

interface Input {
  readonly isTerminal: boolean;
  bytes(): AsyncIterable<Uint8Array>;
}

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Ends a question when the process is stopped. */
  readonly signal: AbortSignal;
  /** Whether it only prints what it gets: questions are plain lines there. */
  readonly isPlain?: boolean;
}

/** The terminal for questions, and how it shows them. */
export interface Prompts extends Terminal {
  readonly color: boolean;
  /** What is red in a question: `shop.example (production)`. */
  readonly alert?: string | undefined;
  /** The lines of a text, broken between words. */
  readonly wrap: (text: string, width: number) => readonly string[];
}

export interface Output {
  readonly isTerminal: boolean;
  /** Whether it is a regular file: what is written there is not on any screen. */
  readonly isFile?: boolean;
  /** Width in columns; meaningful at a terminal only. */
  readonly columns: number;
  /** Whether the reader has gone (`| head`): nothing that is written arrives any more. */
  readonly closed: boolean;
  /** Why nothing can be written any more, where that is not the reader's wish: `ENOSPC`. */
  readonly fault: string | undefined;
  /** Resolves when it is written. Never fails: see `closed` and `fault`. */
  write(text: string): Promise<void>;
}

/** A program that shows long text page by page, such as `less`. */
export interface Pager {
  /** Starts it, unless it runs: `stdout` writes to it from here on. A pager that cannot be started is done without. */
  begin(): Promise<void>;
  /** Resolves once the person has left it. */
  end(): Promise<void>;
}

/** Something that happened, for programs. Names and fields are in `shop-cli schema log.event`. */
export interface LogEvent {
  readonly event: string;
  /** `info` when absent. */
  readonly level?: 'info' | 'warn' | 'error';
  readonly [field: string]: unknown;
}

/** Where messages go: text for people, or a log of one JSON event a line. On GitHub Actions no text makes a command of the service. */
export interface Messages extends Output {
  readonly isJson: boolean;
  /**
   * Holds text back: where the result is JSON, a failure leaves nothing but its error object. With `all` there is no
   * status line either: a pager has the screen. A JSON log is not held.
   */
  hold(what?: 'all'): void;
  /** Whether texts are held back. */
  readonly isHeld: boolean;
  /** Holds nothing any more. Returns what was held, to be written or dropped. */
  release(): readonly string[];
  /** Switches to the other form. A JSON log is for programs: it is no terminal, and has no status line. */
  logAs(format: 'text' | 'json'): void;
  /** Colours the word `Warning:` at the start of a text from here on. */
  paintWarnings(paint: (text: string) => string): void;
  /**
   * At a terminal, long lines are broken between words.
   * @param event what a JSON log has in its place; text that is empty is for a JSON log alone
   */
  write(text: string, event?: LogEvent): Promise<void>;
  /** What to do next, as far as the command has said it (`advise`). */
  readonly nextSteps: readonly string[];
  /** Notes what to do next, a sentence that a written text has: the error of a command whose result is JSON has it as its hint. */
  advise(step: string): void;
  /** Writes at once what a person must know to go on, even where other texts are held. */
  announce(text: string): Promise<void>;
  /** Writes one line for programs as it is, however long, and whatever is held. */
  writeWhole(line: string): Promise<void>;
  /** Writes one line that is such a command, unless texts are held: its parts are escaped as it asks. */
  command(line: string): Promise<void>;
  /** Shows a status line below the output, replacing the last one; an empty one removes it. For terminals only. */
  status(line: string): Promise<void>;
}

export interface Clock {
  now(): Date;
  /** Milliseconds that only go forward, for durations. */
  elapsed(): number;
  /** Resolves after this time in milliseconds, or at once when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Paths are relative to `cwd`. Failures are `CliError`s of kind `usage` that name the path. */
export interface Files {
  /**
   * The whole file as text, or undefined if there is none. It must be UTF-8, unless `isExact` is false: then other bytes
   * become U+FFFD.
   */
  readText(path: string, options?: { readonly isExact?: boolean }): Promise<string | undefined>;
  /**
   * The same for a file that others may have put there: at most 1 MiB of a regular file, never a pipe that would make
   * us wait, and only inside the directory `within`, links resolved, if that is given. With `trusted` it is refused where
   * another user could have written it.
   */
  readForeignText(
    path: string,
    options?: { readonly within?: string; readonly trusted?: boolean },
  ): Promise<string | undefined>;
  /**
   * The file in chunks. May be called again, to read it again.
   * @param most bytes, for a file that others may have put there: then only a regular one is read
   */
  bytes(path: string, most?: number): AsyncIterable<Uint8Array>;
  /** Whether two paths lead to the same file that is there. */
  same(left: string, right: string): Promise<boolean>;
  /**
   * Device, inode, hard links and size of the regular file at a path; undefined if there is none. Synchronous, since it
   * is checked before each commit.
   */
  fileId(path: string): FileId | undefined;
  /** A private copy of a SQLite database, also while another process writes it. */
  databaseCopy(path: string): Promise<{ readonly path: string; remove(): Promise<void> }>;
  /** Creates or replaces a file. Text is redacted like all output. */
  create(path: string, contents: FileContents): Promise<FileWriter>;
  /** Adds text at the end of a regular file, redacted like all output, unless it would grow beyond 1 MiB. */
  append(path: string, text: string, contents: FileContents): Promise<void>;
  /**
   * Creates a file in a directory of ours (config, state, data), readable by this user only (0600): for databases, which
   * libraries create readable for all. The directory is made (0700), and is ours alone: another user's is refused, wider
   * permissions are fixed, and that is said.
   */
  ensurePrivate(path: string): Promise<void>;
  /**
   * Creates a file of ours (0600) in a folder of the user, or checks the file that is there: a regular file of this
   * user with one name. Of a folder that is there nothing is checked or changed.
   * @throws CliError `usage`; for a file of another user with the command that makes it ours
   */
  ensureOwn(path: string): Promise<void>;
  /** The user of this process, who owns what is ours; undefined on Windows, where owners say nothing. */
  readonly userId: number | undefined;
  /** An empty file for scratch data that no other user can read, and that is gone with the process, however it ends. */
  temporary(): Promise<TemporaryFile>;
  /** Where a path leads by symbolic links; the same where nothing is there yet. */
  realPath(path: string): string;
  /**
   * A file in a directory of ours (config, state, data) for this user alone, such as stored tokens, or undefined if there
   * is none. A link and a file of another user are refused; wider permissions are fixed, and that is said.
   */
  readPrivate(path: string): string | undefined;
  /** Replaces the text of such a file (0600, its directory 0700) as a whole; processes do so one after the other. */
  changePrivate(path: string, change: (text: string | undefined) => string): Promise<string>;
  /** As `readPrivate` for a file of ours in a folder of the user, such as the secret of a journal: the folder stays as it is. */
  readOwn(path: string): string | undefined;
  /** As `changePrivate` for such a file, in a folder that is there, and stays as it is. */
  changeOwn(path: string, change: (text: string | undefined) => string): Promise<string>;
  /**
   * A file that others of this process write, to put on the disk what they have written.
   * @param end added to the path that links lead to
   */
  written(path: string, end: string): Promise<WrittenFile>;
  /** @throws CliError (`import-stopped`) where this process cannot open so many more files and connections */
  requireDescriptors(count: number, kind?: 'import-stopped' | 'usage'): void;
  /** Whether there is something at this path. */
  exists(path: string): Promise<boolean>;
}

/** What a file holds. Code that writes a file has to say it: that decides who may read a new one. */
export interface FileContents {
  /** Whether it may hold records of people. A new one is then for this user alone (0600). */
  readonly isOfPeople: boolean;
}

interface FileId {
  readonly id: string;
  /** Hard links. */
  readonly names: number;
  readonly bytes: number;
}

/** Where the system keeps secrets for this user. Failures are `CliError`s of kind `auth`. */
export interface Keychain {
  /** As messages name it: `the macOS keychain`. */
  readonly name: string;
  /** The secret of an account, or undefined if there is none. */
  read(account: string): Promise<string | undefined>;
  /** @returns false, with nothing stored, if there is no keychain after all */
  write(account: string, secret: string): Promise<boolean>;
  remove(account: string): Promise<void>;
}

/** A command line of the user, as a shell takes it. */
export interface ShellCommand {
  readonly command: string;
  /** The directory it runs in. */
  readonly cwd: string;
  /** Variables that it gets beside those of its user. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether a person is at the terminal on stderr: its messages go there at once. */
  readonly usesTerminal: boolean;
  /** Whether the terminal on stdin is its input; else it has none. */
  readonly readsTerminal: boolean;
  /** Milliseconds it may take; undefined for no limit. */
  readonly limit: number | undefined;
}

/** How such a command ended, and what it printed. */
export interface CommandOutcome {
  readonly out: string;
  /** What it printed to stderr; empty where the terminal has shown it. */
  readonly messages: string;
  /** Why it did not succeed, as the end of a message: `exit code 1`. */
  readonly problem: string | undefined;
}

/** This machine and its files, as far as the system tells. Nothing of it fails. */
export interface Machine {
  /** `22.5.0` */
  readonly node: string;
  /** `linux 6.1 (x64)` */
  readonly system: string;
  /** What is at a path, which is absolute: links are not followed. Undefined for nothing. */
  inspect(path: string): Promise<FileFacts | undefined>;
  /** The names in a directory, in their order; none where it is not there, or cannot be read. */
  list(path: string): Promise<readonly string[]>;
}

export interface FileFacts {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** `unknown` on Windows, which has no owner and no mode here. */
  readonly owner: 'you' | 'root' | 'another user' | 'unknown';
  /** The permissions, such as 0o600; undefined on Windows. */
  readonly mode: number | undefined;
  /** Whether this process may write it. */
  readonly isWritable: boolean;
}

export interface FileWriter {
  write(chunk: string | Uint8Array): Promise<void>;
  /** Ends the file and puts it in its place. */
  close(): Promise<void>;
  /** Undoes the write; a file that existed before stays. */
  discard(): Promise<void>;
  /** Its path once it is closed, if another program keeps the file open that it was to replace. */
  readonly instead?: string | undefined;
}

interface WrittenFile {
  /**
   * Resolves once everything written to the file before the call, by any process, is on disk.
   * @throws what the disk says
   */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface TemporaryFile {
  write(chunk: Uint8Array): Promise<void>;
  /** What was written, from the beginning or from `start`, up to `end` (excluded); may be called again. */
  bytes(start?: number, end?: number): AsyncIterable<Uint8Array>;
  /** How many bytes it has. */
  size(): Promise<number>;
  /** Closes and removes it. */
  remove(): Promise<void>;
}
