import { formatCount, formatSpan } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';
import { evidenceText, outcomeWord } from '../words/outcomes.ts';
import { grouped, type Problem, problemText } from '../words/problems.ts';
import { changeCases, changesIn, changeTables, warningCases, warningTable } from './feed-changes.ts';
import { importOutcomes } from './headline.ts';
import { type Content, html, type Markup } from './markup.ts';
import { differingNote, type Report } from './report.ts';
import { code, maxText, paragraph, table } from './summary-parts.ts';

/**
 * The report as JUnit XML, with what GitLab, Jenkins and the actions of GitHub read (xunit-plugin, junit-10.xsd): the
 * import is a test, each row with a problem is a test that fails, and a warning, and a product that differs or is gone, is a
 * test that is skipped.
 */
export function junitReport(report: Report): string {
  const { noun, file, problems, startedAt } = report;
  // GitLab ignores all but the first of the tests of one name.
  const rows = grouped(problems.listed, ({ line }) => line);
  const time = (durationOf(report) / 1000).toFixed(3);
  const errors = hasFailed(report) ? 1 : 0;
  const skippedCases = [...warningCases(file, report), ...changeCases(file, changesIn(report))];
  const tests = rows.length + skippedCases.length + 1;
  const totals = html` tests="${tests}" failures="${rows.length}" errors="${errors}" time="${time}"`;
  const skipped = skippedCases.length > 0 && html` skipped="${skippedCases.length}"`;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="shop-cli ${noun} import"${totals}>
<testsuite name="${file}" timestamp="${startedAt.toISOString().slice(0, 19)}"${totals}${skipped}>
${importCase(report, time)}${rows.map((row) => rowCase(file, row))}${skippedCases}</testsuite>
</testsuites>
`.text;
}

/** In milliseconds. */
const durationOf = ({ startedAt, endedAt }: Report): number => endedAt.getTime() - startedAt.getTime();

/** Whether the import itself is a test that fails: not all of the file was sent. */
const hasFailed = ({ outcome, failingWarnings }: Report): boolean =>
  ['stopped', 'failed', 'invalid'].includes(outcome) || failingWarnings > 0;

function importCase(report: Report, time: string): Markup {
  const { file, store, outcome, headline, why, problems, warnings, evidence } = report;
  const left = problems.count - problems.listed.length;
  const more = left > 0 ? `${formatCount(left)} more problems are not listed here.` : undefined;
  const known = evidence.length > 0 ? `Evidence: ${evidenceText(evidence)}.` : undefined;
  const lines = [headline, ...(why?.split('\n') ?? []), known, more, ...warnings.map(({ text }) => text)].filter(
    (line) => line !== undefined,
  );
  const name = store === undefined ? 'import' : `import into ${store}`;
  return html`<testcase classname="${file}" name="${name}" time="${time}" file="${file}">
${hasFailed(report) && html`<error message="${(why ?? headline).replaceAll('\n', ' ')}" type="${outcome}">${onLines(lines)}</error>\n`}<system-out>${onLines(lines)}</system-out>
</testcase>
`;
}

function rowCase(file: string, problems: readonly [Problem, ...Problem[]]): Markup {
  const [{ line, outcome, evidence }] = problems;
  const key = problems.find((problem) => problem.key !== null)?.key;
  const messages = problems.map(problemText);
  const name = `line ${line}${key ? ` (${cut(key, maxKey)})` : ''}`;
  return html`<testcase classname="${file}" name="${name}" time="0" file="${file}" line="${line}">
<failure message="${messages.join('; ')}" type="${outcomeWord(outcome)}">${onLines([...messages, ...(outcome === 'invalid' ? [] : [`evidence: ${evidence}`])])}</failure>
</testcase>
`;
}

const maxKey = 200;

const onLines = (lines: readonly string[]): Content => lines.map((line, at) => (at === 0 ? line : html`\n${line}`));

/** Problems that the summary of a step lists: it stays under 1 MiB. */
const maxSummarized = 50;

/**
 * The report for the page of a GitHub Actions run: the outcome, warnings, the counts, the first problems, and what of a
 * feed changed or is gone. In HTML, as actions/toolkit
 * writes summaries: a text in it is no Markdown, and GitHub makes no link, name or reference of code.
 */
export function stepSummary(report: Report): string {
  const { outcome, headline, why, file, store, run, counts, problems, advice, measured } = report;
  const listed = problems.listed.slice(0, maxSummarized);
  const left = problems.count - listed.length;
  const rows = listed.map((problem) => [
    problem.line,
    code(problem.key ?? ''),
    outcomeWord(problem.outcome),
    code(problemText(problem)),
  ]);
  const byOutcome = counts.map(({ label, count }) => [label, formatCount(count)]);
  const into = store !== undefined && html` into ${code(store)}`;
  const number = run !== undefined && `, import ${run}`;
  return html`<h2>${importOutcomes[outcome].title}: ${headline}</h2>
${why?.split('\n').map((line) => paragraph(cut(line, maxText)))}${paragraph([code(file), into, number, `, in ${formatSpan(durationOf(report))}`])}${paragraph(measured?.time)}${warningTable(report)}${table(['Outcome', 'Rows'], byOutcome)}${paragraph(differingNote(report))}${table(['Line', 'Key', 'Outcome', 'Problem'], rows)}${paragraph(left > 0 && `… and ${formatCount(left)} more.`)}${changeTables(changesIn(report))}${advice.map((step) => paragraph(step))}
`.text;
}
