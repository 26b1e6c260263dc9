import { damagedWorkbook, refusal } from '../faults.ts';
import type { OddCell } from '../records.ts';
import { aDate, columnIndex, type NumberFormat, numberText, unescapeText } from './cell-text.ts';
import type { PartReader } from './xml.ts';

/** A row with its texts by column, up to the last cell; a cell without a value is empty. */
export interface SheetRow {
  /** As a spreadsheet counts, from 1. */
  readonly line: number;
  readonly isHidden: boolean;
  readonly cells: string[];
  readonly odd: [column: number, cell: OddCell][];
  /** The columns of the cells that are stored as numbers and shown as their digits. */
  readonly numbers: number[];
}

interface CellContext {
  readonly formats: readonly NumberFormat[];
  /** The texts that cells name by number. */
  readonly texts: readonly string[];
}

/** Collects the rows of a worksheet (ECMA-376 Part 1, 18.3): takes them from `rows`. */
export class SheetReader implements PartReader {
  rows: SheetRow[] = [];
  hasMerged = false;
  readonly #context: CellContext;
  #row: SheetRow = { line: 0, isHidden: false, cells: [], odd: [], numbers: [] };
  #column = -1;
  #type = 'n';
  #style = 0;
  #value: string | undefined;
  #formula: string | undefined;
  #part: 'value' | 'formula' | undefined;
  #isPhonetic = false;

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#begin('value');
    else if (name === 'f') this.#begin('formula');
    else if (name === 'is') this.#value = '';
    else if (name === 't' && this.#type === 'inlineStr' && !this.#isPhonetic) this.#part = 'value';
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'mergeCell') this.hasMerged = true;
  }

  text(text: string): void {
    if (this.#part === 'value') this.#value += text;
    else if (this.#part === 'formula') this.#formula += text;
  }

  close(name: string): void {
    this.#part = undefined;
    if (name === 'c') this.#closeCell();
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'row' && this.#row.cells.length > 0) this.rows.push(this.#row);
  }

  #begin(part: 'value' | 'formula'): void {
    this.#part = part;
    if (part === 'value') this.#value = '';
    else this.#formula = '';
  }

  #openRow({ r, hidden }: Readonly<Record<string, string>>): void {
    const line = r === undefined ? this.#row.line + 1 : Number(r);
    if (!Number.isInteger(line) || line <= this.#row.line || line > maxRows) throw outOfPlace(`row ${r}`);
    this.#row = { line, isHidden: hidden === '1' || hidden === 'true', cells: [], odd: [], numbers: [] };
    this.#column = -1;
  }

  #openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.#column + 1 : columnIndex(r);
    if (column <= this.#column || column >= maxColumns) throw outOfPlace(`cell ${r}`);
    this.#column = column;
    this.#type = t;
    this.#style = Number(s);
    this.#value = undefined;
    this.#formula = undefined;
  }

  #closeCell(): void {
    const cell = this.#cell();
    if (cell === '') return;
    const { cells, odd, numbers } = this.#row;
    while (cells.length < this.#column) cells.push('');
    cells.push(typeof cell === 'string' ? cell : cell.number === undefined ? '' : cell.shown);
    if (typeof cell !== 'string') odd.push([this.#column, cell]);
    if (this.#type === 'n' && this.#value && this.#format() === 'plain') numbers.push(this.#column);
  }

  #format(): NumberFormat {
    return this.#context.formats[this.#style] ?? 'plain';
  }

  #cell(): string | OddCell {
    const value = this.#value;
    // A value that was never computed is left out, or an empty number.
    if (value === undefined || (value === '' && this.#type === 'n'))
      return this.#formula === undefined ? '' : { shown: `=${this.#formula}`, why: notComputed };
    if (this.#type === 's') return this.#context.texts[Number(value)] ?? this.#missing();
    if (this.#type === 'n') return numberText(value, this.#format());
    return textOf(value, this.#type);
  }

  #missing(): never {
    throw damagedWorkbook(`row ${this.#row.line} has a text that the workbook lacks`);
  }
}

const notComputed = 'is a formula without a stored value: open the workbook in Excel and save it';
const formulaError = 'is an error of a formula in the workbook: correct it';

function textOf(value: string, type: string): string | OddCell {
  if (type === 'e') return { shown: value, why: formulaError };
  if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
  return type === 'd' ? aDate(value) : unescapeText(value);
}

/** Of any spreadsheet. */
const maxRows = 1_048_576;
const maxColumns = 16_384;

const outOfPlace = (what: string): Error => damagedWorkbook(`${what} is out of place`);

/** Collects the texts that cells name by number (ECMA-376 Part 1, 18.4). */
export class SharedStrings implements PartReader {
  readonly texts: string[] = [];
  #length = 0;
  #text = '';
  #isPhonetic = false;
  #isText = false;

  open(name: string): void {
    if (name === 'si') this.#text = '';
    // The pronunciation of East Asian text is not part of it.
    if (name === 'rPh') this.#isPhonetic = true;
    this.#isText = name === 't' && !this.#isPhonetic;
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    if (name !== 'si') return;
    // They are in memory, each with some bytes of its own.
    this.#length += this.#text.length + 32;
    if (this.#length > maxLength) throw refusal([tooMany]);
    // Copied: otherwise it keeps the whole piece of XML that it is from.
    this.texts.push(Buffer.from(unescapeText(this.#text)).toString());
  }
}

const maxLength = 256 * 1024 ** 2;

const tooMany = {
  problem: 'The workbook has more than 256 MiB of different texts.',
  remedy: 'Save the sheet as CSV in UTF-8, and import that file.',
};
