import type { IncomingMessage } from 'node:http';
import { nothingToUpdate } from '../../resources/draft.ts';
import type { Checked, Fault } from '../../resources/draft-fields.ts';
import { invalid, Refusal, type WrongField } from './refusal.ts';

/** A body larger than this is refused (413). */
const maxBytes = 1024 * 1024;

/** JSON nested deeper than this is a mistake, and code that walks it would run out of stack. */
const deepestJson = 100;

/**
 * The JSON body of a request.
 * @throws Refusal 415 for another media type, 413 over 1 MiB, 400 when it is not JSON in UTF-8 or nested deeper than
 * 100 levels, 422 for text that cannot be stored.
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  checkMediaType(request.headers['content-type'] ?? '');
  const body = parseJson(await readBytes(request));
  const wrong: WrongField[] = [];
  checkJson(body, '', deepestJson, wrong);
  refuseIfAny(wrong);
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
    if (Number(request.headers['content-length']) > maxBytes) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    // The client gave up: nobody is left to be told.
    request.on('error', () => reject(new Refusal('malformed', 'The body ended early.')));
  });
}

const tooLarge = (): Refusal => new Refusal('too_large', `The body is larger than ${maxBytes} bytes.`);

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal('malformed', 'The body is not valid JSON in UTF-8.');
  }
}

/** Names the texts that SQLite or UTF-8 cannot store unchanged, in a list with their index: `products[0].title`. */
function checkJson(value: unknown, place: string, levels: number, wrong: WrongField[]): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    wrong.push({ field: place, message: 'must not contain a NUL character or half a surrogate pair' });
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0) throw new Refusal('malformed', `The body has more than ${deepestJson} levels of nesting.`);
  const isList = Array.isArray(value);
  for (const [name, inner] of Object.entries(value)) {
    const placeIn = isList ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`;
    checkJson(inner, placeIn, levels - 1, wrong);
  }
}

/** A body that is read: a draft, or its changes. */
export interface BodyReader<T> {
  fromJson(body: unknown): Checked<T>;
}

/** The values of a body, as its draft reads them. @throws Refusal 422 that names every wrong field */
export function valuesIn<T>(draft: BodyReader<T>, body: unknown): T {
  const checked = draft.fromJson(body);
  if (!checked.ok) throw invalid(wrongFields(checked.faults));
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
