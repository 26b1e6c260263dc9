import { createHash } from 'node:crypto';
import { formatCount, formatSpan } from '../../../text/numbers.ts';
import type { Latencies } from '../../pace/latencies.ts';
import type { ImportOutcome, Tone } from '../headline.ts';
import type { ImportSummary } from '../summary.ts';
import { countsSection } from './counts.ts';
import { html, type Markup, percent } from './markup.ts';
import { problemsSection, reasonsSection } from './problems.ts';
import { speedSection } from './speed.ts';
import { style } from './style.ts';

/**
 * The report on an import as one page: no script, nothing from elsewhere, and a policy that lets the browser load neither.
 */
export function reportPage(summary: ImportSummary): string {
  const { headline, file, version } = summary;
  const sections = [
    countsSection(summary),
    adviceSection(summary),
    reasonsSection(summary),
    speedSection(summary),
    latencySection(summary),
    problemsSection(summary),
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

/** The one thing that `html` would change. */
const css: Markup = Object.assign(html``, { text: style });

const policy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

const states: Readonly<Record<ImportOutcome, readonly [tone: Tone, word: string]>> = {
  complete: ['good', 'Complete'],
  incomplete: ['doubt', 'Needs attention'],
  stopped: ['doubt', 'Stopped'],
  failed: ['bad', 'Failed'],
  invalid: ['bad', 'Not sent'],
  checked: ['known', 'Dry run'],
};

function header(summary: ImportSummary): Markup {
  const { outcome, headline, why, file, store, run, startedAt, endedAt, options, reading } = summary;
  const [tone, word] = states[outcome];
  const fact = (name: string, value: Markup | string | undefined, isWide = false): Markup | undefined =>
    value === undefined
      ? undefined
      : html`<div${isWide ? html` class="wide"` : undefined}><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<header>
<p class="status ${tone}">${icon(tone)} ${word}</p>
<h1>${headline}</h1>
${why === undefined ? undefined : html`<p class="why">${why.split('\n').map((line, at) => (at === 0 ? [line] : ['\n', line]))}</p>`}
<dl class="asked">
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

const purposes = [
  ['send', 'Creating a product'],
  ['look-up', 'Looking up products'],
] as const;

/** How long the store took to answer, and how many requests it did not answer clearly. */
function latencySection({ measured }: ImportSummary): Markup | undefined {
  if (!measured) return undefined;
  const { latencies, unclear } = measured.requests;
  const used = purposes.filter(([purpose]) => latencies[purpose].count > 0);
  if (used.length === 0 && unclear.size === 0) return undefined;
  return html`<section aria-labelledby="answers">
<h2 id="answers">Answers of the store</h2>
${used.length === 0 ? undefined : html`<div class="pair">${used.map(([purpose, label]) => histogram(purpose, label, latencies[purpose]))}</div>`}
${percentiles(used.map(([purpose, label]) => [label, latencies[purpose]]))}
${unclearTable(unclear)}
</section>`;
}

const [height, axis] = [90, 20];

function histogram(name: string, label: string, latencies: Latencies): Markup {
  const classes = latencies.classes(4);
  const highest = Math.max(...classes.map(({ count }) => count));
  const wide = 1 / Math.max(classes.length, 8);
  const bars = classes.map(({ count }, at) => {
    if (count === 0) return undefined;
    const tall = Math.max(1, (count / highest) * height);
    return html`<rect x="${percent(at * wide)}" width="${percent(wide * 0.9)}" y="${(height - tall).toFixed(1)}" height="${tall.toFixed(1)}"/>`;
  });
  const [median, slow] = [0.5, 0.99].map((share) => timeText(latencies.percentile(share)));
  const edges = classes.flatMap(({ from }, at) =>
    at % Math.max(4, Math.ceil(classes.length / 4)) === 0 ? [[at, from] as const] : [],
  );
  return html`<figure>
<figcaption><b>${label}</b> <span>${formatCount(latencies.count)} requests</span></figcaption>
<svg class="plot" width="100%" height="${height + axis}" role="img" aria-labelledby="${name}-latency-title ${name}-latency-text">
<title id="${name}-latency-title">${label}: requests by response time</title>
<desc id="${name}-latency-text">Half of them took up to ${median}, 99 % up to ${slow}, the slowest ${timeText(latencies.longest)}.</desc>
<g class="fill-plot">${bars}</g>
<line x1="0" x2="100%" y1="${height + 0.5}" y2="${height + 0.5}"/>
${edges.map(([at, from]) => html`<text x="${percent(at * wide)}" y="${height + 15}">${timeText(from)}</text>`)}</svg>
</figure>`;
}

const shares = [0.5, 0.9, 0.99] as const;

function percentiles(rows: readonly (readonly [label: string, latencies: Latencies])[]): Markup | undefined {
  if (rows.length === 0) return undefined;
  return html`<table class="spaced">
<caption>Response times: how long the fastest 50, 90 and 99 percent of the requests took at most</caption>
<thead><tr><th scope="col">Request</th>${shares.map((share) => html`<th scope="col" class="number">${share * 100} %</th>`)}<th scope="col" class="number">Max</th></tr></thead>
<tbody>${rows.map(([label, latencies]) => html`<tr><th scope="row">${label}</th>${shares.map((share) => html`<td class="number">${timeText(latencies.percentile(share))}</td>`)}<td class="number">${timeText(latencies.longest)}</td></tr>`)}</tbody>
</table>`;
}

function unclearTable(unclear: ReadonlyMap<string, number>): Markup | undefined {
  if (unclear.size === 0) return undefined;
  const rows = [...unclear].sort(([, left], [, right]) => right - left);
  return html`<table class="spaced">
<caption>Requests without a clear answer. They were retried or looked up</caption>
<thead><tr><th scope="col">Answer</th><th scope="col" class="number">Requests</th></tr></thead>
<tbody>${rows.map(([why, count]) => html`<tr><th scope="row">${why}</th><td class="number">${formatCount(count)}</td></tr>`)}</tbody>
</table>`;
}

/** `0.8 ms`, `45 ms`, `1.2 s`, to two digits. */
function timeText(milliseconds: number): string {
  const [time, unit] = milliseconds < 999.5 ? [milliseconds, 'ms'] : [milliseconds / 1000, 's'];
  return `${time < 10 ? Number(time.toPrecision(2)) : Math.round(time)} ${unit}`;
}
