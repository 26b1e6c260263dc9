import { expect, test } from 'vitest';
import type { FailureCause } from '../src/client/causes.ts';
import type { Connection } from '../src/client/connection.ts';
import { failureOf, readAnswer, unexpectedReply } from '../src/client/failures.ts';
import { apiRequest, type Method } from '../src/client/request.ts';
import { RequestUrl } from '../src/client/request-url.ts';
import { CliError, exitCodes, type FailureKind, isAboutOne } from '../src/errors.ts';

const base = { origin: 'https://shop.test', path: '' };
const connection = {
  base,
  storeId: base.origin,
  redact: (text: string) => text,
  now: () => new Date('2026-01-31T12:00:00Z'),
} as unknown as Connection;
const requestOf = (method: Method) => apiRequest(method, RequestUrl.to(base, ['customers', '101'], []));

/** `refused: one`, or what a failure is and whom it concerns. */
function said(read: () => unknown): string {
  try {
    read();
    return 'no failure';
  } catch (error) {
    return toldOf(error as CliError);
  }
}

const toldOf = (error: CliError): string => `${error.kind}: ${isAboutOne(error) ? 'one' : 'all'}`;

const word = '{"error":{"message":"no"}}';
const page = '<html>Sorry</html>';
const elsewhere = { location: 'https://elsewhere.test/' };

interface AnswerHeaders {
  readonly location?: string;
}

test.each<[status: number, text: string, ofRead: string, ofWrite: string, headers?: AnswerHeaders]>([
  [400, word, 'refused: one', 'refused: one'],
  [402, word, 'refused: one', 'refused: one'],
  [404, word, 'not-found: one', 'not-found: one'],
  [409, word, 'refused: one', 'refused: one'],
  [410, '', 'not-found: one', 'not-found: one'],
  [422, word, 'refused: one', 'refused: one'],
  // Shops have pages for what they do not have.
  [404, page, 'refused: one', 'refused: one'],
  [200, word, 'refused: one', 'refused: one'],
  [200, '{"error":{"message":"rate limit exceeded"}}', 'refused: all', 'refused: all'],
  // Whoever paces reads makes it again; a write may have been done.
  [200, page, 'refused: one', 'outcome-unknown: one'],
  [200, '{"id":', 'unreachable: all', 'outcome-unknown: one'],
  [401, word, 'auth: all', 'auth: all'],
  [403, word, 'auth: all', 'auth: all'],
  // A firewall in front of the store.
  [403, page, 'refused: all', 'refused: all'],
  [301, '', 'refused: all', 'refused: all', elsewhere],
  [304, '', 'refused: all', 'refused: all'],
  [303, '', 'refused: all', 'outcome-unknown: one', { location: '/customers' }],
  [408, '', 'unreachable: all', 'outcome-unknown: one'],
  [425, '', 'unreachable: all', 'outcome-unknown: one'],
  [429, '', 'unreachable: all', 'refused: all'],
  [500, '', 'unreachable: all', 'outcome-unknown: one'],
  [503, page, 'unreachable: all', 'outcome-unknown: one'],
  [511, page, 'unreachable: all', 'outcome-unknown: one'],
])('%d %s: a read is %s, a write %s', (status, text, ofRead, ofWrite, headers = {}) => {
  const answer = { kind: 'answer', status, text, headers } as const;
  expect([
    said(() => readAnswer(connection, requestOf('GET'), answer)),
    said(() => readAnswer(connection, requestOf('DELETE'), answer)),
  ]).toEqual([ofRead, ofWrite]);
});

test.each<[cause: FailureCause, ofRead: string, ofUnsent: string, ofSent: string]>([
  ['refused', 'unreachable: all', 'unreachable: all', 'outcome-unknown: one'],
  ['cut', 'unreachable: all', 'unreachable: all', 'outcome-unknown: one'],
  ['timeout', 'unreachable: all', 'unreachable: all', 'outcome-unknown: one'],
  ['interrupted', 'unreachable: all', 'unreachable: all', 'outcome-unknown: one'],
  ['certificate', 'refused: all', 'refused: all', 'outcome-unknown: one'],
  ['not-tls', 'refused: all', 'refused: all', 'outcome-unknown: one'],
  ['no-charset', 'refused: all', 'refused: all', 'outcome-unknown: one'],
])('no answer, %s: a read is %s, a write that was not sent %s, another %s', (cause, ...expected) => {
  const failure = (method: Method, sent: boolean) =>
    toldOf(failureOf(connection, requestOf(method), { kind: 'failure', cause, sent }));
  expect([failure('GET', true), failure('DELETE', false), failure('DELETE', true)]).toEqual(expected);
});

test('JSON of another shape concerns its record', () => {
  const failure = (method: Method) => toldOf(unexpectedReply(connection, requestOf(method), 'is a different record'));
  expect([failure('GET'), failure('DELETE')]).toEqual(['refused: one', 'outcome-unknown: one']);
});

test('without an answer, only what names its record concerns it alone', () => {
  const kinds = Object.keys(exitCodes) as FailureKind[];
  expect(kinds.filter((kind) => isAboutOne(new CliError(kind, 'No.')))).toEqual([
    'not-found',
    'refused',
    'outcome-unknown',
  ]);
});
