import { damagedWorkbook } from '../faults.ts';
import type { OddCell } from '../sheet.ts';
import { columnIndex, isoDateText, numberText, unescapeText } from './cell-text.ts';
import type { NumberFormat } from './number-format.ts';
import type { PartReader } from './xml.ts';

/** A cell: its text, the number of its text among the shared ones, or what it is instead. */
interface Cell {
  readonly column: number;
  readonly value: string | number | OddCell;
  /** Whether it is stored as a number, and shown as its digits. */
  readonly isNumber: boolean;
}

export interface SheetRow {
  /** As a spreadsheet counts, from 1. */
  readonly row: number;
  readonly isHidden: boolean;
  readonly cells: readonly Cell[];
}

interface CellStyles {
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

/** Collects the rows of a worksheet (ECMA-376 Part 1, 18.3): takes them from `rows`. */
export class SheetReader implements PartReader {
  rows: SheetRow[] = [];
  /** Ranges of merged cells, such as `A1:C1`. */
  readonly merged: string[] = [];
  readonly #styles: CellStyles;
  #row = 0;
  #isHidden = false;
  #cells: Cell[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #value: string | undefined;
  #formula: string | undefined;
  #part: 'value' | 'formula' | undefined;
  #isPhonetic = false;

  constructor(styles: CellStyles) {
    this.#styles = styles;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#begin('value');
    else if (name === 'f') this.#begin('formula');
    else if (name === 'is') this.#value = '';
    else if (name === 't' && this.#type === 'inlineStr' && !this.#isPhonetic) this.#part = 'value';
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'mergeCell' && this.merged.length < mostMerged) this.merged.push(attributes.ref ?? '');
  }

  text(text: string): void {
    if (this.#part === 'value') this.#value += text;
    else if (this.#part === 'formula') this.#formula += text;
  }

  close(name: string): void {
    this.#part = undefined;
    if (name === 'c') this.#closeCell();
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'row') this.rows.push({ row: this.#row, isHidden: this.#isHidden, cells: this.#cells });
  }

  #begin(part: 'value' | 'formula'): void {
    this.#part = part;
    if (part === 'value') this.#value = '';
    else this.#formula = '';
  }

  #openRow({ r, hidden }: Readonly<Record<string, string>>): void {
    const row = r === undefined ? this.#row + 1 : Number(r);
    if (!Number.isInteger(row) || row <= this.#row || row > mostRows) throw outOfPlace(`row ${r}`);
    this.#row = row;
    this.#isHidden = hidden === '1' || hidden === 'true';
    this.#cells = [];
    this.#column = -1;
  }

  #openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.#column + 1 : columnIndex(r);
    if (column <= this.#column || column >= mostColumns) throw outOfPlace(`cell ${r}`);
    this.#column = column;
    this.#type = t;
    this.#style = Number(s);
    this.#value = undefined;
    this.#formula = undefined;
  }

  #closeCell(): void {
    const value = this.#valueOfCell();
    if (value !== '') this.#cells.push({ column: this.#column, value, isNumber: this.#isNumber() });
  }

  #isNumber(): boolean {
    return this.#type === 'n' && Boolean(this.#value) && this.#format() === 'plain';
  }

  #format(): NumberFormat {
    return this.#styles.formats[this.#style] ?? 'plain';
  }

  #valueOfCell(): string | number | OddCell {
    const value = this.#value;
    // A value that was never computed is left out, or an empty number.
    if (value === undefined || (value === '' && this.#type === 'n'))
      return this.#formula === undefined ? '' : { shown: `=${this.#formula}`, why: notComputed };
    if (this.#type === 's') return Number(value);
    if (this.#type === 'n') return numberText(value, this.#format(), this.#styles.is1904);
    return textOf(value, this.#type);
  }
}

const notComputed = 'is a formula without a stored value: open the workbook in Excel and save it';
const formulaError = 'is an error of a formula in the workbook: correct it';

function textOf(value: string, type: string): string | OddCell {
  if (type === 'e') return { shown: value, why: formulaError };
  if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
  return type === 'd' ? isoDateText(value) : unescapeText(value);
}

/** Of any spreadsheet. */
const [mostRows, mostColumns] = [1_048_576, 16_384];
const mostMerged = 100;

const outOfPlace = (what: string): Error => damagedWorkbook(`${what} is out of place`);
