import { isYes, nearVariable, shopValues, type Variable, type VariableValues, variables } from './variables.ts';

/** What a `.env` says. */
export interface Dotenv {
  readonly values: VariableValues;
  /** What is wrong with it, as sentences without a value: a value may be a token. */
  readonly faults: readonly string[];
  /** Variables of ours, but for the mark, that it sets more than once: which value is meant is not known. */
  readonly repeated: readonly string[];
  /** Why it may say that every write is refused, though no line does so plainly. */
  readonly doubt: string | undefined;
}

/**
 * Reads the text of a `.env`: `NAME=value`, with or without `export`; comments; values in quotes, also over several lines.
 * As in a shell, a `#` begins a comment only after a blank. One parser for every Node: theirs read other lines each.
 */
export function parseDotenv(text: string): Dotenv {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const read: DotenvLine[] = [];
  for (let at = 0; at < lines.length; at += read.at(-1)?.count ?? 1) read.push(readLine(lines, at));
  const stated = read.flatMap(({ assignment }) => assignment ?? []);
  const assigned = stated.filter(({ name }) => name !== command);
  const marks = assigned.filter(({ name }) => name === mark);
  // Twice, it is set, whatever the last one says.
  const isSet = marks.length > 1 || marks.some(({ value }) => isYes(value));
  return {
    values: {
      ...shopValues(Object.fromEntries(assigned.map(({ name, value }) => [name, value]))),
      ...(isSet && markSet),
    },
    faults: [
      ...read.flatMap(faultOf),
      ...stated.flatMap(({ name, line }) => (name === command ? [commandAt(line)] : [])),
      ...repeatedIn(assigned, [mark]).map((text) => `.env: ${text} and counts as set.`),
    ],
    repeated: repeatedIn(assigned, notMark),
    doubt: read.flatMap((line) => (mayBeMark(line) ? [doubtAt(line)] : []))[0],
  };
}

const mark = 'SHOP_READ_ONLY' satisfies Variable;
/** The author of the file could run any program. */
const command = 'SHOP_TOKEN_COMMAND' satisfies Variable;

const commandAt = (line: number): string =>
  `.env, line ${line}: ${command} is not read from .env. Set it in the environment.`;

const markSet: VariableValues = { SHOP_READ_ONLY: '1' };

interface Assignment {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

/** One line, or several with a value in quotes. */
interface DotenvLine {
  readonly text: string;
  readonly line: number;
  /** How many lines it takes. */
  readonly count: number;
  /** Undefined for a line that cannot be read, and for a comment. */
  readonly assignment?: Assignment;
  readonly isReadable: boolean;
}

/** A line that assigns: blanks may be anywhere but in the name. */
const assigning = /^\s*(?:export\s+)?([\w.-]+)\s*=(.*)$/;

function readLine(lines: readonly string[], at: number): DotenvLine {
  const text = lines[at] ?? '';
  const line = at + 1;
  if (/^\s*(#|$)/.test(text)) return { text, line, count: 1, isReadable: true };
  const [, name, rest = ''] = assigning.exec(text) ?? [];
  const value = name === undefined ? undefined : (valueInQuotes(rest, lines.slice(line)) ?? plainValue(rest));
  if (name === undefined || value === undefined) return { text, line, count: 1, isReadable: false };
  return { text, line, count: value.count, isReadable: true, assignment: { name, value: value.text, line } };
}

interface Value {
  readonly text: string;
  readonly count: number;
}

/** Undefined for a value that begins with a quote: that one has no end. */
function plainValue(rest: string): Value | undefined {
  const text = rest.replace(/\s#.*$/, '').trim();
  return /^["'`]/.test(text) ? undefined : { text, count: 1 };
}

/** Lines, at most, of a value: more is a quote without an end. */
const maxLines = 200;

/** Only a comment may follow the quote at the end. A value over several lines that assigns one of ours has no end either. */
function valueInQuotes(rest: string, following: readonly string[]): Value | undefined {
  const [, quote] = /^\s*(["'`])/.exec(rest) ?? [];
  if (quote === undefined) return undefined;
  const whole = [rest.trimStart(), ...following.slice(0, maxLines)].join('\n');
  const end = endOfQuote(whole, quote);
  if (end < 0 || !/^[^\S\n]*(#.*)?(\n|$)/.test(whole.slice(end + 1))) return undefined;
  const text = whole.slice(1, end);
  if (/\n[^\S\n]*(export\s+)?shop/i.test(text)) return undefined;
  return { text: quote === '"' ? unescaped(text) : text, count: text.split('\n').length };
}

/** Only in double quotes a backslash keeps a quote from being the end. */
function endOfQuote(text: string, quote: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

const unescaped = (text: string): string =>
  text.replace(/\\([nrt"\\])/g, (_, letter: string) => escapes[letter] ?? letter);
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const notMark = Object.keys(variables).filter((name) => name !== mark);

function repeatedIn(assigned: readonly Assignment[], names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const lines = assigned.filter((one) => one.name === name).map(({ line }) => line);
    return lines.length > 1 ? [`${name} is set more than once (lines ${lines.join(', ')})`] : [];
  });
}

/** Other programs may have lines of their own in this file: only what may be about shop-cli is named. */
function faultOf({ text, line, isReadable, assignment }: DotenvLine): readonly string[] {
  const near = assignment && nearVariable(assignment.name);
  if (near !== undefined) return [`.env, line ${line}: unknown variable ${assignment?.name}. Did you mean ${near}?`];
  return isReadable || !/shop/i.test(text) ? [] : [`.env, line ${line} cannot be read: expected NAME=value.`];
}

const doubtAt = ({ line, isReadable }: DotenvLine): string =>
  isReadable ? `.env, line ${line}, may mean ${mark}.` : `.env, line ${line}, cannot be read and may mean ${mark}.`;

/** Whether a line may mean the mark and does not say so plainly: a name that is almost its name, or a line that names it. */
function mayBeMark({ text, isReadable, assignment }: DotenvLine): boolean {
  if (assignment) {
    const { name, value } = assignment;
    if (name === mark) return false;
    return (nearVariable(name) === mark && isYes(value)) || (value.includes('=') && namesMark(value));
  }
  return !isReadable && namesMark(text);
}

/** Whether a text sets what is almost the mark, at any of its equals signs and colons; without these, whether it ends in its name. */
function namesMark(text: string): boolean {
  const [first = '', ...others] = text.split(/[=:][\s=:]*/);
  if (others.length === 0) return endsInMark(first);
  return others.some((right, at) => endsInMark(others[at - 1] ?? first) && isYes(firstWord(right)));
}

function endsInMark(text: string): boolean {
  const letters = text.normalize('NFKC').replace(/[^a-z\d]/gi, '');
  return lengths.some((length) => nearVariable(letters.slice(-length)) === mark);
}

const firstWord = (text: string): string =>
  text
    .replace(/["'`]/g, '')
    .trim()
    .split(/[\s;&|,]/, 1)[0] ?? '';

/** Of the letters of the mark, with two more or fewer. */
const lengths = [12, 11, 13, 10, 14];
