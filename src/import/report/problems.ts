import { oneOf } from '../../resources/kinds.ts';
import { code, count, optional, orNull, text } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { RowFault } from '../map/catalogue.ts';
import type { CheckedFile } from '../rows/check.ts';
import { outcomeOfState, outcomeWord, problemOutcomes } from './row-outcomes.ts';

/** One row with a problem, for programs. */
export interface Problem {
  readonly line: number;
  readonly key: string | null;
  readonly outcome: (typeof problemOutcomes)[number];
  readonly field: string | null;
  /** What the file has in the field that is invalid. */
  readonly value?: string | null;
  readonly message: string;
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
};

export const problemOf = ({ line, key, state, field, message }: RowRecord): Problem => ({
  line,
  key: key.code,
  outcome: outcomeOfState(state) as Problem['outcome'],
  field,
  message: message ?? (state === 'open' ? 'sent, outcome not known yet' : ''),
});

/** A fault of the file, in the form of a problem. */
export const faultProblem = ({ line, key, column, value, message }: RowFault): Problem => ({
  line,
  key: key ?? null,
  outcome: 'invalid',
  field: column ?? null,
  value: value ?? null,
  message,
});

/** The problems of a file and of its rows. */
export interface Problems {
  /** The first ones, by line. */
  readonly listed: readonly Problem[];
  /** All of them. */
  readonly count: number;
  /** The most frequent first. They add up to the count. */
  readonly reasons: readonly Reason[];
}

/** Problems with one cause. */
export interface Reason {
  /** Undefined for those that have too many causes to name them. */
  readonly outcome: Problem['outcome'] | undefined;
  readonly field: string | null;
  /** The message of the first. */
  readonly example: string;
  /** Whether the messages of the others differ from it, in numbers or in what they quote. */
  varies: boolean;
  count: number;
  /** Those that are listed. */
  readonly rows: Problem[];
}

/** Problems that a report lists; it says how many more there are. */
const maxListed = 5000;

/** The problems of other reasons are counted together. */
const maxReasons = 500;

/** All problems of an import, in flat memory. @param rows those that need attention, in the order of the file */
export function collectProblems(faults: CheckedFile['faults'] | undefined, rows: Iterable<Problem> = []): Problems {
  const found = (faults?.listed ?? []).map(faultProblem);
  const reasons = new Map<string, Reason>();
  for (const problem of found) countReason(reasons, problem);
  let count = faults?.count ?? 0;
  const most = found.length + maxListed;
  for (const problem of rows) {
    count++;
    countReason(reasons, problem);
    if (found.length < most) found.push(problem);
  }
  const listed = found.sort((left, right) => left.line - right.line).slice(0, maxListed);
  return { listed, count, reasons: withRows(reasons, listed, count) };
}

function countReason(reasons: Map<string, Reason>, problem: Problem): void {
  const { outcome, field, message } = problem;
  const name = causeOf(problem);
  const known = reasons.get(name);
  if (known) {
    known.count++;
    known.varies ||= message !== known.example;
  } else if (reasons.size < maxReasons)
    reasons.set(name, { outcome, field, example: message, varies: false, count: 1, rows: [] });
}

/** Equal for problems that differ only in numbers and in what they quote. */
const causeOf = ({ outcome, field, message }: Problem): string =>
  JSON.stringify([outcome, field, message.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0')]);

/** The reasons with the rows that are listed, and one for what they do not count. */
function withRows(reasons: Map<string, Reason>, listed: readonly Problem[], count: number): readonly Reason[] {
  const named = [...reasons.values()].sort((left, right) => right.count - left.count);
  const left = count - named.reduce((sum, reason) => sum + reason.count, 0);
  const others: Reason = {
    outcome: undefined,
    field: null,
    example: 'Other reasons',
    varies: false,
    count: left,
    rows: [],
  };
  for (const problem of listed) (reasons.get(causeOf(problem)) ?? others).rows.push(problem);
  return left > 0 ? [...named, others] : named;
}

/** `line 12, price "abc": must be …`, safe to print. @param lines all that have this fault */
export function describeFault({ line, column, value, message }: RowFault, lines: readonly number[] = [line]): string {
  const place = cellName(column, value);
  return escapeText(`${linesText(lines)}${place === '' ? '' : `, ${place}`}: ${message}`);
}

/** `line 12`, `lines 2-4, 12 (4 rows)` */
function linesText(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const ranges: [first: number, last: number][] = [];
  for (const line of lines) {
    const range = ranges.at(-1);
    if (range?.[1] === line - 1) range[1] = line;
    else ranges.push([line, line]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
  return `lines ${texts.slice(0, maxRanges).join(', ')}${texts.length > maxRanges ? ', …' : ''} (${formatCount(lines.length)} rows)`;
}

/** What fits on a line. */
const maxRanges = 8;

/** Invalid rows that differ in nothing but their line are together. */
export function equalProblems(problems: readonly Problem[]): readonly (readonly Problem[])[] {
  const found = new Map<unknown, Problem[]>();
  for (const problem of problems) {
    const { outcome, field, value, message } = problem;
    const name = outcome === 'invalid' ? JSON.stringify([field, value, message]) : problem;
    const equal = found.get(name) ?? [];
    equal.push(problem);
    found.set(name, equal);
  }
  return [...found.values()];
}

/** `price "abc": must be …` */
export function problemText({ field, value, message }: Problem): string {
  const place = cellName(field, value);
  return place === '' ? message : `${place}: ${message}`;
}

const cellName = (column: string | null | undefined, value: string | null | undefined): string =>
  [column, value ? `"${cut(value, longestQuoted)}"` : undefined].filter((part) => part).join(' ');

const longestQuoted = 80;

/** A line for a person: the cell that is invalid, or the key of a row with its outcome. Safe to print. */
export function problemLine(problem: Problem, lines: readonly number[]): string {
  const { line, key, outcome, field, value, message } = problem;
  if (outcome === 'invalid') return describeFault({ line, column: field ?? '', value: value ?? '', message }, lines);
  return describeFault({ line, value: key ?? '', message: `${outcomeWord(outcome)}: ${message}` });
}
