import { formatCount } from '../../../text/numbers.ts';
import type { Latencies } from '../../pace/latencies.ts';
import type { ImportSummary } from '../summary.ts';
import { html, type Markup, percent } from './markup.ts';

const purposes = [
  ['send', 'Creating a product'],
  ['look-up', 'Looking up products'],
] as const;

/** How long the store took to answer, and how many requests it did not answer clearly. */
export function latencySection({ measured }: ImportSummary): Markup | undefined {
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
