import { formatCount, formatSpan } from '../../../text/numbers.ts';
import type { Amounts, Interval } from '../../pace/timeline.ts';
import type { ImportSummary } from '../summary.ts';
import { shareText } from './counts.ts';
import { html, type Markup, percent } from './markup.ts';

/** Too short to say anything about speed, in milliseconds. */
const shortest = 300;

/** Rows per second and waits over time. */
export function speedSection({ measured }: ImportSummary): Markup | undefined {
  if (!measured || measured.timeline.end < shortest) return undefined;
  const { timeline, continued } = measured;
  const [intervals, end] = [timeline.intervals(), timeline.end];
  const hasRows = intervals.some(({ amounts }) => amounts.rows > 0);
  const lanes = waits.map((wait) => lane(wait, intervals, end)).filter((shown) => shown !== undefined);
  if (!hasRows && lanes.length === 0) return undefined;
  return html`<section aria-labelledby="speed">
<h2 id="speed">Speed</h2>
${continued ? html`<p class="quiet">Measured since this import was continued.</p>` : undefined}
${hasRows ? rowsPlot(intervals, end) : undefined}
${lanes.length === 0 ? html`<p class="quiet">No time was spent waiting for the store or its limits.</p>` : lanes}
</section>`;
}

const [height, axis, top] = [150, 20, 18];

function rowsPlot(intervals: readonly Interval[], end: number): Markup {
  const speeds = intervals.map(({ from, to, amounts }) => (amounts.rows * 1000) / (to - from));
  const rows = intervals.reduce((sum, { amounts }) => sum + amounts.rows, 0);
  const fastest = Math.max(...speeds);
  const highest = roundedUp(fastest);
  const bars = intervals.map(({ from, to }, at) => {
    const tall = ((speeds[at] ?? 0) / highest) * height;
    if (tall < 0.05) return undefined;
    return html`<rect x="${percent(from / end)}" width="${percent((to - from) / end)}" y="${(top + height - tall).toFixed(1)}" height="${tall.toFixed(1)}"/>`;
  });
  const average = speedText((rows * 1000) / end);
  return html`<figure>
<figcaption><b>Rows per second</b> <span>${average} on average, ${speedText(fastest)} at most</span></figcaption>
<svg class="plot" width="100%" height="${top + height + axis}" role="img" aria-labelledby="speed-title speed-text">
<title id="speed-title">Rows per second over time</title>
<desc id="speed-text">${formatCount(Math.round(rows))} rows in ${formatSpan(end)}: ${average} per second on average, ${speedText(fastest)} at most.</desc>
${[1, 0.5].map((share) => gridLine(share, highest))}
<g class="fill-plot" shape-rendering="crispEdges">${bars}</g>
<line x1="0" x2="100%" y1="${top + height}" y2="${top + height}"/>
${timeAxis(end)}</svg>
</figure>`;
}

const gridLine = (share: number, highest: number): Markup => {
  const y = top + height * (1 - share) + 0.5;
  return html`<line x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="0" y="${y - 4}">${speedText(highest * share)}</text>`;
};

const timeAxis = (end: number): Markup => {
  const y = top + height + 15;
  return html`<text x="0" y="${y}">0 s</text><text x="50%" y="${y}" text-anchor="middle">${formatSpan(end / 2)}</text><text x="100%" y="${y}" text-anchor="end">${formatSpan(end)}</text>`;
};

const waits: readonly (readonly [name: Exclude<keyof Amounts, 'rows'>, label: string])[] = [
  ['rate', 'Waiting for the rate limit'],
  ['store', 'Paused: the store asked to wait, or gave no answer'],
  ['settle', 'Waiting to look up uncertain rows'],
];

const laneHeight = 16;

/** A wait over the same time, as high as its share of it; undefined where there was none. */
function lane([name, label]: (typeof waits)[number], intervals: readonly Interval[], end: number): Markup | undefined {
  const total = intervals.reduce((sum, { amounts }) => sum + amounts[name], 0);
  if (total < 1) return undefined;
  const bars = intervals.map(({ from, to, amounts }) => {
    const tall = Math.min(1, amounts[name] / (to - from)) * laneHeight;
    if (tall < 0.05) return undefined;
    return html`<rect x="${percent(from / end)}" width="${percent((to - from) / end)}" y="${(laneHeight - tall).toFixed(1)}" height="${tall.toFixed(1)}"/>`;
  });
  return html`<figure>
<figcaption><b>${label}</b> <span>${formatSpan(total)}, ${shareText(total / end)} of the time</span></figcaption>
<svg class="plot lane" width="100%" height="${laneHeight}" role="img" aria-labelledby="${name}-title"><title id="${name}-title">${label}: ${formatSpan(total)} of ${formatSpan(end)}</title><g class="fill-doubt" shape-rendering="crispEdges">${bars}</g></svg>
</figure>`;
}

/** The next round number that is at least as large. */
function roundedUp(number: number): number {
  if (number <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(number));
  return ([1, 2, 3, 4, 5, 6, 8].find((times) => times * power >= number) ?? 10) * power;
}

const speedText = (perSecond: number): string =>
  perSecond < 9.95 ? String(Number(perSecond.toPrecision(2))) : formatCount(Math.round(perSecond));
