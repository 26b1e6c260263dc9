/** The kinds of failure, each with the exit code a script sees. The table is part of the interface: `shop-cli help exit-codes`. */
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
  interrupted: 130,
} as const;

/** What each code means, as the help says it. */
export const exitCodeTexts: Readonly<Record<number, string>> = {
  0: 'done (a closed pipe too)',
  1: 'a fault of this program, or a result that could not be written',
  2: 'wrong usage, invalid input or settings; no write was sent',
  3: 'not found',
  4: 'the token was refused (401, 403) or is missing',
  5: 'the store refused the request, redirected, showed a bad certificate, or answered something that is not the API',
  6: 'the store cannot be reached, or did not answer a read in time; no write was sent',
  7: 'the import finished, and some rows are rejected or uncertain',
  8: 'the import stopped safely; the same command continues it',
  9: 'another import into that store is running on this machine',
  10: 'a write was sent and its outcome is not known',
  129: 'stopped by SIGHUP',
  130: 'stopped by Ctrl-C',
  143: 'stopped by SIGTERM',
};

export type FailureKind = keyof typeof exitCodes;

export interface FailureDetails {
  /** The next step for the person who reads it. */
  readonly hint?: string | undefined;
  /** HTTP status, when a store answered. */
  readonly status?: number | undefined;
  /** The option, column or member at fault. */
  readonly field?: string | undefined;
  /** Whether the same command may succeed later without a change. */
  readonly retryable?: boolean | undefined;
  /** Milliseconds after which the store wants to be asked again. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A failure that the user is told about: a kind, one sentence, and the next step. Texts from outside are escaped when printed. */
export class CliError extends Error {
  readonly kind: FailureKind;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly field: string | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'CliError';
    this.kind = kind;
    this.hint = details.hint;
    this.status = details.status;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
    this.retryable = details.retryable ?? kind === 'unreachable';
  }

  get exitCode(): number {
    return exitCodes[this.kind];
  }
}
