import { damagedWorkbook } from '../../faults.ts';

/** Callbacks for the XML of a part. Names come without their prefix. */
export interface PartReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** A text may come in several pieces. */
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads the XML of a part, piece by piece: what ECMA-376 Part 2 allows in one, without a document type declaration, so
 * that no text can grow.
 */
export class XmlScanner {
  /** How many characters were read since the last tag. */
  unread = 0;
  readonly #reader: PartReader;
  readonly #open: string[] = [];
  #rest = '';
  #hasRoot = false;
  #endsInReturn = false;

  constructor(reader: PartReader) {
    this.#reader = reader;
  }

  /** @throws CliError `usage` for what is no XML */
  write(piece: string): void {
    if (/[^\t\n\r -\ufffd]/.test(piece)) throw damagedWorkbook('a character that XML does not have');
    const text = this.#rest + this.#withLineFeeds(piece);
    this.unread += piece.length;
    let at = 0;
    for (;;) {
      const tag = text.indexOf('<', at);
      if (tag === -1) break;
      if (tag > at) this.#text(text.slice(at, tag));
      at = tag;
      const end = this.#markup(text, tag);
      if (end === incomplete) break;
      at = end;
    }
    this.#rest = text.slice(at);
  }

  close(): void {
    if (this.#rest.trim() !== '') throw damagedWorkbook('it is cut off');
    if (this.#open.length > 0 || !this.#hasRoot) throw damagedWorkbook(`unclosed tag: ${this.#open.at(-1) ?? ''}`);
  }

  /** Line breaks as XML has them (2.11); one of two characters may come in two pieces. */
  #withLineFeeds(piece: string): string {
    if (!this.#endsInReturn && !piece.includes('\r')) return piece;
    const text = this.#endsInReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#endsInReturn = piece.endsWith('\r');
    return text.replace(/\r\n?/g, '\n');
  }

  #text(text: string): void {
    if (this.#open.length > 0) this.#reader.text?.(unescaped(text));
    else if (text.trim() !== '') throw damagedWorkbook('text outside of an element');
  }

  /** Reads the markup that begins here. Returns where it ends. */
  #markup(text: string, tag: number): number {
    const code = text.charCodeAt(tag + 1);
    if (code === slash) return this.#closeTag(text, tag);
    if (code === question) return after(text, '?>', tag);
    if (code === bang) return this.#declaration(text, tag);
    return this.#openTag(text, tag);
  }

  /** A comment, or text in which nothing is escaped. */
  #declaration(text: string, tag: number): number {
    if (text.startsWith('<!--', tag)) return after(text, '-->', tag + 4);
    if (text.startsWith(rawText, tag)) {
      const end = after(text, ']]>', tag);
      if (end !== incomplete) this.#reader.text?.(text.slice(tag + rawText.length, end - 3));
      return end;
    }
    if (text.length < tag + rawText.length) return incomplete;
    throw damagedWorkbook('a document type declaration');
  }

  #closeTag(text: string, tag: number): number {
    const end = text.indexOf('>', tag);
    if (end === -1) return incomplete;
    const name = text.slice(tag + 2, end).trimEnd();
    if (this.#open.pop() !== name) throw damagedWorkbook(`unexpected close tag: ${name.slice(0, 100)}`);
    this.unread = 0;
    this.#reader.close?.(localName(name));
    return end + 1;
  }

  #openTag(text: string, tag: number): number {
    let at = endOfName(text, tag + 1);
    const name = text.slice(tag + 1, at);
    const attributes: Record<string, string> = {};
    while (at !== incomplete) {
      at = afterSpace(text, at);
      const code = text.charCodeAt(at);
      if (code === greater || (code === slash && at + 1 < text.length)) return this.#opened(name, attributes, text, at);
      at = readAttribute(text, at, attributes);
    }
    return incomplete;
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>, text: string, at: number): number {
    const isEmpty = text.charCodeAt(at) === slash;
    const isMalformed = name === '' || (isEmpty && text.charCodeAt(at + 1) !== greater);
    if (isMalformed) throw damagedWorkbook('malformed tag');
    if (this.#open.length === 0 && this.#hasRoot) throw damagedWorkbook('more than one root');
    if (this.#open.length === mostLevels) throw damagedWorkbook(`more than ${mostLevels} levels of elements`);
    this.#hasRoot = true;
    this.unread = 0;
    const local = localName(name);
    this.#reader.open(local, attributes);
    if (isEmpty) this.#reader.close?.(local);
    else this.#open.push(name);
    return isEmpty ? at + 2 : at + 1;
  }
}

const [slash, question, bang, greater] = [47, 63, 33, 62];
const rawText = '<![CDATA[';
/** The names of all open elements are held; parts have about ten levels. */
const mostLevels = 100;
/** Where markup ends that goes on in the next piece. */
const incomplete = -1;

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? incomplete : at + end.length;
}

/** Adds the attribute that begins here. Returns where it ends. */
function readAttribute(text: string, from: number, attributes: Record<string, string>): number {
  const end = endOfName(text, from);
  const equals = afterSpace(text, end);
  const start = afterSpace(text, equals + 1);
  if (start >= text.length) return incomplete;
  const quote = text[start];
  if ((quote !== '"' && quote !== "'") || text[equals] !== '=' || end === from) throw damagedWorkbook('malformed tag');
  const close = text.indexOf(quote, start + 1);
  if (close === -1) return incomplete;
  attributes[text.slice(from, end)] = unescaped(text.slice(start + 1, close));
  return close + 1;
}

/** Where a name ends: before a space, `/`, `=`, `>` or `<`. */
function endOfName(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at);
    if (!(code > 32 && code !== slash && (code < 60 || code > 62))) return at;
  }
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}

const unescaped = (text: string): string => (text.includes('&') ? text.replace(/&([^;&]*;)?/g, character) : text);

function character(_: string, reference = ''): string {
  const named = characters.get(reference);
  if (named !== undefined) return named;
  const code = /^#x[\da-f]{1,6};$/i.test(reference)
    ? Number.parseInt(reference.slice(2), 16)
    : Number(/^#(\d{1,7});$/.exec(reference)?.[1] ?? Number.NaN);
  const found = code <= 0x10ffff ? String.fromCodePoint(code) : '\uffff';
  if (/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(found)) throw damagedWorkbook('undefined entity');
  return found;
}

const characters = new Map([
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
]);

function localName(name: string): string {
  const at = name.indexOf(':');
  return at === -1 ? name : name.slice(at + 1);
}
