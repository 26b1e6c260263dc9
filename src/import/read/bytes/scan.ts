import { type FileFault, refusal } from '../faults.ts';

/**
 * The place of a record: the line it begins on (1 is the first of the file) and its bytes, without its line break, as
 * offsets.
 */
type RecordFound = (line: number, start: number, end: number) => void;

/** In bytes. A longer record is assumed to be a quote that is never closed. */
export const longestRecord = 1024 * 1024;

/**
 * Finds the records of UTF-8 CSV, with their line numbers, and broken quotes. csv-parse reads the values of the same
 * bytes, but it miscounts lines within quotes and reports where it stopped, not where the quote starts.
 */
export class RecordScanner {
  readonly #classes: Uint8Array;
  readonly #found: RecordFound;
  #state: number = at.start;
  #offset = 0;
  #line = 1;
  /** The place of the last CR; no byte follows the first value. */
  #crAt = Number.NaN;
  #record = { line: 1, start: 0 };
  #quoteLine = 1;

  /** @param delimiter one ASCII character */
  constructor(delimiter: string, found: RecordFound) {
    this.#classes = classesWith(delimiter);
    this.#found = found;
  }

  /** @throws CliError `usage` for broken quotes and overlong records, with their line. */
  scan(bytes: Uint8Array): void {
    const classes = this.#classes;
    let state = this.#state;
    for (let index = 0; index < bytes.length; index++) {
      const kind = classes[bytes[index] as number] as number;
      const next = transitions[state * kinds + kind] as number;
      // Fast path: nearly every byte belongs to the same cell as the one before.
      if (next !== state || kind >= byte.cr) this.#move(state, next, kind, this.#offset + index);
      state = next;
    }
    this.#state = state;
    this.#offset += bytes.length;
    if (state !== at.start) this.#checkLength(state, this.#offset);
  }

  /** Call after the last bytes: the last record may lack a line break. */
  end(): void {
    if (this.#state === at.quoted) throw refusal([this.#neverClosed()]);
    if (this.#state !== at.start) this.#found(this.#record.line, this.#record.start, this.#offset);
    this.#state = at.start;
  }

  /** Offset from which bytes still belong to a record that has not been found yet. */
  get unfinished(): number {
    return this.#state === at.start ? this.#offset : this.#record.start;
  }

  #move(state: number, next: number, kind: number, offset: number): void {
    if (next >= at.stray) throw refusal([next === at.stray ? this.#stray() : this.#endsEarly()]);
    if (next === at.quoted && state < at.unquoted) this.#quoteLine = this.#line;
    if (state === at.start && next !== at.start) this.#record = { line: this.#line, start: offset };
    if (state !== at.start && next === at.start) this.#endRecord(state, offset);
    if (kind >= byte.cr) this.#endLine(kind, offset);
  }

  /** CR LF is one line break. */
  #endLine(kind: number, offset: number): void {
    if (kind === byte.cr) this.#crAt = offset;
    if (kind === byte.cr || this.#crAt !== offset - 1) this.#line++;
  }

  #endRecord(state: number, end: number): void {
    this.#checkLength(state, end);
    this.#found(this.#record.line, this.#record.start, end);
  }

  #checkLength(state: number, end: number): void {
    if (end - this.#record.start > longestRecord)
      throw refusal([state === at.quoted ? this.#neverClosed() : this.#tooLong()]);
  }

  #neverClosed(): FileFault {
    return {
      problem: `Line ${this.#quoteLine}: a quoted cell starts here and is never closed.`,
      remedy: quoteRemedy,
    };
  }

  #tooLong(): FileFault {
    return {
      problem: `Line ${this.#record.line}: this row is longer than 1 MiB.`,
      remedy: 'Shorten it, or check the line breaks in the file.',
    };
  }

  #stray(): FileFault {
    return {
      problem: `Line ${this.#line}: a quote (") inside an unquoted cell.`,
      remedy: quoteRemedy,
    };
  }

  #endsEarly(): FileFault {
    const where = this.#line === this.#quoteLine ? '' : ` on line ${this.#line}`;
    const problem = `Line ${this.#quoteLine}: the quoted cell that starts here has text after its closing quote${where}.`;
    return { problem, remedy: quoteRemedy };
  }
}

const quoteRemedy = 'Put the whole cell in quotes and double each quote inside it ("").';

const at = { start: 0, field: 1, unquoted: 2, quoted: 3, quoteSeen: 4, stray: 5, early: 6 } as const;
const byte = { other: 0, delimiter: 1, quote: 2, cr: 3, lf: 4 } as const;
const kinds = 5;

/** The next state, by state and class of byte: other, delimiter, quote, CR, LF. */
const transitions = Uint8Array.from(
  [
    [at.unquoted, at.field, at.quoted, at.start, at.start],
    [at.unquoted, at.field, at.quoted, at.start, at.start],
    [at.unquoted, at.field, at.stray, at.start, at.start],
    [at.quoted, at.quoted, at.quoteSeen, at.quoted, at.quoted],
    [at.early, at.field, at.quoted, at.start, at.start],
  ].flat(),
);

function classesWith(delimiter: string): Uint8Array {
  const classes = new Uint8Array(256);
  classes[delimiter.charCodeAt(0)] = byte.delimiter;
  classes[0x22] = byte.quote;
  classes[0x0d] = byte.cr;
  classes[0x0a] = byte.lf;
  return classes;
}
