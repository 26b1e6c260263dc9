import { formatCount } from '../../text/numbers.ts';
import { reportFields } from './report.ts';
import { rowCount } from './words.ts';

/** How an import ended. `checked`: a dry run; `invalid`: nothing was sent because of the file. */
export type ImportOutcome = 'complete' | 'incomplete' | 'stopped' | 'failed' | 'invalid' | 'checked';

/** The rows of a file by outcome: good, known before, uncertain, bad, or not for this run. */
export type Tone = 'good' | 'known' | 'doubt' | 'bad' | 'rest';

export interface Count {
  readonly name: string;
  readonly label: string;
  readonly tone: Tone;
  readonly count: number;
}

/** The counts of a report that add up to its rows, apart from those that are 0. */
export function rowsByOutcome(record: Readonly<Record<string, unknown>>): readonly Count[] {
  const known = Object.keys(tones).flatMap((name) => countOf(name, record[name]));
  // Of an invalid file a dry run counts the invalid rows alone.
  return [...known, ...countOf('notSent', Number(record.rows ?? 0) - sum(known))];
}

const countOf = (name: string, count: unknown): readonly Count[] =>
  typeof count === 'number' && count > 0
    ? [{ name, label: labels[name] ?? reportFields[name]?.label ?? name, tone: toneOf(name), count }]
    : [];

/** By the name of a count or an outcome. */
export const toneOf = (name: string): Tone => tones[name] ?? 'rest';

const tones: Readonly<Record<string, Tone>> = {
  ...{ created: 'good', wouldCreate: 'good', existing: 'known', exists: 'known' },
  ...{
    rejected: 'bad',
    invalid: 'bad',
    uncertain: 'doubt',
    duplicate: 'doubt',
    unplanned: 'doubt',
    open: 'doubt',
  },
  ...{ notSent: 'rest', elsewhere: 'rest', leftOut: 'rest' },
};

const labels: Readonly<Record<string, string>> = {
  wouldCreate: 'Would be created',
  exists: 'Existing',
  invalid: 'Invalid',
};

/** The title of a report. */
export const outcomeTitles: Readonly<Record<ImportOutcome, string>> = {
  complete: 'Complete',
  incomplete: 'Needs attention',
  stopped: 'Stopped',
  failed: 'Failed',
  invalid: 'Not sent',
  checked: 'Dry run',
};

/** The outcome in a sentence or two. */
export function headlineOf(outcome: ImportOutcome, counts: readonly Count[]): string {
  return `${first[outcome](counts)}${outcome === 'invalid' ? '' : needsOf(counts)}`;
}

/** ` 6 rows need attention.`; empty where none does. */
function needsOf(counts: readonly Count[]): string {
  const attention = sum(counts.filter(({ tone }) => tone === 'bad' || tone === 'doubt'));
  return attention === 0 ? '' : ` ${rowCount(attention)} ${attention === 1 ? 'needs' : 'need'} attention.`;
}

/**
 * The last line of an import: `✓ Created 12 products on shop.example.`, or what is left to do. Empty where nothing was
 * created and nothing is left.
 */
export function closingLine(outcome: ImportOutcome, counts: readonly Count[], store: string): string {
  const [created, notSent] = [named(counts, 'created'), named(counts, 'notSent')];
  const isUnverified = outcome === 'stopped' && notSent === 0;
  const rest = isUnverified ? ' Not verified yet.' : notSent === 0 ? '' : ` ${rowCount(notSent)} not sent yet.`;
  const left = `${needsOf(counts)}${rest}`;
  if (created === 0) return left.trim();
  return `${left === '' ? '✓ ' : ''}Created ${productsText(created)} on ${store}.${left}`;
}

const first: Readonly<Record<ImportOutcome, (counts: readonly Count[]) => string>> = {
  complete: (counts) => {
    const [created, existing] = [named(counts, 'created'), named(counts, 'existing')];
    if (created === 0) return existing === 0 ? 'Nothing to send.' : 'Every product exists in the store already.';
    return `${createdText(created)}${existing === 0 ? '' : ` ${formatCount(existing)} existed already.`}`;
  },
  incomplete: (counts) => createdText(named(counts, 'created')),
  stopped: (counts) => {
    const toSend = sum(counts) - named(counts, 'invalid', 'leftOut', 'elsewhere');
    const done = toSend - named(counts, 'notSent', 'open');
    const where = toSend === 0 ? 'Stopped.' : `Stopped after ${formatCount(done)} of ${rowCount(toSend)}.`;
    return `${where} ${createdText(named(counts, 'created'))}`;
  },
  failed: () => 'The import failed.',
  invalid: () => 'Nothing was sent.',
  checked: (counts) => `${productsText(named(counts, 'wouldCreate'))} would be created.`,
};

const sum = (counts: readonly Count[]): number => counts.reduce((total, { count }) => total + count, 0);

const named = (counts: readonly Count[], ...names: readonly string[]): number =>
  sum(counts.filter(({ name }) => names.includes(name)));

const createdText = (count: number): string =>
  count === 0 ? 'No product was created.' : `Created ${productsText(count)}.`;

/** `1 product`, `1,200 products` */
const productsText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;
