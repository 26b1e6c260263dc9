import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { Latencies, Timeline } from '../pace/measurements.ts';
import { type Content, type Fact, factList, html, percent, shareText } from './markup.ts';
import type { Report } from './report.ts';

/** Too short to say anything about speed, in milliseconds. */
const minMeasured = 300;

const waits = [
  ['rate', 'Waiting for the rate limit'],
  ['store', 'Paused: the store asked to wait, or gave no answer'],
  ['settle', 'Waiting to look up uncertain rows'],
] as const;

/** Rows per second over time, what the import waited for, and how the store answered. */
export function speedOf({ measured }: Report): Content {
  if (!measured) return undefined;
  const { timeline, requests, continued } = measured;
  const { send, 'look-up': lookUp } = requests.latencies;
  const isLong = timeline.end >= minMeasured;
  const facts: readonly Fact[] = [
    ...waits.map(([name, label]) => [label, isLong && waitText(timeline.waited[name], timeline.end)] as const),
    ['Creating a product', answerText(send)],
    ['Looking up products', answerText(lookUp)],
    ['Requests without a clear answer, retried or looked up', unclearText(requests.unclear)],
  ];
  const plot = isLong && speedPlot(timeline);
  if (!plot && facts.every(([, value]) => !value)) return undefined;
  const note = continued && html`<p class="quiet">Measured since this import was continued.</p>`;
  return html`${note}${plot}${factList(facts)}`;
}

const waitText = (time: number, end: number): string =>
  time < 1 ? '' : `${formatSpan(time)}, ${shareText(time / end)} of the time`;

const answerText = (latencies: Latencies): string =>
  latencies.count === 0
    ? ''
    : `${formatCount(latencies.count)} requests: half answered within ${latencyText(latencies.percentile(0.5))}, 99 % within ${latencyText(latencies.percentile(0.99))}, the slowest in ${latencyText(latencies.longest)}`;

const unclearText = (unclear: ReadonlyMap<string, number>): string =>
  [...unclear]
    .sort(([, left], [, right]) => right - left)
    .map(([why, count]) => `${why}: ${formatCount(count)}`)
    .join(', ');

/** `0.8 ms`, `45 ms`, `1.2 s`, to two digits. */
function latencyText(milliseconds: number): string {
  const [time, unit] = milliseconds < 999.5 ? [milliseconds, 'ms'] : [milliseconds / 1000, 's'];
  return `${time < 10 ? Number(time.toPrecision(2)) : Math.round(time)} ${unit}`;
}

const plotHeight = 120;

/** The scale is in the caption: the highest bar is the fastest interval. */
function speedPlot(timeline: Timeline): Content {
  const { end } = timeline;
  const speeds = timeline.intervals().map(({ from, to, rows }) => ({ from, to, speed: (rows * 1000) / (to - from) }));
  const fastest = Math.max(...speeds.map(({ speed }) => speed));
  const rows = timeline.intervals().reduce((sum, interval) => sum + interval.rows, 0);
  if (rows === 0) return undefined;
  const bars = speeds.map(({ from, to, speed }) => {
    const height = ((speed / fastest) * plotHeight).toFixed(1);
    const top = (plotHeight - Number(height)).toFixed(1);
    return html`<rect x="${percent(from / end)}" width="${percent((to - from) / end)}" y="${top}" height="${height}"/>`;
  });
  const scale = `${speedText((rows * 1000) / end)} on average, ${speedText(fastest)} at most, in ${formatSpan(end)}`;
  return html`<figure><figcaption><b>Rows per second</b> <span>${scale}</span></figcaption>
<svg class="plot" width="100%" height="${plotHeight}" shape-rendering="crispEdges" aria-hidden="true">${bars}</svg></figure>`;
}

const speedText = (perSecond: number): string =>
  perSecond < 9.95 ? String(Number(perSecond.toPrecision(2))) : formatCount(Math.round(perSecond));
