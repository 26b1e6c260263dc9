import { hash } from 'node:crypto';
import type { Values } from '../../resources/file-table.ts';
import { type Key, keyText } from './key.ts';

/** The first row with a key. */
interface FirstRow {
  readonly line: number;
  /** Of all that it says. */
  readonly digest: string;
}

/**
 * Rows about people that say what another has said, for one pass over a file: a customer stands in it once for each address,
 * and lists are joined. Of products a repeated row is a fault, since it may be another product with a wrong key.
 */
export class RepeatedRows {
  readonly #first = new Map<string, FirstRow>();

  /** The line of the row that says the same, if there is one above. */
  lineBefore(line: number, [key]: readonly Key[], values: Values): number | undefined {
    if (!key) return undefined;
    const text = keyText(key);
    const digest = hash('sha256', JSON.stringify(values, exactly), 'base64');
    const first = this.#first.get(text);
    if (!first) this.#first.set(text, { line, digest });
    return first?.digest === digest ? first.line : undefined;
  }
}

const exactly = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
