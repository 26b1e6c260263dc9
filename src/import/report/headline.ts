import type { StoreRecord } from '../../resources/record-fields.ts';
import { formatCount } from '../../text/numbers.ts';
import { warningsFail } from '../words/check-texts.ts';
import { type Names, nounCount, rowCount } from '../words/counts.ts';
import { rowOutcomes, type Tone } from '../words/outcomes.ts';

/** How an import ended. `checked`: a dry run; `invalid`: nothing was sent because of the file. */
export type ImportOutcome = 'complete' | 'incomplete' | 'stopped' | 'failed' | 'invalid' | 'checked';

/** The title of a report, and the color of it. */
export const importOutcomes: Readonly<Record<ImportOutcome, { readonly title: string; readonly tone: Tone }>> = {
  complete: { title: 'Complete', tone: 'good' },
  incomplete: { title: 'Needs attention', tone: 'doubt' },
  stopped: { title: 'Stopped', tone: 'doubt' },
  failed: { title: 'Failed', tone: 'bad' },
  invalid: { title: 'Not sent', tone: 'wrong' },
  checked: { title: 'Dry run', tone: 'known' },
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
  const known = Object.keys(rowOutcomes).flatMap((name) => countOf(name, Number(record[name] ?? 0)));
  // Of an invalid file a dry run counts the invalid rows alone.
  return [...known, ...countOf('notSent', Number(record.rows ?? 0) - sum(known))];
}

function countOf(name: string, rows: number): readonly Count[] {
  const outcome = rowOutcomes[name];
  return outcome && rows > 0 ? [{ name, label: outcome.label, tone: outcome.tone, count: rows }] : [];
}

export const sum = (counts: readonly Count[]): number => counts.reduce((total, { count: rows }) => total + rows, 0);

const named = (counts: readonly Count[], ...names: readonly string[]): number =>
  sum(counts.filter(({ name }) => names.includes(name)));

/** What a headline says besides the rows. */
interface HeadlineFacts {
  readonly names: Names;
  /** Created rows whose record is not what they asked for. */
  readonly notKept?: number;
  /** Warnings that fail the import. */
  readonly failingWarnings?: number;
}

/** The outcome in a sentence or two. */
export function headlineOf(
  outcome: ImportOutcome,
  counts: readonly Count[],
  { names, notKept = 0, failingWarnings = 0 }: HeadlineFacts,
): string {
  const created = createdText(named(counts, 'created'), names);
  switch (outcome) {
    case 'complete':
      return completeText(named(counts, 'created'), named(counts, 'existing'), names) + attentionText(counts);
    case 'incomplete':
      return created + attentionText(counts, notKept) + notSentText(counts) + warningsText(failingWarnings);
    case 'stopped':
      return `${stoppedText(counts)} ${created}${attentionText(counts, notKept)}`;
    case 'failed':
      return `The import failed.${attentionText(counts)}`;
    case 'invalid':
      return 'Nothing was sent.';
    case 'checked':
      return `${nounCount(named(counts, 'wouldCreate'), names)} would be created.${attentionText(counts)}`;
  }
}

function completeText(created: number, existing: number, names: Names): string {
  if (created > 0)
    return `${createdText(created, names)}${existing === 0 ? '' : ` ${formatCount(existing)} already existed.`}`;
  return existing === 0 ? 'Nothing to send.' : `Every ${names[0]} already exists in the store.`;
}

function stoppedText(counts: readonly Count[]): string {
  const toSend = sum(counts) - named(counts, 'invalid', 'leftOut', 'elsewhere');
  const done = toSend - named(counts, 'notSent');
  return toSend === 0 ? 'Stopped.' : `Stopped after ${formatCount(done)} of ${rowCount(toSend)}.`;
}

/** ` 6 rows need attention.`; empty where none does. */
function attentionText(counts: readonly Count[], notKept = 0): string {
  const rows = notKept + sum(counts.filter(({ tone }) => tone === 'bad' || tone === 'wrong' || tone === 'doubt'));
  return rows === 0 ? '' : ` ${rowCount(rows)} ${rows === 1 ? 'needs' : 'need'} attention.`;
}

/** ` 1 warning, and --fail-on-warnings is set.`; empty where none fails the import. */
const warningsText = (failing = 0): string => (failing === 0 ? '' : ` ${warningsFail(failing)}`);

/** ` 1 row not sent.` */
function notSentText(counts: readonly Count[], yet = ''): string {
  const rows = named(counts, 'notSent');
  return rows === 0 ? '' : ` ${rowCount(rows)} not sent${yet}.`;
}

interface EndedOutcome {
  readonly outcome: ImportOutcome;
  readonly counts: readonly Count[];
  readonly failingWarnings: number;
}

/**
 * The last line of an import: `✓ Created 12 products on shop.example.`, or what is left to do. Empty where nothing was
 * created and nothing is left. @param createdBefore rows that earlier parts of the run created
 */
export function closingLine(
  { outcome, counts, failingWarnings }: EndedOutcome,
  { store, names, createdBefore }: { readonly store: string; readonly names: Names; readonly createdBefore: number },
): string {
  const created = named(counts, 'created');
  if (outcome === 'complete' && createdBefore > 0) return continuedText(counts, createdBefore, { store, names });
  const isStopped = outcome === 'stopped';
  const rest = notSentText(counts, isStopped ? ' yet' : '') || (isStopped ? ' Not verified yet.' : '');
  const left = `${attentionText(counts)}${rest}${warningsText(failingWarnings)}`;
  if (created === 0) return left.trim();
  return `${left === '' ? '✓ ' : ''}Created ${nounCount(created, names)} on ${store}.${left}`;
}

/** `✓ All 69 products are on shop.example (34 created now, 35 before).` */
function continuedText(
  counts: readonly Count[],
  before: number,
  { store, names }: { readonly store: string; readonly names: Names },
): string {
  const [created, existing] = [named(counts, 'created'), named(counts, 'existing')];
  const [records, now] = [nounCount(created + existing, names), formatCount(created - before)];
  const had = existing === 0 ? '' : `, ${formatCount(existing)} already existed`;
  const [all, are] = created + existing === 1 ? ['The', 'is'] : ['All', 'are'];
  return `✓ ${all} ${records} ${are} on ${store} (${now} created now, ${formatCount(before)} before${had}).`;
}

const createdText = (created: number, names: Names): string =>
  created === 0 ? `No ${names[0]} was created.` : `Created ${nounCount(created, names)}.`;
