/** What is wrong with one field or filter: its name, and a sentence without the name. */
export interface WrongField {
  readonly field: string;
  readonly message: string;
}

/** The error codes of this store, with their status. The API documents no errors: these are the sandbox's own. */
const statuses = {
  malformed: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

type RefusalCode = keyof typeof statuses;

interface RefusalDetails {
  readonly field?: string;
  readonly errors?: readonly WrongField[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A rejected request. Thrown by rules and handlers; the server makes it the reply. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status() {
    return statuses[this.code];
  }

  /** `{"error":{"code","message","field"}}`, and `errors` where several fields are wrong or could be. */
  get body(): unknown {
    const { field = null, errors } = this.details;
    return { error: { code: this.code, message: this.message, field, ...(errors && { errors }) } };
  }
}

/** A body can hold half a million wrong lines: the reply names this many. */
const maxErrors = 100;

/**
 * 422 that names the wrong fields, all of them or the first hundred; the first one is the headline. `errors` must not
 * be empty.
 */
export function invalid(errors: readonly WrongField[]): Refusal {
  const [first] = errors;
  const message = first ? [first.field, first.message].filter(Boolean).join(' ') : 'The request is invalid.';
  return new Refusal('invalid', message, {
    ...(first?.field && { field: first.field }),
    errors: errors.slice(0, maxErrors),
  });
}

/** 429 with Retry-After. */
export const throttled = (seconds: number): Refusal =>
  new Refusal('rate_limited', 'Too many requests. Retry later.', {
    headers: { 'Retry-After': String(seconds) },
  });
