import { formatCount, inNumber } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';
import { annotation } from '../words/annotations.ts';
import { priceChange } from '../words/differing.ts';
import { type Content, html, type Markup } from './markup.ts';
import type { DifferingRow, Report } from './report.ts';
import { code, maxText, paragraph, table } from './summary-parts.ts';

/** Rows of each kind that the page of a job and its annotations name. */
const maxNamed = 50;

/** What is in the store otherwise than in a file, or not in the file. */
export interface FeedChanges {
  readonly gone: number;
  readonly firstGone: readonly Pick<DifferingRow, 'key' | 'productId'>[];
  /** What the gone products are, as a sentence. */
  readonly goneText: string;
  readonly differing: number;
  /** Those first whose price differs most. */
  readonly firstDiffering: readonly DifferingRow[];
}

/** The same of the report on a feed. */
export function changesIn({ record }: Pick<Report, 'record'>): FeedChanges {
  const gone = Number(record.gone ?? 0);
  const text = '{It was|They were} in the previous import and {is|are} not in the file. The store still has {it|them}.';
  return {
    gone,
    firstGone: (record.goneProducts ?? []) as FeedChanges['firstGone'],
    goneText: inNumber(text, gone),
    differing: Number(record.differing ?? 0),
    firstDiffering: byPriceChange((record.differingRows ?? []) as readonly DifferingRow[]),
  };
}

/** In the order of the file where no price differs. */
export const byPriceChange = (rows: readonly DifferingRow[]): readonly DifferingRow[] =>
  rows
    .map((row) => ({ row, change: priceChange(row.message) }))
    .sort((left, right) => (left.change === right.change ? 0 : right.change - left.change))
    .map(({ row }) => row);

/** The same for the page of a GitHub Actions run: first what is gone. */
export function changeTables({ gone, firstGone, goneText, differing, firstDiffering }: FeedChanges): Content {
  const goneRows = firstGone.slice(0, maxNamed).map(({ key, productId }) => [code(key), code(productId ?? '')]);
  const differingRows = firstDiffering
    .slice(0, maxNamed)
    .map(({ line, key, message }) => [line, code(key), code(message)]);
  const parts: Markup[] = [];
  if (gone > 0)
    parts.push(html`<h3>Gone: ${formatCount(gone)}</h3>
${paragraph(goneText)}${table(['Key', 'Product ID'], goneRows)}${left(gone, goneRows.length)}`);
  if (differing > 0)
    parts.push(html`<h3>Changed: ${formatCount(differing)}</h3>
<p>The store has other values than the file. An import never changes a product.</p>
${table(['Line', 'Key', 'Difference'], differingRows)}${left(differing, differingRows.length)}`);
  return parts;
}

const left = (count: number, listed: number): Content =>
  count > listed && html`<p>… and ${formatCount(count - listed)} more.</p>\n`;

/**
 * The same as tests of JUnit that are skipped: what a CI service shows as neither passed nor failed. An import ends with 0
 * all the same.
 */
export const changeCases = (file: string, { firstGone, firstDiffering }: FeedChanges): readonly Markup[] => [
  ...firstGone.map(({ key }) =>
    skippedCase({ file, name: `${cut(key, maxText)} gone`, message: 'no longer in the file, and still in the store' }),
  ),
  ...firstDiffering.map(({ line, key, message }) =>
    skippedCase({ file, name: `line ${line} (${cut(key, maxText)}) changed`, line, message }),
  ),
];

function skippedCase({ file, name, line, message }: { file: string; name: string; line?: number; message: string }) {
  const place = line === undefined ? '' : html` line="${line}"`;
  return html`<testcase classname="${file}" name="${name}" time="0" file="${file}"${place}>
<skipped message="${message}"/>
</testcase>
`;
}

/** The warnings as tests that are skipped. */
export const warningCases = (file: string, { warnings }: Report): readonly Markup[] =>
  warnings
    .slice(0, maxNamed)
    .map(({ line, text }, at) =>
      skippedCase({ file, name: `warning ${at + 1}`, message: text, ...(line === undefined ? {} : { line }) }),
    );

/** The warnings on the page of a GitHub Actions run, above the counts. */
export const warningTable = ({ warnings }: Pick<Report, 'warnings'>): Content => [
  table(
    [`Warnings: ${formatCount(warnings.length)}`],
    warnings.slice(0, maxNamed).map(({ text }) => [code(text)]),
  ),
  left(warnings.length, maxNamed),
];

/** The changes as warnings of GitHub Actions: one for all that are gone, and a line each for what differs. @param path as typed */
export function changeWarnings(path: string, changes: FeedChanges): readonly string[] {
  const { gone, firstGone, goneText, firstDiffering } = changes;
  const differing = firstDiffering
    .slice(0, maxNamed)
    .map(({ line, key, message }) => annotation('warning', path, `changed: ${key}: ${message}`, line));
  if (gone === 0) return differing;
  const keys = firstGone.slice(0, maxNamed).map(({ key }) => key);
  const more = gone > keys.length ? ', …' : '';
  return [annotation('warning', path, `gone: ${goneText} ${keys.join(', ')}${more}`), ...differing];
}
