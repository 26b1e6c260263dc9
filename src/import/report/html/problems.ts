import { formatCount } from '../../../text/numbers.ts';
import { cut } from '../../../text/words.ts';
import { toneOf } from '../outcome.ts';
import { outcomeWord } from '../report.ts';
import { type ImportSummary, type ListedProblem, type Reason, reasonName } from '../summary.ts';
import { html, type Markup } from './markup.ts';

/** Texts of a file or a store are cut here: a page of 5,000 problems stays small. */
const [longestMessage, longestCode] = [400, 120];

/** Characters of all rows together: hostile texts grow when they are escaped. */
const mostCharacters = 2_600_000;

/** Up to so many problems, every group is open. */
const mostOpen = 100;

/** Every row that needs attention, as far as they are listed: a group for each reason, the most frequent first. */
export function problemsSection({ problems }: ImportSummary): Markup | undefined {
  const { listed, count } = problems;
  if (count === 0) return undefined;
  const room = { left: mostCharacters };
  const groups = groupsOf(problems).map((group) => groupMarkup(group, { room, isOpen: listed.length <= mostOpen }));
  return html`<section aria-labelledby="problems">
<h2 id="problems">Rows that need attention</h2>
<p class="quiet">${formatCount(count)} ${count === 1 ? 'problem' : 'problems'} by reason, the most frequent first.</p>
${groups}</section>`;
}

/** Problems with one reason. */
interface Group {
  /** Undefined for those that have too many reasons to name them. */
  readonly reason: Reason | undefined;
  readonly count: number;
  readonly rows: readonly ListedProblem[];
}

function groupsOf({ listed, count, reasons }: ImportSummary['problems']): readonly Group[] {
  const rows = new Map<string, ListedProblem[]>(reasons.map((reason) => [reasonName(reason), []]));
  const others: ListedProblem[] = [];
  for (const problem of listed) (rows.get(reasonName(problem)) ?? others).push(problem);
  const named = reasons.map((reason) => ({ reason, count: reason.count, rows: rows.get(reasonName(reason)) ?? [] }));
  const left = count - named.reduce((sum, group) => sum + group.count, 0);
  return [...named, ...(left > 0 ? [{ reason: undefined, count: left, rows: others }] : [])];
}

interface Page {
  /** How many characters of rows still fit. */
  readonly room: { left: number };
  readonly isOpen: boolean;
}

function groupMarkup({ reason, count, rows }: Group, { room, isOpen }: Page): Markup {
  const columns = columnsOf(rows, reason);
  const shown = rowsWithin(room, rows, columns);
  const left = count - shown.length;
  const headings = [
    heading('Line', 'number'),
    heading('Key'),
    ...(reason ? [] : [heading('Outcome'), heading('Field')]),
    ...(columns.hasValues ? [heading('Value')] : []),
    ...(columns.hasMessages ? [heading('Problem')] : []),
    ...(columns.hasProducts ? [heading('Product')] : []),
  ];
  return html`<details${isOpen ? html` open` : undefined}>
<summary>${summaryOf(reason, count)}</summary>
${
  shown.length === 0
    ? undefined
    : html`<table class="stacked"><thead><tr>${headings}</tr></thead><tbody>
${shown}</tbody></table>`
}
${left > 0 ? html`<p class="quiet">${formatCount(left)} more ${left === 1 ? 'is' : 'are'} not listed here. <code>--rejected</code> and <code>--results</code> write all of them to a file.</p>` : undefined}
</details>
`;
}

function summaryOf(reason: Reason | undefined, count: number): Markup {
  const rows = html`<span class="number">${formatCount(count)} ${count === 1 ? 'row' : 'rows'}</span>`;
  if (!reason) return html`${rows} <span class="outcome"></span> <span>Other reasons</span>`;
  const { outcome, field, example, varies } = reason;
  const text = cut(field === null ? example : `${field}: ${example}`, longestMessage);
  return html`${rows} <span class="outcome ${toneOf(outcome)}">${outcomeWord(outcome)}</span> <span>${text}${varies ? html` <span class="quiet">and similar</span>` : undefined}</span>`;
}

const heading = (name: string, kind?: string): Markup =>
  html`<th scope="col"${kind === undefined ? undefined : html` class="${kind}"`}>${name}</th>`;

/** What rows show beside line and key: what at least one of them has, and what the reason does not say. */
interface Columns {
  readonly hasOutcomes: boolean;
  readonly hasValues: boolean;
  readonly hasMessages: boolean;
  readonly hasProducts: boolean;
}

const columnsOf = (rows: readonly ListedProblem[], reason: Reason | undefined): Columns => ({
  hasOutcomes: reason === undefined,
  hasValues: rows.some(({ value, key }) => (value ?? key) !== key),
  hasMessages: reason?.varies ?? true,
  hasProducts: rows.some(({ products }) => products.length > 0),
});

function rowsWithin(room: Page['room'], rows: readonly ListedProblem[], columns: Columns): readonly Markup[] {
  const shown: Markup[] = [];
  for (const problem of rows) {
    const row = problemRow(problem, columns);
    room.left -= row.text.length;
    if (room.left < 0) break;
    shown.push(row);
  }
  return shown;
}

function problemRow(problem: ListedProblem, columns: Columns): Markup {
  const { line, key, outcome, field, value, message, products } = problem;
  const { hasOutcomes, hasValues, hasMessages, hasProducts } = columns;
  const cells = [
    html`<td class="key">${cut(key ?? '', longestCode)}</td>`,
    hasOutcomes ? html`<td class="outcome ${toneOf(outcome)}">${outcomeWord(outcome)}</td>` : undefined,
    hasOutcomes ? html`<td>${cut(field ?? '', longestCode)}</td>` : undefined,
    hasValues ? html`<td class="value">${cut(value ?? '', longestCode)}</td>` : undefined,
    hasMessages ? html`<td class="message">${cut(message, longestMessage)}</td>` : undefined,
    hasProducts ? html`<td class="product">${products.map((id) => cut(id, longestCode)).join(' ')}</td>` : undefined,
  ];
  return html`<tr><td class="number" data-before="Line ">${formatCount(line)}</td>${cells}</tr>
`;
}
