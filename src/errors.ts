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
} as const;

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
  readonly cause?: unknown;
}

/** A failure that the user is told about: a kind, one sentence, and the next step. Texts from outside are escaped when printed. */
export class CliError extends Error {
  readonly kind: FailureKind;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly field: string | undefined;
  readonly retryable: boolean;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'CliError';
    this.kind = kind;
    this.hint = details.hint;
    this.status = details.status;
    this.field = details.field;
    this.retryable = details.retryable ?? kind === 'unreachable';
  }

  get exitCode(): number {
    return exitCodes[this.kind];
  }
}
