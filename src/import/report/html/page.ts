import { createHash } from 'node:crypto';
import { formatCount, formatSpan } from '../../../text/numbers.ts';
import { type Count, type ImportOutcome, outcomeTitles, type Tone } from '../outcome.ts';
import type { ImportSummary } from '../summary.ts';
import { html, type Markup, percent, shareText } from './markup.ts';
import { problemsSection } from './problems.ts';
import { latencySection, speedSection } from './speed.ts';
import { style } from './style.ts';

/**
 * The report on an import as one page: no script, nothing from elsewhere, and a policy that lets the browser load neither.
 */
export function reportPage(summary: ImportSummary): string {
  const { headline, file, version } = summary;
  const sections = [
    countsSection(summary),
    adviceSection(summary),
    problemsSection(summary),
    speedSection(summary),
    latencySection(summary),
  ];
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
<style>${css}</style>
</head>
<body>
${summary.problems.count > 0 ? html`<a class="skip" href="#problems">Skip to the rows that need attention</a>` : undefined}
${header(summary)}
<main>${sections}</main>
<footer><p>Written by shop-cli ${version}, ${timeOf(summary.endedAt)}.</p></footer>
</body>
</html>
`.text;
}

/** As it is: `html` would escape it. */
const css: Markup = Object.assign(html``, { text: style });

const policy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const outcomeTones: Readonly<Record<ImportOutcome, Tone>> = {
  ...{ complete: 'good', incomplete: 'doubt', stopped: 'doubt', failed: 'bad', invalid: 'bad', checked: 'known' },
};

function header(summary: ImportSummary): Markup {
  const { outcome, headline, why, file, store, run, startedAt, endedAt, options, reading } = summary;
  const tone = outcomeTones[outcome];
  const fact = (name: string, value: Markup | string | undefined, isWide = false): Markup | undefined =>
    value === undefined
      ? undefined
      : html`<div${isWide ? html` class="wide"` : undefined}><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<header>
<p class="status ${tone}">${icon(tone)} ${outcomeTitles[outcome]}</p>
<h1>${headline}</h1>
${why === undefined ? undefined : html`<p class="why">${why.split('\n').map((line, at) => (at === 0 ? [line] : ['\n', line]))}</p>`}
<dl class="facts">
${fact('File', file)}
${fact('Store', store)}
${fact('Import', run === undefined ? undefined : html`${run} <span class="quiet">(shop-cli imports show ${run})</span>`)}
${fact('Started', timeOf(startedAt))}
${fact('Duration', formatSpan(endedAt.getTime() - startedAt.getTime()))}
${fact('Options', options.length === 0 ? undefined : html`${options.map((option) => html`<code>${option}</code> `)}`, true)}
${fact('Reading', reading.length === 0 ? undefined : html`${reading.map((line) => html`${line}<br>`)}`, true)}
</dl>
</header>`;
}

const timeOf = (time: Date): Markup => {
  const text = time.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`;
};

/** A mark whose form says the same as its colour. */
function icon(tone: Tone): Markup {
  const forms: Readonly<Record<Tone, Markup>> = {
    good: html`<path d="M4.6 8.2l2.3 2.3 4.6-4.8"/>`,
    known: html`<path d="M8 7.4v4M8 4.4v.4"/>`,
    doubt: html`<path d="M8 4.2v4.6M8 11.2v.4"/>`,
    bad: html`<path d="M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2"/>`,
    rest: html`<path d="M4.6 8h6.8"/>`,
  };
  return html`<svg width="20" height="20" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="8" cy="8" r="7"/>${forms[tone]}</svg>`;
}

const adviceSection = ({ advice }: ImportSummary): Markup | undefined =>
  advice.length === 0
    ? undefined
    : html`<section aria-labelledby="next"><h2 id="next">What to do next</h2><ol class="steps">${advice.map((step) => html`<li>${withCommands(step)}</li>`)}</ol></section>`;

/** Commands and options in a sentence, as what can be copied. */
const withCommands = (text: string): readonly Markup[] =>
  text
    .split(/('shop-cli [^']*'|--[a-z-]+(?: [\w-]+\.csv)?)/)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part.replaceAll("'", '')}</code>`));

/** Hatching that tells outcomes of the same colour apart. */
const marks: readonly (Markup | undefined)[] = [
  undefined,
  html`<path d="M-2 8L8-2M-2 2L2-2M4 8L8 4"/>`,
  html`<path d="M3-1V7"/>`,
  html`<path d="M-1 3H7"/>`,
];

const patterns = marks.map((mark, at) =>
  mark === undefined
    ? undefined
    : html`<pattern id="mark-${at}" width="6" height="6" patternUnits="userSpaceOnUse"><g class="mark">${mark}</g></pattern>`,
);

/** The rows of the file by outcome: a bar, and the numbers. */
function countsSection({ counts, rows, differing, gone }: ImportSummary): Markup | undefined {
  if (rows === 0) return undefined;
  return html`<section aria-labelledby="rows">
<h2 id="rows">${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} in the file</h2>
${bar(counts, rows)}
<dl class="tiles">${counts.map((count) => tile(count, counts, rows))}</dl>
${gone > 0 ? html`<p class="note">${goneText(gone)}</p>` : undefined}
${differing > 0 ? html`<p class="note">${differs(differing)} <code>shop-cli products diff</code> shows what differs.</p>` : undefined}
</section>`;
}

const goneText = (products: number): string =>
  `${formatCount(products)} ${products === 1 ? 'product' : 'products'} of the previous import of this feed ${products === 1 ? 'is' : 'are'} no longer in the file.`;

const differs = (rows: number): string =>
  `${formatCount(rows)} of the existing products ${rows === 1 ? 'differs' : 'differ'} from the file.`;

/** The least width that can be seen. */
const least = 0.006;

function bar(counts: readonly Count[], rows: number): Markup {
  const widths = counts.map(({ count }) => Math.max(least, count / rows));
  const sum = widths.reduce((total, width) => total + width, 0);
  let left = 0;
  const parts = counts.map((count, at) => {
    const width = (widths[at] ?? 0) / sum;
    const part = area(count, counts, html`x="${percent(left)}" width="${percent(width)}" height="22"`);
    left += width;
    return part;
  });
  return html`<svg class="bar" width="100%" height="22" role="img" aria-labelledby="bar-title bar-text">
<title id="bar-title">Rows by outcome</title>
<desc id="bar-text">${counts.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', ')}.</desc>
<defs>${patterns}</defs>${parts}</svg>`;
}

function area(count: Count, all: readonly Count[], place: Markup): Markup {
  const before = all.slice(0, all.indexOf(count)).filter(({ tone }) => tone === count.tone).length;
  const at = Math.min(before, marks.length - 1);
  return html`<rect class="fill-${count.tone}" ${place}/>${at === 0 ? undefined : html`<rect fill="url(#mark-${at})" ${place}/>`}`;
}

const tile = (count: Count, all: readonly Count[], rows: number): Markup =>
  html`<div><dt><svg width="12" height="12" aria-hidden="true">${area(count, all, html`width="12" height="12" rx="2"`)}</svg>${count.label}</dt><dd>${formatCount(count.count)} <small>${shareText(count.count / rows)}</small></dd></div>`;
