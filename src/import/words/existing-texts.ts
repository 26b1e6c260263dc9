import type { FileTable } from '../../resources/file-table.ts';
import { escapeText, shellWord } from '../../text/escape.ts';
import { localTime } from '../../text/local-time.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { either } from '../../text/words.ts';
import type { Key, SendableRow } from '../map/rows/key.ts';
import { type Names, nounCount, rowCount } from './counts.ts';

/** How many existing rows differ from the store, and how many in each field. */
interface DifferingRows {
  readonly rows: number;
  readonly fields: Readonly<Record<string, number>>;
}

/**
 * `30 rows already exist and will be skipped. 2 differ in name, price or taxRate: price 2, name 1.`
 * @param compared the fields that were compared, if not all
 */
export const existingRows = (existing: number, differing: DifferingRows, compared: readonly string[] = []): string =>
  `${rowCount(existing)} already ${inNumber('{exists|exist}', existing)} and will be skipped.${differText(differing, compared)}`;

/** ` 2 differ: price 2, name 1.`; empty where none does. */
function differText({ rows, fields }: DifferingRows, compared: readonly string[] = []): string {
  if (rows === 0) return '';
  const counts = Object.entries(fields).map(([field, count]) => `${field} ${formatCount(count)}`);
  const where = compared.length === 0 ? '' : ` in ${either(compared)}`;
  return ` ${formatCount(rows)} ${inNumber('{differs|differ}', rows)}${where}: ${counts.join(', ')}.`;
}

/** `Skipped looking up 99,960 unchanged rows (use --full to check them). 2 still differ in name, price or taxRate.` */
export function unchangedRows(unchanged: number, differing: number, compared: readonly string[]): string {
  const text = `Skipped looking up ${formatCount(unchanged)} unchanged ${inNumber('{row|rows} (use --full to check {it|them}).', unchanged)}`;
  if (differing === 0) return text;
  return `${text} ${formatCount(differing)} still ${inNumber('{differs|differ}', differing)} in ${either(compared)}.`;
}

/** `30 rows have changed since they were imported.` @param differing where nothing else names them */
export function changedRows(
  changed: number,
  { names: [one] }: FileTable,
  differing: DifferingRows | undefined,
): string {
  const text = `{row has|rows have} changed since the previous import, and {exists|exist} in the store: an import never changes a ${one}.`;
  return `${formatCount(changed)} ${inNumber(text, changed)}${differing ? differText(differing) : ''}`;
}

/** What is compared again, and how the file is read. */
interface FileToCompare {
  readonly path: string;
  readonly noun: FileTable;
  readonly invocation: { readonly reading: readonly string[] };
}

/** `An import never changes a product: 12 rows differ from the store, 10 in price. To list them: shop-cli products diff …` */
export function neverChanged(
  { differing, inPrice }: { readonly differing: number; readonly inPrice: number },
  { path, noun, invocation }: FileToCompare,
): string {
  const where = inPrice === 0 ? '' : `, ${inPrice === differing ? '' : `${formatCount(inPrice)} of them `}in price`;
  const text = `An import never changes a ${noun.names[0]}: ${rowCount(differing)} ${inNumber('{differs|differ}', differing)} from the store${where}.`;
  if (path === '-') return text;
  const command = ['shop-cli', noun.comparedBy ?? '', shellWord(path), ...invocation.reading].join(' ');
  return `${text} To list ${inNumber('{it|them}', differing)}: ${escapeText(command)}`;
}

/** `12 products of import 3 are no longer in the file. They stay in the store: A-1, A-2, A-3, …` */
export function goneProducts(
  { run }: { readonly run: number },
  { count, first }: { readonly count: number; readonly first: readonly { readonly key: string }[] },
  names: Names,
): string {
  const named = first.slice(0, maxNamed).map(({ key }) => escapeText(key));
  const more = count > named.length ? ', …' : '';
  const text = `of import ${run} {is|are} no longer in the file, and {stays|stay} in the store:`;
  return `${nounCount(count, names)} ${inNumber(text, count)} ${named.join(', ')}${more}`;
}

const maxNamed = 5;

export const renamedRows = (rows: number, [one, several]: Names): string =>
  `${rowCount(rows)} ${inNumber(`may be {a ${one}|${several}} that the store has under another key, and {is|are} not sent.`, rows)}`;

/** How many people were erased, and when the first and the last of these were, in milliseconds since 1970. */
interface ErasedRows {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** `1 customer was erased on 2026-01-31, not sent.` */
export function erasedRows({ count, first, last }: ErasedRows, [one, several]: Names): string {
  const [from, to] = [first, last].map((time) => localTime(new Date(time), 'minute').slice(0, 10));
  const when = from === to ? `on ${from}` : `between ${from} and ${to}`;
  return inNumber(`${formatCount(count)} {${one} was|${several} were} erased ${when}, not sent.`, count);
}

/** A row to send, and a product with almost its key. */
export interface NearRow extends Pick<SendableRow, 'record' | 'line' | 'key'> {
  readonly near: { readonly code: string; readonly recordId: string };
}

/** Rows that are kept for the warning. */
const maxNear = 1000;

export function addNear(
  rows: NearRow[],
  { record, line, key }: Omit<NearRow, 'near'>,
  near: NearRow['near'] | undefined,
): void {
  if (near && rows.length < maxNear) rows.push({ record, line, key, near });
}

/** `1 row has almost the same key as a product in the store, and is sent anyway: line 2, "a" (product 9 has "A").` */
export function nearRows(rows: readonly NearRow[], [one]: Names, sent = '{is|are} sent anyway'): string {
  const count = `${rows.length < maxNear ? '' : 'at least '}${rowCount(rows.length)}`;
  const text = `{has|have} almost the same key as a ${one} in the store, and ${sent}`;
  const named = rows
    .slice(0, maxNamed)
    .map(({ line, key, near }) => `line ${line}, "${key.code}" (${one} ${near.recordId} has "${near.code}")`);
  const more = rows.length > named.length ? '; …' : '';
  return escapeText(`${count} ${inNumber(text, rows.length)}: ${named.join('; ')}${more}.`);
}

export const fewerProducts = (
  { run }: { readonly run: number },
  products: number,
  before: number,
  names: Names,
): string =>
  `The store has ${nounCount(products, names)}; it had ${formatCount(before)} after import ${run}. Looking up every row.`;

export const otherProducts = (
  { run }: { readonly run: number },
  { key: { field, code } }: { readonly key: Key },
): string =>
  `Import ${run} found ${field} "${escapeText(code)}" in the store exactly once, and now does not. Looking up every row.`;
