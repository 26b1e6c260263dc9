import { evidenceField, type OutcomeEvidence } from '../../resources/evidence.ts';
import { oneOf } from '../../resources/kinds.ts';
import { code, count, optional, orNull, text } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';
import type { RowFault } from '../map/cells/row-fault.ts';
import { type Key, shownCode } from '../map/rows/key.ts';
import type { RowState } from '../rows/states.ts';
import { outcomeOfState, outcomeWord, problemOutcomes } from './outcomes.ts';

/** One row with a problem, for programs. */
export interface Problem {
  readonly line: number;
  readonly key: string | null;
  readonly outcome: (typeof problemOutcomes)[number];
  readonly field: string | null;
  /** What the file has in the field that is invalid. */
  readonly value?: string | null | undefined;
  readonly message: string;
  /** How the outcome is known. */
  readonly evidence: OutcomeEvidence;
}

const outcomeKind = oneOf(problemOutcomes, 'word');

export const problemFields = {
  line: count('Line'),
  key: orNull(code('Key')),
  outcome: {
    label: 'Outcome',
    kind: { ...outcomeKind, show: (received: unknown) => outcomeWord(received as Problem['outcome']) },
  },
  field: orNull(text('Field')),
  value: optional(orNull(text('Value'))),
  message: text('Message'),
  evidence: evidenceField,
};

/** A row, and what is wrong with it. */
interface RowAtFault {
  readonly line: number;
  readonly key?: string | null | undefined;
  readonly field?: string | null | undefined;
  readonly value?: string | null;
  readonly message: string;
  readonly evidence?: OutcomeEvidence | undefined;
}

/** The one maker of a problem. */
export const problemOf = (
  outcome: Problem['outcome'],
  { line, key = null, field = null, value, message, evidence = 'none' }: RowAtFault,
): Problem => ({ line, key: key && (shownCode(key) ?? null), outcome, field, value, message, evidence });

/** Of a fault of the file, or a warning about it. */
export const faultProblem = ({ line, key, column, value, message }: RowFault): Problem =>
  problemOf('invalid', { line, key, field: column, value: value ?? null, message });

/** Of a row as the journal has it. */
export const rowProblem = ({ line, key, state, field, message, evidence }: JournalRow): Problem =>
  problemOf(outcomeOfState(state) as Problem['outcome'], {
    line,
    key: key.code,
    field,
    message: message ?? (state === 'open' ? 'sent, outcome not known yet' : ''),
    evidence,
  });

interface JournalRow {
  readonly line: number;
  readonly key: Key;
  readonly state: RowState;
  readonly field?: string | undefined;
  readonly message?: string | undefined;
  readonly evidence?: OutcomeEvidence | undefined;
}

/** The problems of a file and of its rows. */
export interface Problems {
  /** The first ones, by line. */
  readonly listed: readonly Problem[];
  /** All of them. */
  readonly count: number;
}

/** Problems that a report lists; it says how many more there are. */
export const maxListed = 5000;

/** All problems of an import. @param rows the first of those that need attention @param count all of them */
export function collectProblems(
  faults: { readonly listed: readonly RowFault[]; readonly count: number } | undefined,
  rows: readonly Problem[] = [],
  count = rows.length,
): Problems {
  const found = [...(faults?.listed ?? []).map(faultProblem), ...rows];
  const listed = found.sort((left, right) => left.line - right.line).slice(0, maxListed);
  return { listed, count: count + (faults?.count ?? 0) };
}

/** Problems of one name are together, in the order of the first of each. */
export function grouped(
  problems: readonly Problem[],
  nameOf: (problem: Problem) => unknown,
): readonly (readonly [Problem, ...Problem[]])[] {
  const groups = new Map<unknown, [Problem, ...Problem[]]>();
  for (const problem of problems) {
    const name = nameOf(problem);
    const group = groups.get(name);
    if (group) group.push(problem);
    else groups.set(name, [problem]);
  }
  return [...groups.values()];
}

/** `line 12`, `lines 2-4, 12 (4 rows)`. @param count how many rows there are, of which these are the first */
export function linesText(lines: readonly number[], count: number): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const ranges: [first: number, last: number][] = [];
  for (const line of lines) {
    const range = ranges.at(-1);
    if (range?.[1] === line - 1) range[1] = line;
    else ranges.push([line, line]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
  return `lines ${texts.slice(0, maxRanges).join(', ')}${texts.length > maxRanges ? ', …' : ''} (${formatCount(count)} rows)`;
}

/** What fits on a line. */
const maxRanges = 8;

/** Invalid rows that differ in nothing but their line are together. */
export const equalProblems = (problems: readonly Problem[]): ReturnType<typeof grouped> =>
  grouped(problems, (problem) => {
    const { outcome, field, value, message } = problem;
    return outcome === 'invalid' ? JSON.stringify([field, value, message]) : problem;
  });

/** `price "abc": must be …` */
export const problemText = ({ field, value, message }: Problem): string =>
  [cellName(field, value), message].filter((part) => part !== '').join(': ');

const cellName = (column: string | null, value: string | null | undefined): string =>
  [column, value ? `"${cut(value, longestQuoted)}"` : ''].filter((part) => part).join(' ');

const longestQuoted = 80;

/**
 * A line for a person, safe to print: the cell that is invalid, or the key of a row with its outcome.
 * @param lines those that have this problem, or the first of them
 * @param count how many have it
 */
export function problemLine(problem: Problem, lines: readonly number[] = [problem.line], count = lines.length): string {
  const { key, outcome, field, value, message } = problem;
  const isInvalid = outcome === 'invalid';
  const place = isInvalid ? cellName(field, value) : cellName(null, key);
  const text = isInvalid ? message : `${outcomeWord(outcome)}: ${message}`;
  return escapeText(`${[linesText(lines, count), place].filter((part) => part !== '').join(', ')}: ${text}`);
}
