import { createHash } from 'node:crypto';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';
import { type Content, type Fact, factList, html, Markup, percent, shareText } from './markup.ts';
import { type ImportOutcome, outcomeTitles, type Tone, toneOf } from './outcomes.ts';
import { outcomeWord, type Problem, type Reason } from './problems.ts';
import type { Report } from './report.ts';
import { speedOf } from './speed.ts';
import { style } from './style.ts';

/**
 * The report as one page: no script, nothing from elsewhere, and a policy that lets the browser load neither.
 */
export function reportPage(report: Report): string {
  const { headline, file, version, problems, endedAt } = report;
  const sections = [countsOf(report), adviceOf(report), problemsOf(report), section('speed', 'Speed', speedOf(report))];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${headline} ${file}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${problems.count > 0 && html`<a class="skip" href="#problems">Skip to the rows that need attention</a>`}
${headerOf(report)}
<main>${sections}</main>
<footer><p>Written by shop-cli ${version}, ${timeOf(endedAt)}.</p></footer>
</body>
</html>
`.text;
}

const policy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const outcomeTones: Readonly<Record<ImportOutcome, Tone>> = {
  complete: 'good',
  incomplete: 'doubt',
  stopped: 'doubt',
  failed: 'bad',
  invalid: 'bad',
  checked: 'known',
};

function headerOf(report: Report): Markup {
  const { outcome, headline, why, run } = report;
  const tone = outcomeTones[outcome];
  const facts: readonly Fact[] = [
    ['File', report.file],
    ['Store', report.store],
    ['Import', run !== undefined && html`${run} <span class="quiet">(shop-cli imports show ${run})</span>`],
    ['Started', timeOf(report.startedAt)],
    ['Duration', formatSpan(report.endedAt.getTime() - report.startedAt.getTime())],
    ['Options', report.options.length > 0 && report.options.map((option) => html`<code>${option}</code> `)],
    ['Reading', report.reading.length > 0 && report.reading.map((line) => html`${line}<br>`)],
  ];
  return html`<header>
<p class="status ${tone}">${outcomeTitles[outcome]}</p>
<h1>${headline}</h1>
${why !== undefined && html`<p class="why">${why.split('\n').map((line) => html`${line}<br>`)}</p>`}
${factList(facts)}
</header>`;
}

function timeOf(time: Date): Markup {
  const text = time.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** The rows of the file by outcome: a bar, and the numbers. */
function countsOf({ counts, rows, record }: Report): Content {
  if (rows === 0) return undefined;
  const { differs } = record as { readonly differs?: { readonly rows: number } | null };
  const differ = Number(record.differing ?? differs?.rows ?? 0);
  const gone = Number(record.gone ?? 0);
  return section(
    'rows',
    `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} in the file`,
    html`${bar(counts, rows)}
<dl class="tiles">${counts.map(({ label, tone, count }) => html`<div><dt class="${tone}"><span class="name">${label}</span></dt><dd>${formatCount(count)} <small>${shareText(count / rows)}</small></dd></div>`)}</dl>
${gone > 0 && html`<p class="note">${formatCount(gone)} ${inNumber('{product|products} of the previous import of this feed {is|are} no longer in the file.', gone)}</p>`}
${differ > 0 && html`<p class="note">${formatCount(differ)} of the existing products ${differ === 1 ? 'differs' : 'differ'} from the file. <code>shop-cli products diff</code> shows what differs.</p>`}`,
  );
}

/** Undefined without content. */
const section = (id: string, title: string, content: Content): Content =>
  content &&
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>
`;

/** The least width that can be seen. */
const minShare = 0.006;

/** The numbers below it say the same. */
function bar(counts: Report['counts'], rows: number): Markup {
  const widths = counts.map(({ count }) => Math.max(minShare, count / rows));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let left = 0;
  const parts = counts.map(({ tone }, at) => {
    const width = (widths[at] ?? 0) / whole;
    left += width;
    return html`<rect class="${tone}" x="${percent(left - width)}" width="${percent(width)}" height="22"/>`;
  });
  return html`<svg class="bar" width="100%" height="22" aria-hidden="true">${parts}</svg>`;
}

const adviceOf = ({ advice }: Report): Content =>
  advice.length > 0 &&
  section('next', 'What to do next', html`<ol>${advice.map((step) => html`<li>${withCommands(step)}</li>`)}</ol>`);

/** Commands and options in a sentence, as what can be copied. */
const withCommands = (text: string): readonly Markup[] =>
  text
    .split(/('shop-cli [^']*'|--[a-z-]+(?: [\w-]+\.csv)?)/)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part.replaceAll("'", '')}</code>`));

/** Up to so many problems, every group is open. */
const maxOpen = 100;

/** Characters of all rows together: hostile texts grow when they are escaped. */
const maxCharacters = 2_600_000;

/** Every row that needs attention, as far as they are listed: a group for each reason, the most frequent first. */
function problemsOf({ problems: { listed, count, reasons } }: Report): Content {
  if (count === 0) return undefined;
  let room = maxCharacters;
  const groups = reasons.map((reason) => {
    const columns = columnsOf(reason);
    const rows: Markup[] = [];
    for (const problem of reason.rows) {
      const row = problemRow(problem, columns);
      room -= row.text.length;
      if (room < 0) break;
      rows.push(row);
    }
    return group(reason, columns, { rows, isOpen: listed.length <= maxOpen });
  });
  const title = `${formatCount(count)} ${count === 1 ? 'problem' : 'problems'} by reason, the most frequent first.`;
  return section('problems', 'Rows that need attention', html`<p class="quiet">${title}</p>${groups}`);
}

interface Shown {
  readonly rows: readonly Markup[];
  readonly isOpen: boolean;
}

function group(reason: Reason, columns: readonly Column[], { rows, isOpen }: Shown): Markup {
  const { outcome, field, example, varies, count } = reason;
  const word = html`<span class="outcome ${toneOf(outcome ?? '')}">${outcome && outcomeWord(outcome)}</span>`;
  const text = cut(field === null ? example : `${field}: ${example}`, maxMessage);
  const headings = ['Key', ...columns.map(([heading]) => heading)];
  const left = count - rows.length;
  return html`<details${isOpen && html` open`}>
<summary><span>${formatCount(count)} ${count === 1 ? 'row' : 'rows'}</span> ${word} <span>${text}${varies && html` <span class="quiet">and similar</span>`}</span></summary>
${
  rows.length > 0 &&
  html`<table><thead><tr><th scope="col" class="number">Line</th>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead><tbody>
${rows}</tbody></table>`
}
${left > 0 && html`<p class="quiet">${formatCount(left)} more ${left === 1 ? 'is' : 'are'} not listed here. <code>--rejected</code> and <code>--results</code> write all of them to a file.</p>`}
</details>
`;
}

/** Texts of a file or a store are cut here: a page of 5,000 problems stays small. */
const maxMessage = 400;
const maxCode = 120;

type Column = readonly [heading: string, textOf: (problem: Problem) => string];

/** What rows show beside line and key: what the reason does not say. */
function columnsOf({ outcome, varies, rows }: Reason): readonly Column[] {
  const known: readonly (readonly [isShown: boolean, column: Column])[] = [
    [outcome === undefined, ['Outcome', (problem) => outcomeWord(problem.outcome)]],
    [outcome === undefined, ['Field', ({ field }) => cut(field ?? '', maxCode)]],
    [rows.some(({ value, key }) => (value ?? key) !== key), ['Value', ({ value }) => cut(value ?? '', maxCode)]],
    [varies || outcome === undefined, ['Problem', ({ message }) => cut(message, maxMessage)]],
  ];
  return known.flatMap(([isShown, column]) => (isShown ? [column] : []));
}

const problemRow = (problem: Problem, columns: readonly Column[]): Markup =>
  html`<tr><td class="number" data-before="Line ">${formatCount(problem.line)}</td><td><code>${cut(problem.key ?? '', maxCode)}</code></td>${columns.map(([, textOf]) => html`<td>${textOf(problem)}</td>`)}</tr>
`;
