import { formatCount } from '../../../text/numbers.ts';
import { parseUrl } from '../../../text/urls.ts';
import { cut } from '../../../text/words.ts';
import { toneOf } from '../outcome.ts';
import { outcomeWord, type Problem } from '../report.ts';
import type { ImportSummary, ListedProblem, Reason } from '../summary.ts';
import { html, type Markup } from './markup.ts';

/** Reasons that are shown. */
const mostReasons = 12;

/** Texts of a file or a store are cut here: a page of 5,000 problems stays small. */
const [longestMessage, longestCode] = [400, 120];

/** Characters of all rows together: hostile texts grow when they are escaped. */
const mostCharacters = 2_600_000;

/** Why rows were not imported, the most frequent reason first. */
export function reasonsSection({ problems: { reasons } }: ImportSummary): Markup | undefined {
  if (reasons.length === 0) return undefined;
  const [shown, more] = [reasons.slice(0, mostReasons), reasons.length - mostReasons];
  const hasFields = shown.some(({ field }) => field !== null);
  return html`<section aria-labelledby="reasons">
<h2 id="reasons">Why</h2>
<table class="stacked">
<caption>Reasons for which rows need attention, the most frequent first</caption>
<thead><tr>${heading('Rows', 'number')}${heading('Outcome')}${hasFields ? heading('Field') : undefined}${heading('Reason')}</tr></thead>
<tbody>${shown.map((reason) => reasonRow(reason, hasFields))}</tbody>
</table>
${more > 0 ? html`<p class="quiet">… and ${formatCount(more)} other ${more === 1 ? 'reason' : 'reasons'}.</p>` : undefined}
</section>`;
}

const heading = (name: string, kind?: string): Markup =>
  html`<th scope="col"${kind === undefined ? undefined : html` class="${kind}"`}>${name}</th>`;

const reasonRow = ({ outcome, field, example, varies, count }: Reason, hasFields: boolean): Markup =>
  html`<tr><td class="number" data-after="${count === 1 ? ' row' : ' rows'}">${formatCount(count)}</td>${outcomeCell(outcome)}${hasFields ? fieldCell(field) : undefined}<td class="message">${cut(example, longestMessage)}${varies ? html` <span class="quiet">and similar</span>` : undefined}</td></tr>`;

const outcomeCell = (outcome: Problem['outcome']): Markup =>
  html`<td class="outcome ${toneOf(outcome)}">${outcomeWord(outcome)}</td>`;

const fieldCell = (field: string | null): Markup => html`<td class="field">${cut(field ?? '', longestCode)}</td>`;

/** Columns that at least one row uses, and the pages of products by ID. */
interface Columns {
  readonly pages: ReadonlyMap<string, string>;
  readonly hasFields: boolean;
  readonly hasProducts: boolean;
}

/** Every row that needs attention, as far as they are listed, and how many there are besides. */
export function problemsSection({ problems, pages }: ImportSummary): Markup | undefined {
  const { listed, count } = problems;
  if (count === 0) return undefined;
  const hasFields = listed.some(({ field }) => field !== null);
  const hasProducts = listed.some(({ products }) => products.length > 0);
  const rows = rowsWithinLimit(listed, { pages, hasFields, hasProducts });
  const left = count - rows.length;
  return html`<section aria-labelledby="problems">
<h2 id="problems">Rows that need attention</h2>
<table class="stacked problems${hasFields ? ' fields' : ''}${hasProducts ? ' products' : ''}">
<caption>${left === 0 ? 'All problems' : `The first ${formatCount(rows.length)} of ${formatCount(count)} problems`}, by line of the file</caption>
<thead><tr>${heading('Line', 'number')}${heading('Key')}${heading('Outcome')}${hasFields ? heading('Field') : undefined}${heading('Problem')}${hasProducts ? heading('Product') : undefined}</tr></thead>
${groups(rows)}</table>
${left > 0 ? html`<p class="quiet">${formatCount(left)} more ${left === 1 ? 'is' : 'are'} not listed here. <code>--rejected</code> and <code>--results</code> write all of them to a file.</p>` : undefined}
</section>`;
}

/** Rows that a browser lays out together, once they come near the screen: `.problems tbody` has their height. */
const groupSize = 50;

const groups = (rows: readonly Markup[]): readonly Markup[] =>
  Array.from(
    { length: Math.ceil(rows.length / groupSize) },
    (_, at) => html`<tbody>
${rows.slice(at * groupSize, (at + 1) * groupSize)}</tbody>
`,
  );

function rowsWithinLimit(listed: readonly ListedProblem[], columns: Columns): readonly Markup[] {
  const rows: Markup[] = [];
  let characters = 0;
  for (const problem of listed) {
    const row = problemRow(problem, columns);
    characters += row.text.length;
    if (characters > mostCharacters) break;
    rows.push(row);
  }
  return rows;
}

const problemRow = (problem: ListedProblem, { hasFields, hasProducts, pages }: Columns): Markup => {
  const { line, key, outcome, field, message, products } = problem;
  return html`<tr><td class="number" data-before="Line ">${formatCount(line)}</td><td class="key">${cut(key ?? '', longestCode)}</td>${outcomeCell(outcome)}${hasFields ? fieldCell(field) : undefined}<td class="message">${cut(message, longestMessage)}</td>${hasProducts ? html`<td class="product">${products.map((id) => html`${productLink(cut(id, longestCode), pages.get(id))} `)}</td>` : undefined}</tr>
`;
};

/** Only to web pages: an address of a store may be anything. */
function productLink(id: string, address: string | undefined): Markup {
  const url = address === undefined ? undefined : parseUrl(address);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return html`${id}`;
  return html`<a href="${url.href}" rel="noopener noreferrer">${id}</a>`;
}
