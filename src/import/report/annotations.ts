import { escapeLines } from '../../text/escape.ts';
import type { Import } from '../import-run.ts';
import type { Problem } from './report.ts';

/** GitHub shows ten annotations a step; the rest only fill the log. */
const mostAnnotations = 50;

/** On GitHub Actions: one line a problem, which the service shows beside the file. */
export async function annotate({ context, path }: Import, problems: readonly Problem[]): Promise<void> {
  if (context.env.GITHUB_ACTIONS !== 'true') return;
  for (const problem of problems.slice(0, mostAnnotations)) await context.stderr.command(annotationOf(path, problem));
}

/** `::error file=catalogue.csv,line=42::what is wrong`, escaped as the runner reads it (actions/toolkit, docs/commands.md), and for who reads the log. Standard input is no file. */
export function annotationOf(path: string, { line, outcome, field, message }: Problem): string {
  const text = `${outcome}${field ? ` (${field})` : ''}: ${message}`;
  if (path === '-') return `::error::${escapeMessage(`line ${line}, ${text}`)}`;
  return `::error file=${escapeProperty(path)},line=${line}::${escapeMessage(text)}`;
}

const escapeMessage = (text: string): string =>
  escapeLines(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
