import { withoutEndZeros } from '../../../text/numbers.ts';
import { type FileAnswer, type FileFault, optionText, refusal } from '../../file/faults.ts';
import { CellProblem, canonicalNumber, type DecimalMark, thousandsIn } from '../cells/numbers.ts';
import type { RowFault } from '../cells/row-fault.ts';
import { maxCells } from './column-choice.ts';

/** Numbers that can be read in two ways: how they read in either; undefined where no decimal mark fits all that are shown. */
function unclearNumbers(faults: readonly RowFault[], warnings: readonly RowFault[]): FileFault | undefined {
  const first = faults.find(({ needsMark }) => needsMark);
  if (!first) return undefined;
  const { column = '', line } = first;
  const isDoubtful = ({ value = '' }: RowFault): boolean => thousandsIn(value) !== undefined;
  const unclear = [...faults.filter(({ needsMark }) => needsMark), ...warnings.filter(isDoubtful)];
  const cells = unclear.filter((fault) => fault.column === column).flatMap(({ value }) => value ?? []);
  const shown = oneOfEachKind(cells).slice(0, maxCells);
  const answers = likelyFirst(shown).map((mark) => answerOf(mark, shown));
  if (!answers.some(({ isWhole }) => isWhole)) return undefined;
  const choice = {
    question: `How are the numbers in ${column} written?`,
    answers: answers.map(({ answer }) => answer),
  };
  return {
    problem: `Numbers in ${column} can be read in two ways, the first on line ${line}.`,
    remedy: `Pass ${choice.answers.map(optionText).join(' or ')}.`,
    choice,
  };
}

/** The first cell of each kind before others: what tells the readings apart is `1,800` beside `1.499`, not three of one kind. */
function oneOfEachKind(cells: readonly string[]): readonly string[] {
  const kinds = new Map<string, string>();
  for (const cell of cells) {
    const kind = cell.replace(/[^.,]/g, '');
    if (!kinds.has(kind)) kinds.set(kind, cell);
  }
  return [...new Set([...kinds.values(), ...cells])];
}

/**
 * Refuses the file for these alone, before its other faults are listed: a person is asked. @param warnings about cells
 * that are read, and may be read wrongly @throws CliError `usage`
 */
export function askOfNumbers(faults: readonly RowFault[], warnings: readonly RowFault[] = []): void {
  const unclear = unclearNumbers(faults, warnings);
  if (unclear) throw refusal([unclear]);
}

/**
 * The first answer is taken by Enter. Three digits behind a mark are more often thousands than decimals, and a price a
 * thousandth of what it is would be sold at.
 */
const likelyFirst = (cells: readonly string[]): readonly DecimalMark[] => {
  const [first = ''] = cells;
  const marks: readonly DecimalMark[] = first.includes(',') ? ['.', ','] : [',', '.'];
  return haveBothMarks(cells) ? ['mixed', ...marks] : marks;
};

/** Whether three digits are behind a point in one number, and behind a comma in another: then either may be thousands. */
export const haveBothMarks = (cells: readonly string[]): boolean =>
  new Set(cells.map((cell) => thousandsIn(cell)?.mark).filter(Boolean)).size > 1;

function answerOf(
  mark: DecimalMark,
  cells: readonly string[],
): { readonly answer: FileAnswer; readonly isWhole: boolean } {
  const readings = cells.map((cell) => canonicalNumber(cell, { mark, stated: true, money: true }));
  return {
    answer: {
      label: labels[mark],
      cells: readings.map(
        (read, at) => `${cells[at]} = ${read instanceof CellProblem ? 'not a number' : shortest(read)}`,
      ),
      option: ['decimal', mark],
    },
    isWhole: readings.every((read) => !(read instanceof CellProblem)),
  };
}

const labels = {
  '.': 'with a decimal point',
  ',': 'with a decimal comma',
  mixed: 'three digits behind a point or a comma are thousands',
} as const;

const shortest = (number: string): string => (number.includes('.') ? withoutEndZeros(number) : number);
