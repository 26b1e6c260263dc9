import { escapeLines } from '../../text/escape.ts';
import type { Warning } from './check-texts.ts';
import { outcomeWord } from './outcomes.ts';
import { type Problem, problemText } from './problems.ts';

/** GitHub shows ten annotations per step; the rest only fill the log. */
const maxAnnotations = 50;

/**
 * Lines that GitHub Actions shows next to the file: `::error file=catalogue.csv,line=42::what is wrong`, escaped for the
 * runner (actions/toolkit, docs/commands.md) and for people who read the log. Standard input has no file name.
 */
export const annotationsOf = (path: string, problems: readonly Problem[]): readonly string[] =>
  problems
    .slice(0, maxAnnotations)
    .map((problem) =>
      annotation('error', path, `${outcomeWord(problem.outcome)}: ${problemText(problem)}`, problem.line),
    );

/** The same for warnings. */
export const warningAnnotations = (path: string, warnings: readonly Warning[]): readonly string[] =>
  warnings.slice(0, maxAnnotations).map(({ text, line }) => annotation('warning', path, text, line));

/** One of these lines. @param line where the text is about a row */
export function annotation(level: 'error' | 'warning', path: string, text: string, line?: number): string {
  const place = line === undefined ? '' : `line ${line}, `;
  if (path === '-') return `::${level}::${escapeMessage(`${place}${text}`)}`;
  return `::${level} file=${escapeProperty(path)}${line === undefined ? '' : `,line=${line}`}::${escapeMessage(text)}`;
}

const escapeMessage = (text: string): string =>
  escapeLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
