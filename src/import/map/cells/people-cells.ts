import type { FileTable } from '../../../resources/file-table.ts';
import type { Kind } from '../../../resources/kind.ts';
import { isReadTwice, readOnce } from '../../../text/damaged.ts';
import { hadEntities, withoutEntities } from '../../../text/entities.ts';
import type { FieldColumn } from '../headings/field-columns.ts';
import type { CellReader } from './cells.ts';
import { isPlaceholder, nullMarkIn } from './marks.ts';
import { CellProblem } from './numbers.ts';

/**
 * Cells about people: what programs and spreadsheets add to a text is taken off where one reading is left, and what they wrote
 * instead of it is a fault. A wrong one is a parcel at the wrong door.
 */

/** Reads a cell of a column about people, and says what was taken off it. */
export interface PeopleReader {
  readonly read: CellReader;
  readonly noteOn: (cell: string) => string | undefined;
  /** Why a cell is not what was meant. */
  readonly problemOf: (cell: string) => CellProblem | undefined;
}

export function peopleReader({ field, kind }: FieldColumn, noun: FileTable, read: CellReader): PeopleReader {
  const isCode = kind.name === 'code' || field in noun.digits;
  const isText = kind.name === 'text' || isCode;
  const mayBeAnyWord = noun.namesOfPeople?.includes(field) === true;
  const wordProblem = (cell: string) => {
    if (!isText) return undefined;
    return mayBeAnyWord ? noNameProblem(cell) : noValueProblem(cell);
  };
  const problemOf = (cell: string) => (isText ? (damageIn(cell) ?? wordProblem(cell)) : undefined);
  return {
    read: (written) => {
      if (isPlain.test(written)) return wordProblem(written) ?? read(written);
      const { cell } = cleanCell(written, kind, isCode);
      return problemOf(cell) ?? read(cell);
    },
    problemOf,
    noteOn: (cell) =>
      (isPlain.test(cell) ? undefined : cleanCell(cell, kind, isCode).note) ?? noun.odd?.[field]?.(cell),
  };
}

/** A cell with what one program or another put around it taken off, and what that was. */
interface CleanCell {
  readonly cell: string;
  /** The end of a sentence about the cell. */
  readonly note: string | undefined;
}

/** Nothing that can be taken off, and no damage: next to all cells. */
const isPlain = /^[A-Za-z\d+(][A-Za-z\d .,()/@_+-]*$/;
/** The same with letters of any alphabet, which may be damaged. */
const isClean = /^[\p{L}\d+(][\p{L}\d .,()/@_+-]*$/u;

function cleanCell(cell: string, kind: Kind<unknown>, isCode: boolean): CleanCell {
  if (isClean.test(cell)) return { cell, note: undefined };
  const decoded = withoutEntities(cell);
  const bare = unguarded(decoded.trim(), kind, isCode);
  if (bare !== decoded.trim()) return { cell: bare, note: 'is sent without what a spreadsheet or a program added' };
  if (decoded !== cell) return { cell: decoded, note: hadEntities };
  return { cell, note: undefined };
}

/** `'+31…`, `=+31…` and `'01067` as spreadsheets keep them, `tel:` of a link, and `jo@example.com?subject=…` of a link. */
function unguarded(text: string, kind: Kind<unknown>, isCode: boolean): string {
  if (kind.name === 'email') {
    const bare = text.replace(/^['=]+/, '').replace(/\?[a-z]+=.*$/is, '');
    return bare !== text && kind.typed(bare) !== undefined ? bare : text;
  }
  return isCode ? text.replace(/^(?:'(?=[+\d(=])=?|=(?=\+\d)|tel:\s*)/i, '') : text;
}

/** Why a text about a person is not what was meant. */
function damageIn(cell: string): CellProblem | undefined {
  if (cell.includes('\ufffd')) return lost;
  if (frames.test(cell)) return new CellProblem(damaged);
  if (!mayBeDamaged.test(cell)) return undefined;
  const meant = readOnce(cell);
  return meant !== undefined || isReadTwice(cell) ? new CellProblem(damaged, meant?.trim()) : undefined;
}

/** The letters with which damage begins. */
const mayBeDamaged = /[ÂÃÄÅâÎÏÐÑØÙ]/;
/** Of DOS: frames, which no text about a person has. */
const frames = /[\u2500-\u259f]/;

const noValueProblem = (cell: string): CellProblem | undefined =>
  nullMarkIn(cell) !== undefined || isPlaceholder(cell) ? noValue : undefined;

/** What nobody is called: of words such as Null, None and True that is not sure. */
const noNameProblem = (cell: string): CellProblem | undefined =>
  /^\s*(?!undefined)\p{L}/iu.test(cell) && !cell.includes('/') && !cell.includes('.')
    ? undefined
    : noValueProblem(cell);

const lost = new CellProblem('has \ufffd where an earlier program could not read a character: export the file again');
const damaged = 'was read in the wrong encoding by an earlier program: export the file again';
const noValue = new CellProblem('is what programs write for no value: leave the cell empty, or enter the value');
