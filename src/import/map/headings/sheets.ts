import type { FileTable } from '../../../resources/file-table.ts';
import { firstOf } from '../../../text/words.ts';
import type { FileAnswer, FileChoice, FileFault } from '../../file/faults.ts';
import type { Sheet } from '../../file/sheet.ts';

/** A file or a sheet without a header. */
export function emptyFile(
  { names, key, required, price }: FileTable,
  sheet: Sheet | undefined,
  isChosen: boolean,
): FileFault {
  const header = [...key.slice(0, 1), ...required, ...(price ? [price.field] : [])].join(',');
  const expected = `Expected a header such as ${header}, then one line per ${names[0]}.`;
  if (!sheet) return { problem: 'The file is empty.', remedy: expected };
  const [others] = otherSheets(sheet, 'The other sheets');
  const problem = `The sheet ${JSON.stringify(sheet.name)} is empty.`;
  return { problem, remedy: others ?? expected, choice: isChosen ? undefined : sheetChoice(sheet, names) };
}

/** Which of the other sheets is read; undefined where there is none. */
export function sheetChoice({ others }: Sheet, [, plural]: FileTable['names']): FileChoice | undefined {
  const answers = others.map((name): FileAnswer => ({ label: name, cells: [], option: ['sheet', name] }));
  return answers.length === 0 ? undefined : { question: `Which sheet has the ${plural}?`, answers };
}

/** The sheets where the columns may be that this one lacks, and how to choose one. */
export function otherSheets({ others }: Sheet, what: string): readonly string[] {
  const names = others.map((name) => JSON.stringify(name));
  return names.length === 0 ? [] : [`${what}: ${firstOf(names, 10)}. To choose one: --sheet ${names[0]}`];
}
