import { count, orNull, type StoreRecord } from '../../resources/record-fields.ts';
import { formatCount } from '../../text/numbers.ts';
import { rowCount } from './words.ts';

/** How an import ended. `checked`: a dry run; `invalid`: nothing was sent because of the file. */
export type ImportOutcome = 'complete' | 'incomplete' | 'stopped' | 'failed' | 'invalid' | 'checked';

/** The title of a report. */
export const outcomeTitles: Readonly<Record<ImportOutcome, string>> = {
  complete: 'Complete',
  incomplete: 'Needs attention',
  stopped: 'Stopped',
  failed: 'Failed',
  invalid: 'Not sent',
  checked: 'Dry run',
};

/** They add up to the rows of the file, but for `unchanged` and `changed`, which are existing rows, and `gone`. */
export const outcomeCounts = {
  leftOut: count('Excluded'),
  invalid: count('Invalid'),
  elsewhere: count('In other shards'),
  created: count('Created'),
  existing: count('Existing'),
  unchanged: count('of which unchanged'),
  changed: count('of which changed'),
  rejected: count('Rejected'),
  uncertain: count('Uncertain'),
  duplicate: count('Duplicates'),
  unplanned: count('Not in plan'),
  notSent: count('Not sent'),
  gone: orNull(count('Gone from the file')),
};

/** Rows that are good, known before, uncertain, bad, or not for this run. */
export type Tone = 'good' | 'known' | 'doubt' | 'bad' | 'rest';

/** By the name of a count. */
const tones: Readonly<Record<string, Tone>> = {
  created: 'good',
  wouldCreate: 'good',
  existing: 'known',
  exists: 'known',
  rejected: 'bad',
  invalid: 'bad',
  uncertain: 'doubt',
  duplicate: 'doubt',
  unplanned: 'doubt',
  notSent: 'rest',
  elsewhere: 'rest',
  leftOut: 'rest',
};

/** By the name of a count or an outcome. */
export const toneOf = (name: string): Tone => tones[name] ?? 'rest';

const labels: Readonly<Record<string, { readonly label: string }>> = {
  ...outcomeCounts,
  wouldCreate: { label: 'Would be created' },
  exists: { label: 'Existing' },
};

/** The rows with one outcome. */
export interface Count {
  readonly name: string;
  readonly label: string;
  readonly tone: Tone;
  readonly count: number;
}

/** The counts of a report that add up to its rows, apart from those that are 0. */
export function rowsByOutcome(record: StoreRecord): readonly Count[] {
  const known = Object.keys(tones).flatMap((name) => countOf(name, Number(record[name] ?? 0)));
  // Of an invalid file a dry run counts the invalid rows alone.
  return [...known, ...countOf('notSent', Number(record.rows ?? 0) - sum(known))];
}

const countOf = (name: string, rows: number): readonly Count[] =>
  rows > 0 ? [{ name, label: labels[name]?.label ?? name, tone: toneOf(name), count: rows }] : [];

export const sum = (counts: readonly Count[]): number => counts.reduce((total, { count: rows }) => total + rows, 0);

const named = (counts: readonly Count[], ...names: readonly string[]): number =>
  sum(counts.filter(({ name }) => names.includes(name)));

/** The outcome in a sentence or two. */
export function headlineOf(outcome: ImportOutcome, counts: readonly Count[]): string {
  const created = createdText(named(counts, 'created'));
  switch (outcome) {
    case 'complete':
      return completeText(named(counts, 'created'), named(counts, 'existing')) + attentionText(counts);
    case 'incomplete':
      return created + attentionText(counts) + notSentText(counts);
    case 'stopped':
      return `${stoppedText(counts)} ${created}${attentionText(counts)}`;
    case 'failed':
      return `The import failed.${attentionText(counts)}`;
    case 'invalid':
      return 'Nothing was sent.';
    case 'checked':
      return `${productsText(named(counts, 'wouldCreate'))} would be created.${attentionText(counts)}`;
  }
}

function completeText(created: number, existing: number): string {
  if (created > 0)
    return `${createdText(created)}${existing === 0 ? '' : ` ${formatCount(existing)} existed already.`}`;
  return existing === 0 ? 'Nothing to send.' : 'Every product exists in the store already.';
}

function stoppedText(counts: readonly Count[]): string {
  const toSend = sum(counts) - named(counts, 'invalid', 'leftOut', 'elsewhere');
  const done = toSend - named(counts, 'notSent');
  return toSend === 0 ? 'Stopped.' : `Stopped after ${formatCount(done)} of ${rowCount(toSend)}.`;
}

/** ` 6 rows need attention.`; empty where none does. */
function attentionText(counts: readonly Count[]): string {
  const rows = sum(counts.filter(({ tone }) => tone === 'bad' || tone === 'doubt'));
  return rows === 0 ? '' : ` ${rowCount(rows)} ${rows === 1 ? 'needs' : 'need'} attention.`;
}

/** ` 1 row not sent.` */
function notSentText(counts: readonly Count[], yet = ''): string {
  const rows = named(counts, 'notSent');
  return rows === 0 ? '' : ` ${rowCount(rows)} not sent${yet}.`;
}

/**
 * The last line of an import: `✓ Created 12 products on shop.example.`, or what is left to do. Empty where nothing was
 * created and nothing is left.
 */
export function closingLine(outcome: ImportOutcome, counts: readonly Count[], store: string): string {
  const created = named(counts, 'created');
  const isStopped = outcome === 'stopped';
  const rest = notSentText(counts, isStopped ? ' yet' : '') || (isStopped ? ' Not verified yet.' : '');
  const left = `${attentionText(counts)}${rest}`;
  if (created === 0) return left.trim();
  return `${left === '' ? '✓ ' : ''}Created ${productsText(created)} on ${store}.${left}`;
}

const createdText = (products: number): string =>
  products === 0 ? 'No product was created.' : `Created ${productsText(products)}.`;

/** `1 product`, `1,200 products` */
const productsText = (products: number): string =>
  `${formatCount(products)} ${products === 1 ? 'product' : 'products'}`;
