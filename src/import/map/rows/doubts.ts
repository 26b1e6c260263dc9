import { type FileTable, shownFields, type Values } from '../../../resources/file-table.ts';
import { areInParts, doubtAboutDate, doubtsAboutCode, doubtsAboutText } from '../../../text/codes.ts';
import { isReadAsUtf8, isReadTwice } from '../../../text/damaged.ts';
import type { FileRecord } from '../../file/records.ts';
import { nullMarkIn } from '../cells/marks.ts';
import { nameOf, type RowFault } from '../cells/row-fault.ts';
import type { FieldColumn } from '../headings/field-columns.ts';

/** Why values of a row are doubtful. */
export function doubtsOf(
  line: number,
  values: Values,
  columns: readonly FieldColumn[],
  doubts: readonly Doubt[],
): readonly RowFault[] {
  let warnings: RowFault[] | undefined;
  for (const { field, about } of doubts) {
    const value = values[field] as string | undefined;
    const messages = value ? about(value) : [];
    if (!value || messages.length === 0) continue;
    const column = nameOf(field, columns);
    warnings = [...(warnings ?? []), ...messages.map((message) => ({ line, column, value, message }))];
  }
  return warnings ?? none;
}

/** Why codes of one record are doubtful, in the words of an import: `EAN "4006381333932": the check digit is 2, …`. */
export function doubtfulCodes({ draft, digits }: FileTable, values: Values): readonly string[] {
  return draft.names.flatMap((field) => {
    const definition = draft.fields[field];
    const value = values[field];
    if (definition?.kind.name !== 'code' || typeof value !== 'string') return [];
    return codeDoubts(digits[field])(value).map((message) => `${definition.about} "${value}": ${message}`);
  });
}

/** Why a value of a field is doubtful. */
interface Doubt {
  readonly field: string;
  readonly about: (value: string) => readonly string[];
}

/** @param fields those that rows may have @param inParts those whose codes are three numbers, as a rule */
export function doubtsAbout(
  { draft, digits, isOfPeople, hidesValues, namesOfPeople = [] }: FileTable,
  fields: ReadonlySet<string>,
  inParts: ReadonlySet<string>,
): readonly Doubt[] {
  // A warning shows the value.
  const shown = hidesValues ? [] : shownFields({ draft }).filter((field) => fields.has(field));
  const ofKind = (name: string) => shown.filter((field) => draft.fields[field]?.kind.name === name);
  const codes = ofKind('code').map((field) => ({ field, about: codeDoubts(digits[field]) }));
  const asDates = ofKind('code')
    .filter((field) => !inParts.has(field))
    .map((field) => ({ field, about: doubtAboutDate }));
  const texts = isOfPeople ? [] : ofKind('text').map((field) => ({ field, about: textDoubts }));
  const named = ['firstName', 'lastName'].filter((field) => namesOfPeople.includes(field) && shown.includes(field));
  return [...codes, ...asDates, ...texts, ...named.map((field) => ({ field, about: nameDoubts }))];
}

/** The fields whose codes in the first rows are numbered in three parts, as a rule. */
export const fieldsInParts = (columns: readonly FieldColumn[], rows: readonly FileRecord[]): ReadonlySet<string> =>
  new Set(
    columns
      .filter(({ kind, index }) => kind.name === 'code' && areInParts(rows.flatMap(({ cells }) => cells[index] || [])))
      .map(({ field }) => field),
  );

/** What a program wrote where it has no name, or the cell of another column. */
const nameDoubts = (name: string): readonly string[] =>
  /^(?:true|false|\P{L}+)$/iu.test(name) || /[<>@]/.test(name) ? noName : noDoubts;

const noName = ['does not look like the name of a person: check the column'];

const noDoubts: readonly string[] = [];

function codeDoubts(ofDigits: FileTable['digits'][string] | undefined): Doubt['about'] {
  if (!ofDigits) return doubtsAboutCode;
  return (code) => {
    const doubt = ofDigits(code);
    return doubt ? [doubt, ...doubtsAboutCode(code)] : doubtsAboutCode(code);
  };
}

function textDoubts(text: string): readonly string[] {
  const mark = nullMarkIn(text);
  if (mark !== undefined)
    return [`is ${mark}, which programs write for no value: if that is meant, leave the cell empty`];
  if (isReadAsUtf8(text)) return otherEncoding;
  return isReadTwice(text) ? damaged : doubtsAboutText(text);
}

const otherEncoding = [
  'has letters of another script in a word: if the file is Windows-1252, pass --encoding windows-1252',
];

const damaged = ['has characters such as Ã© for é: an earlier program read it in the wrong encoding. Export it again'];

const none: readonly RowFault[] = [];
