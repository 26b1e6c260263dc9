import { createHash } from 'node:crypto';
import type { Interval, Latencies, Timeline, Wait } from '../../pace/measurements.ts';
import { localTime } from '../../text/local-time.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { capitalized, cut } from '../../text/words.ts';
import { evidenceText, outcomeWord, rowOutcomes } from '../words/outcomes.ts';
import { grouped, type Problem } from '../words/problems.ts';
import { importOutcomes } from './headline.ts';
import { type Content, html, Markup } from './markup.ts';
import { differingNote, type Report } from './report.ts';
import { style } from './style.ts';

/** What rows are called in the file, by line. */
type Titles = ReadonlyMap<number, string>;

/** The report as one page: no script, nothing from elsewhere, and a policy that lets the browser load neither. */
export function reportPage(report: Report, titles: Titles = new Map()): string {
  const { outcome, headline, why, file, version, problems, warnings, advice, endedAt } = report;
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
<header>
<p class="status ${importOutcomes[outcome].tone}">${importOutcomes[outcome].title}</p>
<h1>${headline}</h1>
${why !== undefined && html`<p class="why">${lines(why.split('\n'))}</p>`}
<p class="about">${about(report)}</p>
</header>
<main>${section('rows', rowsTitle(report), countsOf(report))}${section('next', 'What to do next', steps(advice))}${section('warnings', 'Warnings', warnings.length > 0 && html`<p>${lines(warnings.map(({ text }) => text))}</p>`)}${section('problems', 'Rows that need attention', problemsOf(problems, titles))}${section('import', 'The import', facts(aboutImport(report)))}${section('speed', 'Speed', speedOf(report))}</main>
<footer><p>Written by shop-cli ${version}, ${timeOf(endedAt)}.</p></footer>
</body>
</html>
`.text;
}

const policy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** Nothing without content. */
const section = (id: string, title: string, content: Content): Content =>
  content &&
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>
`;

type Fact = readonly [name: string, value: Content];

/** Those that have a value. */
const facts = (all: readonly Fact[]): Markup =>
  html`<dl class="facts">${all.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** `Products: catalogue.csv → shop.example, 2026-11-22 09:30, continued after an interruption` */
const about = ({ noun, file, store, startedAt, measured }: Report): Content =>
  html`${capitalized(noun)}: ${store === undefined ? file : `${file} → ${store}`}, ${timeOf(startedAt)}${measured?.isContinued && ', continued after an interruption'}`;

const aboutImport = ({ run, options, reading, ...report }: Report): readonly Fact[] => [
  ['Import of', report.noun],
  ['File', report.file],
  ['Store', report.store],
  ['Number', run !== undefined && html`${run} <span class="quiet">(shop-cli imports show ${run})</span>`],
  ['Started', timeOf(report.startedAt)],
  ['Duration', lines([report.measured?.time ?? formatSpan(report.endedAt.getTime() - report.startedAt.getTime())])],
  ['Options', options.length > 0 && options.map((option) => html`<code>${option}</code> `)],
  ['Reading', reading.length > 0 && lines(reading)],
];

const lines = (texts: readonly string[]): Content => texts.map((line) => html`${line}<br>`);

function timeOf(time: Date): Markup {
  const text = time.toISOString();
  return html`<time datetime="${text}">${localTime(time)}</time>`;
}

const rowsTitle = ({ rows }: Report): string => `${formatCount(rows)} ${inNumber('{row|rows} in the file', rows)}`;

/** The rows of the file by outcome: a bar, and the numbers. */
function countsOf({ counts, rows, record, noun, evidence }: Report): Content {
  if (rows === 0) return undefined;
  const differing = differingNote({ record, noun });
  const gone = Number(record.gone ?? 0);
  const tiles = counts.map(
    ({ label, tone, count }) =>
      html`<div><dt class="${tone}"><span class="name">${label}</span></dt><dd>${formatCount(count)} <small>${((count / rows) * 100).toFixed(1)}${space}%</small></dd></div>`,
  );
  return html`${bar(counts, rows)}
<dl class="tiles">${tiles}</dl>
${evidence.length > 0 && html`<p class="note">Evidence: ${evidenceText(evidence)}.</p>`}
${gone > 0 && html`<p class="note">${formatCount(gone)} ${inNumber('{row|rows} of the previous import of this feed {is|are} no longer in the file.', gone)}</p>`}
${differing !== undefined && html`<p class="note">${withCommands(differing)}</p>`}`;
}

/** The least width that can be seen. */
const minShare = 0.006;

/** The numbers below it say the same. */
function bar(counts: Report['counts'], rows: number): Markup {
  const shares = counts.map(({ tone, count }) => ({ tone, share: Math.max(minShare, count / rows) }));
  const whole = shares.reduce((sum, { share }) => sum + share, 0);
  let left = 0;
  const parts = shares.map(({ tone, share }) => {
    const part = html`<rect class="${tone}" x="${percent(left / whole)}" width="${percent(share / whole)}" height="22"/>`;
    left += share;
    return part;
  });
  return html`<svg class="bar" width="100%" height="22" aria-hidden="true">${parts}</svg>`;
}

/** A share of 100 with the digits that a screen can show. */
const percent = (share: number): string => `${Number((share * 100).toFixed(3))}%`;

/** A line does not break there. */
const space = '\u00a0';

const steps = (advice: readonly string[]): Content =>
  advice.length > 0 && html`<ol>${advice.map((step) => html`<li>${withCommands(step)}</li>`)}</ol>`;

/** Commands and options in a sentence, as what can be copied: they do not break after their dashes. */
const withCommands = (text: string): Content =>
  text
    .split(/('shop-cli [^']*'|--[a-z-]+(?: [\w-]+\.csv)?)/)
    .map((part, at) => (at % 2 === 0 ? part : html`<code>${part.replaceAll("'", '')}</code>`));

/** Up to so many problems, every group is open. */
const maxOpen = 100;

/** Texts of a file or a store are cut here: a page of 5,000 problems stays small. */
const maxText = 200;

/** Every row that needs attention, as far as they are listed: a group for each reason, the most frequent first. */
function problemsOf({ listed, count }: Report['problems'], titles: Titles): Content {
  if (count === 0) return undefined;
  const groups = [...grouped(listed, reasonOf)].sort((left, right) => right.length - left.length);
  const left = count - listed.length;
  const title = `${formatCount(count)} ${inNumber('{problem|problems}', count)}${rowsWith(listed, count)} by reason, the most frequent first.`;
  const more =
    left > 0 &&
    html` ${formatCount(left)} more ${inNumber('{is|are}', left)} not listed here. <code>--rejected</code> and <code>--results</code> write all of them to a file.`;
  return html`<p class="quiet">${title}${more}</p>${groups.map((rows) => group(rows, titles, listed.length <= maxOpen))}`;
}

/** ` in 13 rows (a row with two problems is listed twice)`, where there are fewer rows and all are known; else empty. */
function rowsWith(listed: readonly Problem[], count: number): string {
  const rows = new Set(listed.map(({ line }) => line)).size;
  if (rows === count || listed.length < count) return '';
  return ` in ${formatCount(rows)} ${inNumber('{row|rows}', rows)} (a row with several is listed for each)`;
}

/** Equal for problems that differ only in numbers and in what they quote. */
const reasonOf = ({ outcome, field, message, evidence }: Problem): string =>
  JSON.stringify([outcome, evidence, field, message.replace(/"[^"]*"/g, '""').replace(/\d+/g, '0')]);

/** Its class is its width, so that it has the same place in every group; the last one takes what is left. */
type ProblemColumn = readonly [heading: string, width: string, cell: (problem: Problem) => Content];

/** Problems with one reason: its rows show what it does not say. */
function group(rows: readonly [Problem, ...Problem[]], titles: Titles, isOpen: boolean): Markup {
  const [{ outcome, field, message, evidence }] = rows;
  const varies = rows.some((row) => row.message !== message);
  const columns: ProblemColumn[] = [['Key', 'key', ({ key }) => html`<code>${cut(key ?? '', maxText)}</code>`]];
  if (titles.size > 0) columns.push(['Name', 'name', ({ line }) => cut(titles.get(line) ?? '', maxText)]);
  if (rows.some(({ value, key }) => (value ?? key) !== key))
    columns.push(['Value', 'value', ({ value }) => cut(value ?? '', maxText)]);
  if (varies) columns.push(['Problem', 'problem', (row) => cut(row.message, maxText)]);
  const word = html`<span class="outcome ${rowOutcomes[outcome]?.tone}">${outcomeWord(outcome)}</span>`;
  const text = cut(field === null ? message : `${field}: ${message}`, maxText);
  return html`<details${isOpen && html` open`}>
<summary><span>${formatCount(rows.length)} ${inNumber('{row|rows}', rows.length)}</span> ${word} <span>${text}${varies && html` <span class="quiet">and similar</span>`}${outcome !== 'invalid' && html` <span class="quiet">(evidence: ${evidence})</span>`}</span></summary>
<table><thead><tr><th scope="col" class="number">Line</th>${columns.map(([heading, width], at) => html`<th scope="col"${at < columns.length - 1 && html` class="${width}"`}>${heading}</th>`)}</tr></thead><tbody>
${rows.map((row) => problemRow(row, columns))}</tbody></table>
</details>
`;
}

const problemRow = (problem: Problem, columns: readonly ProblemColumn[]): Markup =>
  html`<tr><td class="number" data-before="Line ">${formatCount(problem.line)}</td>${columns.map(([, , cell]) => html`<td>${cell(problem)}</td>`)}</tr>
`;

/** With fewer rows, or in less time, a plot says nothing about speed: it shows the start and the end. */
const minPlotted = { rows: 1000, milliseconds: 60_000 };

/** The shortest wait that is shown, in milliseconds. */
const minWait = 300;

/** Rows per second and waits over time, and how the store answered. */
function speedOf({ measured, rows }: Report): Content {
  if (!measured) return undefined;
  const { timeline, requests, isContinued } = measured;
  const { send, 'look-up': lookUp } = requests.latencies;
  const unclear = [...requests.unclear].sort(([, left], [, right]) => right - left);
  const answers: readonly Fact[] = [
    ['Creating', answerText(send)],
    ['Looking up', answerText(lookUp)],
    [
      'Requests without a clear answer, retried or looked up',
      unclear.map(([why, count]) => `${why}: ${formatCount(count)}`).join(', '),
    ],
  ];
  const isPlotted = rows >= minPlotted.rows && timeline.end >= minPlotted.milliseconds;
  const plots = isPlotted ? [speedPlot(timeline), waitPlot(timeline)] : [];
  if (![...plots, ...answers.map(([, value]) => value)].some(Boolean)) return undefined;
  const note = isContinued && html`<p class="quiet">Measured since this import was continued.</p>`;
  return html`${note}${plots}${facts(answers)}`;
}

const answerText = (latencies: Latencies): string =>
  latencies.count === 0
    ? ''
    : `${formatCount(latencies.count)} ${inNumber('{request|requests}', latencies.count)}: half answered within ${latencyText(latencies.percentile(0.5))}, 99${space}% within ${latencyText(latencies.percentile(0.99))}, the slowest in ${latencyText(latencies.longest)}`;

const latencyText = (milliseconds: number): string => `${formatCount(Math.ceil(milliseconds))}${space}ms`;

const plotHeight = 120;

/** The scale is in the caption: the highest bar is the fastest interval. */
function speedPlot(timeline: Timeline): Content {
  const { end } = timeline;
  const intervals = timeline.intervals();
  const rows = intervals.reduce((sum, interval) => sum + interval.rows, 0);
  if (rows === 0) return undefined;
  const fastest = Math.max(...intervals.map(speedIn));
  const bars = intervals.map((interval) => {
    const height = (speedIn(interval) / fastest) * plotHeight;
    const width = percent((interval.to - interval.from) / end);
    return html`<rect x="${percent(interval.from / end)}" width="${width}" y="${(plotHeight - height).toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  const scale = `${rateText((rows * 1000) / end)} on average, ${rateText(fastest)} at most, in ${formatSpan(end)}`;
  return html`<figure><figcaption><b>Rows per second</b> <span>${scale}</span></figcaption>
<svg class="plot" width="100%" height="${plotHeight}" shape-rendering="crispEdges" aria-hidden="true">${bars}</svg></figure>`;
}

const rateText = (rate: number): string => formatCount(Math.round(rate * 10) / 10);

const speedIn = ({ from, to, rows }: Interval): number => (rows * 1000) / (to - from);

const waits: readonly (readonly [wait: Wait, tone: string, label: string])[] = [
  ['rate', 'wait-rate', "the store's limit, or --rate"],
  ['store', 'wait-store', 'paused for the store'],
  ['settle', 'wait-settle', 'settle time'],
];

const waitHeight = 24;

/** What each interval waited for, as a share of its time. The numbers in the caption say how long in all. */
function waitPlot(timeline: Timeline): Content {
  const shown = waits.filter(([wait]) => timeline.waited[wait] >= minWait);
  if (shown.length === 0) return undefined;
  const bars = timeline.intervals().map(({ from, to, waited }) => {
    const width = percent((to - from) / timeline.end);
    let top = waitHeight;
    return shown.map(([wait, tone]) => {
      const height = (waited[wait] / (to - from)) * waitHeight;
      top -= height;
      return (
        height > 0 &&
        html`<rect class="${tone}" x="${percent(from / timeline.end)}" width="${width}" y="${top.toFixed(1)}" height="${height.toFixed(1)}"/>`
      );
    });
  });
  const times = shown.map(
    ([wait, tone, label]) =>
      html` <span class="${tone}">■</span>${space}${label}: ${formatSpan(timeline.waited[wait])}`,
  );
  return html`<figure><figcaption><b>Waits</b> <span>${times}</span></figcaption>
<svg class="plot" width="100%" height="${waitHeight}" shape-rendering="crispEdges" aria-hidden="true">${bars}</svg></figure>`;
}
