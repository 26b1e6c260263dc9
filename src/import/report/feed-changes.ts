import { formatCount, inNumber } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';
import { annotation } from '../words/annotations.ts';
import { type Content, html, type Markup } from './markup.ts';
import type { DifferingRow, Report } from './report.ts';

/** Rows of each kind that the page of a job and its annotations name. */
const maxNamed = 50;
/** A text of a file or a store is cut here. */
const maxText = 300;

/** What of a feed is in the store otherwise than in the file, or not in the file any more. */
function changesIn({ record }: Pick<Report, 'record'>) {
  return {
    gone: Number(record.gone ?? 0),
    firstGone: (record.goneProducts ?? []) as readonly Pick<DifferingRow, 'key' | 'productId'>[],
    differing: Number(record.differing ?? 0),
    firstDiffering: (record.differingRows ?? []) as readonly DifferingRow[],
  };
}

type HtmlTable = (headings: readonly string[], rows: readonly (readonly Content[])[]) => Content;
type HtmlCode = (text: string) => Content;

/** The same for the page of a GitHub Actions run. @param table of headings and rows @param code text of a file or a store */
export function changeTables(report: Report, table: HtmlTable, code: HtmlCode): Content {
  const { gone, firstGone, differing, firstDiffering } = changesIn(report);
  const goneRows = firstGone.slice(0, maxNamed).map(({ key, productId }) => [code(key), code(productId ?? '')]);
  const differingRows = firstDiffering
    .slice(0, maxNamed)
    .map(({ line, key, message }) => [line, code(key), code(message)]);
  const parts: Markup[] = [];
  if (differing > 0)
    parts.push(html`<h3>Changed: ${formatCount(differing)}</h3>
<p>The store has other values than the file. An import never changes a product.</p>
${table(['Line', 'Key', 'Difference'], differingRows)}${left(differing, differingRows.length)}`);
  if (gone > 0)
    parts.push(html`<h3>Gone: ${formatCount(gone)}</h3>
<p>${goneText(gone)}</p>
${table(['Key', 'Product ID'], goneRows)}${left(gone, goneRows.length)}`);
  return parts;
}

const left = (count: number, listed: number): Content =>
  count > listed && html`<p>… and ${formatCount(count - listed)} more.</p>\n`;

const goneText = (gone: number): string =>
  inNumber(
    '{It was|They were} in the previous import and {is|are} not in the file. The store still has {it|them}.',
    gone,
  );

/**
 * The same as tests of JUnit that are skipped: what a CI service shows as neither passed nor failed. An import ends with 0
 * all the same.
 */
export function changeCases(file: string, report: Report): readonly Markup[] {
  const { firstGone, firstDiffering } = changesIn(report);
  return [
    ...firstDiffering.map(({ line, key, message }) =>
      skippedCase({ file, name: `line ${line} (${cut(key, maxText)}) changed`, line, message }),
    ),
    ...firstGone.map(({ key }) =>
      skippedCase({
        file,
        name: `${cut(key, maxText)} gone`,
        message: 'no longer in the file, and still in the store',
      }),
    ),
  ];
}

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
export const warningTable = ({ warnings }: Report, table: HtmlTable, code: HtmlCode): Content => [
  table(
    [`Warnings: ${formatCount(warnings.length)}`],
    warnings.slice(0, maxNamed).map(({ text }) => [code(text)]),
  ),
  left(warnings.length, maxNamed),
];

/** The same as warnings of GitHub Actions: a line each for what differs, and one for all that are gone. @param path as typed */
export function changeWarnings(path: string, report: Report): readonly string[] {
  const { gone, firstGone, firstDiffering } = changesIn(report);
  const differing = firstDiffering
    .slice(0, maxNamed)
    .map(({ line, key, message }) => annotation('warning', path, `changed: ${key}: ${message}`, line));
  if (gone === 0) return differing;
  const keys = firstGone.slice(0, maxNamed).map(({ key }) => key);
  const more = gone > keys.length ? ', …' : '';
  return [...differing, annotation('warning', path, `gone: ${goneText(gone)} ${keys.join(', ')}${more}`)];
}
