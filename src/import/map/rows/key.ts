import { hash } from 'node:crypto';
import { type FileTable, hasSecrets, shownFields, type Values } from '../../../resources/file-table.ts';
import { foldedCode } from '../../../text/codes.ts';
import { HashSet, hashOf } from '../../../text/hash-set.ts';
import { hmacOf } from '../../../text/hmac.ts';

/** A row that is ready to be sent. */
export interface SendableRow {
  /** 1 is the first after the header. */
  readonly record: number;
  readonly line: number;
  readonly key: Key;
  readonly values: Values;
  /** What of them may be shown and kept. */
  readonly stated: Values;
}

/** A code that identifies a record of a noun. */
export interface Key {
  readonly field: string;
  readonly code: string;
}

/** The codes that identify a row or a record of the store. The first is its key. Those about a person are hashed. */
export function keysOf(noun: Pick<FileTable, 'key' | 'keyCode' | 'hashKey'>, values: Values): readonly Key[] {
  const { keyCode, hashKey } = noun;
  const keys: Key[] = [];
  for (const field of noun.key) {
    const value = String(values[field] ?? '');
    const code = keyCode && value !== '' ? keyCode(field, values) : value;
    if (code !== '') keys.push({ field, code: hashKey ? hashKey(code) : code });
  }
  return keys;
}

/** The fields in which a record is not what a row of this key asks for: with the value of the record, the key is another. */
export function fieldsOfOtherKey(
  noun: Pick<FileTable, 'key' | 'keyCode' | 'hashKey' | 'draft'>,
  field: string,
  values: Values,
  record: Values,
): readonly string[] {
  const codeOf = (of: Values): string | undefined => keysOf(noun, of).find((key) => key.field === field)?.code;
  const code = codeOf(values);
  return noun.draft.names.filter((name) => name in record && codeOf({ ...values, [name]: record[name] }) !== code);
}

/** What of a noun tells how its keys are kept, and those of what its records belong to. */
export interface KeyedNoun extends Pick<FileTable, 'names' | 'foldKey' | 'hashKey'> {
  readonly owner?: { readonly noun: KeyedNoun };
}

/** The secret of the hashes that a journal has in place of keys about people, in hex. It lies beside the journal. */
export interface KeySecret {
  readonly hex: string;
  /** Whether there was none: it is kept when the first import begins. */
  readonly isNew: boolean;
}

/** A code that stands for a key about a person. */
const hashed = /^hmac:[\da-f]{32}$/;

/**
 * The noun with its keys as HMAC-SHA-256 (RFC 2104) of their folded form, cut to 128 bits: a journal that has them says
 * nothing to a reader without the secret. Unchanged where its keys are not about people.
 */
export function withHashedKeys<N extends KeyedNoun>(noun: N, secret: Buffer): N {
  const { foldKey, owner } = noun;
  if (!foldKey) return noun;
  const hmac = hmacOf(secret);
  const hashKey = (code: string): string => `hmac:${hmac(foldKey(code)).slice(0, 32)}`;
  return { ...noun, hashKey, ...(owner && { owner: { ...owner, noun: withHashedKeys(owner.noun, secret) } }) };
}

/** The code as a person may see it; undefined for a hash that only stands for it. */
export const shownCode = (code: string): string | undefined => (hashed.test(code) ? undefined : code);

interface CheckedValues {
  readonly values?: Values;
  readonly stated?: Values;
  readonly keys?: readonly Key[];
}

/** The row with its key; undefined for a row that has no values or no key. */
export function sendable(row: Omit<SendableRow, 'key' | 'values' | 'stated'> & CheckedValues): SendableRow | undefined {
  const { record, line, values, stated, keys: [key] = [] } = row;
  return key && values && stated ? { record, line, key, values, stated } : undefined;
}

/** What rows of a noun state, of all that is sent. The values themselves where none is secret: a catalogue has a million rows. */
export function statedBy(noun: FileTable): (values: Values) => Values {
  if (!hasSecrets(noun)) return (values) => values;
  const shown = shownFields(noun);
  return (values) => Object.fromEntries(shown.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
}

/** A key as one text: an SKU and an EAN of the same digits are two keys. */
export const keyText = ({ field, code }: Key): string => `${field}:${code}`;

/** A folded key: equal for all keys that are almost the same (`foldedCode`). */
export const foldedText = (key: Key): string =>
  // A hash is of a folded form already.
  hashed.test(key.code) ? keyText(key) : keyText({ field: key.field, code: foldedCode(key.code) });

/**
 * Generates SKUs for rows without a key, for one pass over the file: a hash of the row's values in the order of the
 * fields, and of the number of equal rows above it. The same file gives the same SKUs; a changed row gets another.
 * Needs 16 bytes per row.
 */
export class SkuGenerator {
  readonly #noun: FileTable;
  readonly #names: readonly string[];
  readonly #texts = new HashSet();
  readonly #repeated = new Map<number, number>();

  /** @param constants are not part of the hash, since the next run may have others */
  constructor(noun: FileTable, constants: Values) {
    this.#noun = noun;
    this.#names = noun.draft.names.filter((name) => constants[name] === undefined);
  }

  /** The values, with a generated SKU if they have no key. */
  withKey(values: Values): Values {
    if (keysOf(this.#noun, values).length > 0) return values;
    const text = this.#textOf(values);
    const bytes = hash('sha256', `${text}\n${this.#occurrence(text)}`, 'binary').slice(0, 10);
    return { ...values, [String(this.#noun.generated)]: `IMP-${base32(bytes)}` };
  }

  /** As it is sent: 12.5 and 12,50 are one price. */
  #textOf(values: Values): string {
    const parts: unknown[] = [];
    for (const name of this.#names) {
      const value = values[name];
      if (value !== undefined) parts.push(name, this.#noun.draft.fields[name]?.send(value));
    }
    return JSON.stringify(parts);
  }

  #occurrence(text: string): number {
    const key = hashOf(text);
    if (this.#texts.add(key)) return 1;
    const occurrence = (this.#repeated.get(key) ?? 1) + 1;
    this.#repeated.set(key, occurrence);
    return occurrence;
  }
}

/** Base32 (RFC 4648) of bytes, one per character. Their number must be a multiple of five, so there is no padding. */
function base32(bytes: string): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (let at = 0; at < bytes.length; at++) {
    held = ((held & 31) << 8) | bytes.charCodeAt(at);
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
  }
  return text;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
