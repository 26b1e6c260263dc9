import { formatCount } from '../../../text/numbers.ts';
import type { Count } from '../headline.ts';
import type { ImportSummary } from '../summary.ts';
import { html, type Markup, percent } from './markup.ts';

/** Lines over a colour that is used before: outcomes of one tone are told apart by them. */
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

/** The rows of the file by what became of them: a bar, and the numbers. */
export function countsSection({ counts, rows, differing, gone }: ImportSummary): Markup | undefined {
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
  `${formatCount(products)} ${products === 1 ? 'product' : 'products'} of the previous import of this feed ${products === 1 ? 'is' : 'are'} not in the file any more.`;

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

/** Never 100 % or 0 % where that is only rounded. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %';
  if (share < 1 && share > 0.999) return '> 99.9 %';
  return `${Number((share * 100).toFixed(1))} %`;
}
