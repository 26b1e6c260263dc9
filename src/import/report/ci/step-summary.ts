import { escapeText } from '../../../text/escape.ts';
import { formatCount, formatSpan } from '../../../text/numbers.ts';
import { cut } from '../../../text/words.ts';
import { outcomeTitles } from '../outcome.ts';
import { outcomeWord } from '../report.ts';
import type { ImportSummary, ListedProblem } from '../summary.ts';

/** Problems that the summary of a step lists, and characters of each text. */
const [mostListed, longest] = [50, 300];

/** The report for the page of a GitHub Actions run, as Markdown: the outcome, the counts, the first problems. */
export function stepSummary(summary: ImportSummary): string {
  const { outcome, headline, why, counts, problems, advice } = summary;
  const parts = [
    `## ${outcomeTitles[outcome]}: ${plain(headline)}`,
    ...(why === undefined ? [] : [plain(why)]),
    factsOf(summary),
    ...(counts.length === 0
      ? []
      : [
          table(
            ['Outcome', 'Rows'],
            counts.map(({ label, count }) => [label, formatCount(count)]),
          ),
        ]),
    ...problemsOf(problems.listed, problems.count),
    ...(advice.length === 0 ? [] : [advice.map((step) => `- ${plain(step)}`).join('\n')]),
  ];
  return `${parts.join('\n\n')}\n\n`;
}

function factsOf({ file, store, run, startedAt, endedAt }: ImportSummary): string {
  const into = store === undefined ? '' : ` into ${code(store)}`;
  const number = run === undefined ? '' : `, import ${run}`;
  return `${code(file)}${into}${number}, in ${formatSpan(endedAt.getTime() - startedAt.getTime())}`;
}

function problemsOf(listed: readonly ListedProblem[], count: number): readonly string[] {
  if (count === 0) return [];
  const shown = listed.slice(0, mostListed);
  // The store refuses a row, not what one column has.
  const hasValues = shown.some(({ value }) => value);
  const rows = shown.map(({ line, key, outcome, field, value, message }) => [
    ...[String(line), code(key ?? ''), outcomeWord(outcome), code(field ?? '')],
    ...(hasValues ? [code(value ?? '')] : []),
    code(message),
  ]);
  const left = count - shown.length;
  return [
    table(['Line', 'Key', 'Outcome', 'Field', ...(hasValues ? ['Value'] : []), 'Problem'], rows),
    ...(left > 0 ? [`… and ${formatCount(left)} more.`] : []),
  ];
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** As code, where GitHub makes no link, name or reference of it. */
const code = (text: string): string => (text === '' ? '' : `<code>${plain(text)}</code>`);

/** Text that is no Markdown and no HTML, on one line. */
const plain = (text: string): string =>
  escapeText(cut(text, longest)).replace(/[!-/:-@[-`{-~]/g, (found) => `&#${found.charCodeAt(0)};`);
