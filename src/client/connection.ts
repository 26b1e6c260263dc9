import type { Dispatcher } from 'undici';
import type { StoreRecord } from '../resources/record-fields.ts';
import type { FailureCause, FailureDetail } from './causes.ts';
import type { Headers } from './reply/body.ts';
import type { ApiRequest } from './request.ts';
import type { Base } from './request-url.ts';

/** Records per page when records are looked up, and unless the settings say another number when a whole list is read. */
export const pageSize = 100;

/** How requests of one command reach the store. Times are in milliseconds. */
export interface Connection {
  readonly base: Base;
  readonly token: string;
  /** The same in every run: the base URL of the store, or `sandbox:<database>`. */
  readonly storeId: string;
  /** For one request, from connecting to the last byte. */
  readonly timeout: number;
  /** The same for a POST, where it may take longer. */
  readonly postTimeout?: number | undefined;
  /** Retries of a GET or DELETE. */
  readonly retries: number;
  /** One of many requests that share a limit: a 429 is retried for about a minute, if anything is retried. */
  readonly manyRequests?: boolean | undefined;
  /** A 429 is not retried here: the caller waits for all of its requests. */
  readonly isPaced?: boolean | undefined;
  readonly filterStyle: 'both' | 'plain' | 'bracket';
  /** Records per page when a whole list is read. */
  readonly pageSize: number;
  readonly taxField: 'both' | 'taxRate' | 'taxRateVal';
  readonly dispatcher: Dispatcher;
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly random: () => number;
  readonly now: () => Date;
  /** Removes secrets from a reply. Done before text is cut and wrapped: then they could not be recognized any more. */
  readonly redact: (text: string) => string;
  /**
   * With `--mask-pii`, whether a text is the name of a field. Errors repeat nothing else of what the store says, since it
   * may be about a person.
   */
  readonly repeatsOnly?: ((text: string) => boolean) | undefined;
  /** Called before each request; throws to stop it (`--dry-run`, `--curl`, a read-only store). */
  readonly guard?: (request: ApiRequest) => Promise<void>;
  /** The next step for the user after a failure. */
  readonly hint?: (problem: RequestProblem, request: ApiRequest, detail?: FailureDetail) => string | undefined;
  /** Called with the `Date` header of each answer. */
  readonly onDate?: (date: string) => void;
  /** Called when an answer begins, with its headers, which are not redacted. */
  readonly onAnswer?: (headers: Headers) => void;
  /** Called when the store has answered a request with success, whatever becomes of the reply. */
  readonly onAccepted?: ((request: ApiRequest) => void) | undefined;
  /**
   * Called when a write was sent, whatever came back, with the path of what it may have changed: `/customers/101`. That of
   * a record which it created is told once its ID is known.
   */
  readonly onWrite?: ((method: ApiRequest['method'], resource: string) => void) | undefined;
  /** Called with what the store has shown at a path, such as `customers`, `101`: one record, or all addresses of a customer. */
  readonly onShown?: ((segments: readonly string[], records: readonly StoreRecord[]) => void) | undefined;
  /** Called before a request is made again. */
  readonly onRetry?: () => void;
  /** Called after each request that was sent, with how it ended. For `--verbose`. */
  readonly onExchange?: ((exchanged: Exchanged) => void) | undefined;
  /** Called when a request begins. */
  readonly waiting?: (() => RequestWait) | undefined;
}

/** What is told of a request while it is waited for. */
interface RequestWait {
  /** Called before each attempt (1 is the first). @param why the attempt before failed, in two or three words */
  readonly attempt: (number: number, why?: string) => void;
  readonly end: () => void;
}

/** A request and how it ended. */
export interface Exchanged {
  readonly request: ApiRequest;
  /** The HTTP status, or why there is no answer. */
  readonly outcome: number | FailureCause;
  readonly milliseconds: number;
}

/** What went wrong with a request, as far as the next step depends on it. */
export type RequestProblem =
  | FailureCause
  /** A write was sent, and its outcome is not known. */
  | 'uncertain'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'too-many-requests'
  /** The store names a time to wait that is longer than a minute. */
  | 'wait'
  /** A firewall or a password in front of the store. */
  | 'blocked'
  | 'redirect'
  /** To another path of the same host. */
  | 'redirect-within'
  | 'not-modified'
  /** The store or its gateway has no answer at the moment. */
  | 'overloaded'
  /** The network wants a sign-in. */
  | 'sign-in'
  /** A record has a field that is not what the API documents. */
  | 'other-shape'
  /** The answer is a web page. */
  | 'web-page'
  /** The answer is not from the shop API. */
  | 'not-the-api';

/** The store as messages name it: its host, or `the sandbox`, whose port changes with each run. */
export const hostOf = ({ storeId, base }: Pick<Connection, 'storeId' | 'base'>): string =>
  storeId.startsWith('sandbox:') ? 'the sandbox' : new URL(base.origin).host;
