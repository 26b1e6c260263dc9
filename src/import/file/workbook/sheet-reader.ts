import { damagedWorkbook } from '../faults.ts';
import type { OddCell } from '../records.ts';
import { CellCount, checkedText, maxColumns, maxRawText, maxRows, tooLongText } from './bounds.ts';
import { aDate, columnIndex, type NumberFormat, numberText, unescapeText } from './cell-text.ts';
import { MergedRanges } from './merged-ranges.ts';
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
  readonly merged = new MergedRanges();
  readonly #context: CellContext;
  readonly #count = new CellCount();
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
    else if (name === 'mergeCell') this.merged.add(attributes.ref);
  }

  text(text: string): void {
    if (this.#part === 'value') this.#value = joined(this.#value, text);
    else if (this.#part === 'formula') this.#formula = joined(this.#formula, text);
  }

  close(name: string): void {
    this.#part = undefined;
    if (name === 'c') this.#closeCell();
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'row') this.#closeRow();
  }

  #closeRow(): void {
    const { length } = this.#row.cells;
    if (length === 0) return;
    this.#count.add(length);
    this.rows.push(this.#row);
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
    const type = this.#type;
    const value = isText(type) ? this.#value : this.#value?.trim();
    // Whatever its type, a cell without a value is empty (18.3.1.4). The result of a formula may be the empty text.
    if (value === undefined || (value === '' && !isText(type)))
      return this.#formula === undefined ? '' : { shown: `=${this.#formula}`, why: notComputed };
    if (type === 's') return this.#sharedText(value);
    if (type === 'n') return numberText(value, this.#format());
    return textOf(value, type);
  }

  /** `Number` also reads `1e0`, `0x1` and `1.0`. */
  #sharedText(index: string): string {
    const text = /^\d+$/.test(index) ? this.#context.texts[Number(index)] : undefined;
    if (text === undefined) throw damagedWorkbook(`row ${this.#row.line} has a text that the workbook lacks`);
    return text;
  }
}

/** Types whose value is the text itself. */
const isText = (type: string): boolean => type === 'str' || type === 'inlineStr';

function joined(before = '', text: string): string {
  if (before.length + text.length > maxRawText) throw tooLongText();
  return before + text;
}

const notComputed = 'is a formula without a stored value: open the workbook in Excel and save it';
const formulaError = 'is an error of a formula in the workbook: correct it';

function textOf(value: string, type: string): string | OddCell {
  if (type === 'e') return { shown: value, why: formulaError };
  if (type === 'b') return booleans[value] ?? { shown: value, why: noBoolean };
  return type === 'd' ? aDate(value) : checkedText(unescapeText(value));
}

const booleans: Readonly<Record<string, string>> = { '1': 'TRUE', true: 'TRUE', '0': 'FALSE', false: 'FALSE' };
const noBoolean = 'is stored as a boolean, but is neither 0 nor 1: enter it again';

const outOfPlace = (what: string): Error => damagedWorkbook(`${what} is out of place`);
