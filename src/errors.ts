/** The kinds of failure and their exit codes, which scripts rely on: `shop-cli help exit-codes`. */
export const exitCodes = {
  fault: 1,
  usage: 2,
  'not-found': 3,
  auth: 4,
  refused: 5,
  unreachable: 6,
  'import-incomplete': 7,
  'import-stopped': 8,
  'import-running': 9,
  'outcome-unknown': 10,
  differences: 11,
  interrupted: 130,
} as const;

/** The exit codes of a command that a signal stopped, whatever it has done. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export const signalCode = (name: unknown): number =>
  signalCodes[name as keyof typeof signalCodes] ?? signalCodes.SIGINT;

/** What each code means: `shop-cli help exit-codes`. */
export const exitCodeTexts: Readonly<Record<number, string>> = {
  0: 'success (even if the reader closes the pipe)',
  1: 'bug in shop-cli, or the result could not be written',
  2: 'wrong usage, invalid input or settings; no write was sent',
  3: 'not found',
  4: 'no token, or the store refused it (401, 403)',
  5: 'the store refused the request, redirected it, has an invalid certificate, or sent a reply that is not from the API',
  6: 'the store could not be reached, or did not answer a read (429, 5xx, timeout); no write was sent',
  7: 'the import ended, but some rows were invalid, rejected, uncertain, duplicates or not as sent; or some of several records could not be deleted or updated',
  8: 'the import stopped safely; rerun the same command to continue',
  9: 'another import into this store is running on this machine',
  10: 'a write was sent, but its outcome is unknown or not as requested: check before you repeat it',
  11: 'products diff found differences',
  129: 'stopped by SIGHUP',
  130: 'stopped by Ctrl-C, or by Ctrl-Break on Windows',
  143: 'stopped by SIGTERM',
};

export type FailureKind = keyof typeof exitCodes;

export interface FailureDetails {
  /** The next step for the person who reads it. */
  readonly hint?: string | undefined;
  /** What happened in two or three words, for a progress line. */
  readonly brief?: string | undefined;
  /** HTTP status, when a store answered. */
  readonly status?: number | undefined;
  /** The option, column or field at fault. */
  readonly field?: string | undefined;
  /** Whether the same command may succeed later without a change. */
  readonly retryable?: boolean | undefined;
  /** Milliseconds until a retry, as the store asks. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
  /** Whether a store answered with another record than the requested one. */
  readonly isOtherRecord?: boolean | undefined;
}

/** A failure reported to the user: a kind, one sentence and a hint. Texts from outside are escaped when printed. */
export class CliError extends Error {
  readonly kind: FailureKind;
  readonly hint: string | undefined;
  readonly brief: string | undefined;
  readonly status: number | undefined;
  readonly field: string | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly isOtherRecord: boolean;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.isOtherRecord = details.isOtherRecord ?? false;
    this.name = 'CliError';
    this.kind = kind;
    this.hint = details.hint;
    this.brief = details.brief ?? (details.status === undefined ? undefined : `status ${details.status}`);
    this.status = details.status;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
    this.retryable = details.retryable ?? kind === 'unreachable';
  }

  /** The same failure with another message, hint or field. */
  reworded({
    message = this.message,
    hint = this.hint,
    field = this.field,
  }: {
    readonly message?: string;
    readonly hint?: string;
    readonly field?: string;
  }): CliError {
    const { kind, brief, status, retryable, retryAfter, cause, isOtherRecord } = this;
    return new CliError(kind, message, { hint, brief, status, field, retryable, retryAfter, cause, isOtherRecord });
  }

  get exitCode(): number {
    return exitCodes[this.kind];
  }
}

/**
 * Whether a failure concerns the record alone that was read or written, so that others of many may still succeed: there is
 * none, the store refuses it for what it is, or a write of it may have arrived. What the store answers to every request (a
 * token, a firewall, a redirect) or will not answer a moment later (429, 5xx to a read) concerns all, and so does what kept
 * a request from arriving: a connection, a certificate. A 5xx to a write leaves its outcome unknown, and says no more.
 */
export function isAboutOne({ kind, status, brief, retryable }: CliError): boolean {
  if (kind === 'not-found' || kind === 'outcome-unknown') return true;
  if (kind !== 'refused' || retryable) return false;
  // JSON of another shape has no name for a progress line: a certificate, or what is no HTTP, has.
  if (status === undefined) return brief === undefined;
  return !isRedirect(status) && status !== 401 && status !== 403;
}

/** Whether a store answered a read, and shows nothing: it refuses to, or fails. */
export const showsNothing = ({ kind, status }: CliError): boolean =>
  kind === 'refused' || (kind === 'unreachable' && status !== undefined);

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** A required argument or option. */
export interface Needed {
  /** `--customer` or `<key>` */
  readonly name: string;
  /** The command that lists the possible values, or another way to find them. */
  readonly hint: string | undefined;
}

/** The error that names everything missing: `Missing argument: <key>.` */
export function missingError(needed: readonly Needed[]): CliError {
  const hints = needed.flatMap(({ hint }) => hint ?? []);
  return new CliError('usage', missingTexts(needed.map(({ name }) => name)).join('\n'), {
    field: needed[0]?.name,
    hint: hints.length > 0 ? hints.join('\n') : undefined,
  });
}

/** A line for each kind of name: `Missing options: --first-name, --city.` */
export const missingTexts = (names: readonly string[]): readonly string[] =>
  (['argument', 'option', 'field'] as const).flatMap((noun) => {
    const same = names.filter((name) => nounOf(name) === noun);
    return same.length === 0 ? [] : [`Missing ${noun}${same.length === 1 ? '' : 's'}: ${same.join(', ')}.`];
  });

const nounOf = (name: string): string =>
  name.startsWith('--') ? 'option' : name.startsWith('<') ? 'argument' : 'field';

/** A person answered no: the message says what was not done. It is reported as a notice, and the exit code is 0. */
export class Cancelled extends Error {}
