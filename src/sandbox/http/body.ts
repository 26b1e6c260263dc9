import type { IncomingMessage } from 'node:http';
import { nothingToUpdate } from '../../resources/draft.ts';
import type { Checked, Fault } from '../../resources/draft-fields.ts';
import { isObject } from '../../text/json.ts';
import { invalid, Refusal, type WrongField } from './refusal.ts';

/** A body larger than this is refused (413). */
const mostBytes = 1024 * 1024;

/** JSON nested deeper than this is a mistake, and code that walks it would run out of stack. */
const deepestJson = 100;

/**
 * The JSON body of a request.
 * @throws Refusal 415 for another media type, 413 over 1 MiB, 400 when it is not JSON in UTF-8 or nested deeper than
 * 100 levels.
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  checkMediaType(request.headers['content-type'] ?? '');
  const body = parseJson(await readBytes(request));
  if (isDeeper(body, deepestJson))
    throw new Refusal('malformed', `The body has more than ${deepestJson} levels of nesting.`);
  return body;
}

/** Parameters such as `charset=utf-8` are fine. */
function checkMediaType(contentType: string): void {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new Refusal('unsupported_media_type', 'Send the body with Content-Type: application/json.');
}

/** A body with a Content-Length is refused before it comes; a chunked one is counted while it does. */
function readBytes(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > mostBytes) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > mostBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // The client gave up: nobody is left to be told.
    request.on('error', () => reject(new Refusal('malformed', 'The body ended early.')));
  });
}

const tooLarge = (): Refusal => new Refusal('too_large', `The body is larger than ${mostBytes} bytes.`);

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal('malformed', 'The body is not valid JSON in UTF-8.');
  }
}

/** Whether something is nested in more levels. Goes no deeper than that itself. */
function isDeeper(value: unknown, levels: number): boolean {
  if (levels < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/**
 * The values of a body, as its draft reads them.
 * @throws Refusal 422 that names every wrong field.
 */
export function valuesIn<T extends object>(draft: { fromJson(body: unknown): Checked<T> }, body: unknown): T {
  const checked = draft.fromJson(body);
  if (!checked.ok) throw invalid(wrongFields(checked.faults));
  refuseIfAny(unstorable(checked.value));
  return checked.value;
}

/** The faults of a body as this store names them. */
export function wrongFields(faults: readonly Fault[]): readonly WrongField[] {
  return faults.map(({ field, message }) => ({ field, message: field ? message : aboutBody(message) }));
}

const aboutBody = (message: string): string =>
  `The body ${message === nothingToUpdate ? 'must have at least one field' : message}`;

/** @throws Refusal 422 that names every wrong field, if there is one. */
export function refuseIfAny(wrong: readonly WrongField[]): void {
  if (wrong.length > 0) throw invalid(wrong);
}

/** Fields whose text SQLite or UTF-8 cannot store unchanged; in a list with their index: `products[0].title`. */
function unstorable(body: object): readonly WrongField[] {
  return Object.entries(body)
    .flatMap(([name, value]) => brokenPlaces(name, value))
    .map((field) => ({ field, message: 'must not contain a NUL character or half a surrogate pair' }));
}

function brokenPlaces(place: string, value: unknown): readonly string[] {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [place] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((element, at) => brokenPlaces(`${place}[${at}]`, element));
  return Object.entries(value).flatMap(([name, inner]) => brokenPlaces(`${place}.${name}`, inner));
}

/** The query parameters of every route. */
const everywhere: readonly string[] = ['token', 'acceptLanguageId'];

/**
 * @throws Refusal 422 that names the query parameters of which something would be ignored: unknown ones, which are
 * most likely misspelt, and repeated ones
 */
export function refuseIgnored(query: URLSearchParams, known: readonly string[] = []): void {
  const names = [...query.keys()];
  const unknown = new Set(names.filter((name) => !everywhere.includes(name) && !known.includes(name)));
  const repeated = new Set(names.filter((name, at) => names.indexOf(name) !== at && !unknown.has(name)));
  refuseIfAny([
    ...[...unknown].map((field) => ({ field, message: 'is not a query parameter of this path' })),
    ...[...repeated].map((field) => ({ field, message: 'must be given once' })),
  ]);
}

/** A body without its IDs of 0: records write 0 where there is none, and so may a body that creates. */
export const withoutZeroIds = (body: unknown, names: readonly string[]): unknown =>
  isObject(body) ? Object.fromEntries(Object.entries(body).filter((entry) => !isZero(entry, names))) : body;

/** The same for a body that changes a record: an ID of 0 clears the field. */
export const clearedZeroIds = (body: unknown, names: readonly string[]): unknown =>
  isObject(body)
    ? Object.fromEntries(Object.entries(body).map((entry) => (isZero(entry, names) ? [entry[0], null] : entry)))
    : body;

const isZero = ([name, value]: readonly [string, unknown], names: readonly string[]): boolean =>
  names.includes(name) && (value === 0 || value === '0');
