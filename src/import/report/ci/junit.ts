import { escapeText } from '../../../text/escape.ts';
import { formatCount } from '../../../text/numbers.ts';
import { cut } from '../../../text/words.ts';
import { outcomeWord } from '../report.ts';
import type { ImportSummary, ListedProblem } from '../summary.ts';
import { problemText } from '../words.ts';

/**
 * The report as JUnit XML, with what GitLab, Jenkins and the actions of GitHub read (xunit-plugin, junit-10.xsd): the
 * import is a test, and each row with a problem is one that fails. The other rows are numbers in the properties.
 */
export function junitReport(summary: ImportSummary): string {
  const { file, problems, startedAt, endedAt } = summary;
  const rows = byRow(problems.listed);
  const time = ((endedAt.getTime() - startedAt.getTime()) / 1000).toFixed(3);
  const errors = hasFailed(summary) ? 1 : 0;
  const totals = attributes({ tests: rows.length + 1, failures: rows.length, errors, time });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name: 'shop-cli products import' })}${totals}>
<testsuite${attributes({ name: file, timestamp: startedAt.toISOString().slice(0, 19) })}${totals}>
<properties>
${propertiesOf(summary)}</properties>
${importCase(summary, time)}${rows.map((row) => rowCase(file, row)).join('')}</testsuite>
</testsuites>
`;
}

/** Whether the import itself is a test that fails: not all of the file was sent. */
const hasFailed = ({ outcome }: ImportSummary): boolean => ['stopped', 'failed', 'invalid'].includes(outcome);

function propertiesOf({ store, run, rows, counts, version }: ImportSummary): string {
  const all = {
    store,
    import: run,
    rows,
    ...Object.fromEntries(counts.map(({ name, count }) => [name, count])),
    version,
  };
  return Object.entries(all)
    .map(([name, value]) => (value === undefined ? '' : `<property${attributes({ name, value })}/>\n`))
    .join('');
}

function importCase(summary: ImportSummary, time: string): string {
  const { file, store, outcome, headline, why, problems } = summary;
  const left = problems.count - problems.listed.length;
  const said = [headline, why, left > 0 ? `${formatCount(left)} more problems are not listed here.` : undefined];
  const lines = said.filter((line) => line !== undefined);
  const name = store === undefined ? 'import' : `import into ${store}`;
  const failure = hasFailed(summary)
    ? `<error${attributes({ message: why ?? headline, type: outcome })}>${content(lines)}</error>\n`
    : '';
  return `<testcase${attributes({ classname: file, name, time, file })}>
${failure}<system-out>${content(lines)}</system-out>
</testcase>
`;
}

/** The problems of each row. GitLab ignores all but the first of the tests of one name. */
function byRow(problems: readonly ListedProblem[]): readonly (readonly ListedProblem[])[] {
  const rows = new Map<number, ListedProblem[]>();
  for (const problem of problems) rows.set(problem.line, [...(rows.get(problem.line) ?? []), problem]);
  return [...rows.values()];
}

function rowCase(file: string, problems: readonly ListedProblem[]): string {
  const [{ line, outcome } = { line: 0, outcome: 'rejected' as const }] = problems;
  const key = problems.find((problem) => problem.key !== null)?.key;
  const messages = problems.map(problemText);
  const name = `line ${line}${key === undefined || key === null ? '' : ` (${key})`}`;
  return `<testcase${attributes({ classname: file, name, time: '0', file, line })}>
<failure${attributes({ message: messages.join('; '), type: outcomeWord(outcome) })}>${content(messages)}</failure>
</testcase>
`;
}

const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
    .join('');

const content = (lines: readonly string[]): string => lines.map(xmlText).join('\n');

/** Texts of a file or a store are cut here. */
const longest = 1000;

/** Invisible characters are spelled out; those that XML 1.0 cannot write are replaced. */
const xmlText = (text: string): string =>
  escapeText(cut(text, longest))
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
