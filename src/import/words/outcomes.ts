import { evidenceField, type OutcomeEvidence } from '../../resources/evidence.ts';
import type { FileTable } from '../../resources/file-table.ts';
import { count, orNull, word } from '../../resources/record-fields.ts';
import { formatCount } from '../../text/numbers.ts';
import type { UnsendableRows } from '../rows/check.ts';
import { type EvidenceCount, type RowState, rowStates } from '../rows/states.ts';
import { rowCount } from './counts.ts';

/** Rows that are good, known before, uncertain, refused by the store, wrong in the file, or not for this run. */
export type Tone = 'good' | 'known' | 'doubt' | 'bad' | 'wrong' | 'rest';

interface RowOutcome {
  /** Of its count. */
  readonly label: string;
  /** For people, and in `--results`, where it does not change; the name in JSON if absent. */
  readonly word?: string;
  readonly tone: Tone;
  /** A table shows its count even when it is 0. */
  readonly isAlwaysShown?: true;
}

/** What became of a row, by its name in JSON, in the order in which reports count them. */
const table = {
  created: { label: 'Created', tone: 'good', isAlwaysShown: true },
  wouldCreate: { label: 'Would be created', tone: 'good' },
  existing: { label: 'Existing', tone: 'known' },
  exists: { label: 'Existing', tone: 'known' },
  rejected: { label: 'Rejected', tone: 'bad' },
  invalid: { label: 'Invalid', tone: 'wrong' },
  uncertain: { label: 'Uncertain', tone: 'doubt' },
  duplicate: { label: 'Duplicates', tone: 'doubt' },
  unplanned: { label: 'Not in plan', word: 'not in plan', tone: 'doubt' },
  notSent: { label: 'Not sent', word: 'not sent', tone: 'rest' },
  elsewhere: { label: 'In other shards', word: 'in another shard', tone: 'rest' },
  // Excluded: JSON and `--results` have other names for it, which programs read.
  leftOut: { label: 'Excluded', word: 'left out', tone: 'rest' },
} as const satisfies Readonly<Record<string, RowOutcome>>;

type OutcomeName = keyof typeof table;

/** The outcome of a row in each state of the journal. */
const outcomeByState = {
  created: 'created',
  existing: 'existing',
  rejected: 'rejected',
  uncertain: 'uncertain',
  blocked: 'uncertain',
  open: 'uncertain',
  duplicate: 'duplicate',
  unplanned: 'unplanned',
  absent: 'notSent',
  held: 'notSent',
  todo: 'notSent',
  invalid: 'invalid',
  elsewhere: 'elsewhere',
  erased: 'notSent',
} as const satisfies Readonly<Record<RowState, OutcomeName>>;

/** The same by any name, such as that of a count that is no outcome. */
export const rowOutcomes: Readonly<Record<string, RowOutcome>> = table;

/** The outcomes that need attention. */
export const problemOutcomes = [
  // Otherwise than the row asked for.
  'created',
  'invalid',
  'rejected',
  'uncertain',
  'duplicate',
  'unplanned',
  'notSent',
] as const satisfies readonly OutcomeName[];

/** `2 × created, answered; 6 × existing, said`; empty where no row is in the store. */
export const evidenceText = (counts: readonly EvidenceCount[]): string =>
  counts.map(({ outcome, evidence, rows }) => `${formatCount(rows)} × ${outcome}, ${evidence}`).join('; ');

/** Whether some rows are called created or existing though this run has neither an answer nor a read that shows it. */
export const isUnseen = (counts: readonly EvidenceCount[]): boolean =>
  counts.some(({ evidence }) => evidence !== 'answered' && evidence !== 'read');

/** What an import of people does not notice of those whom only its journal knows: a deletion that shop-cli did not make. */
export function believedText(counts: readonly EvidenceCount[], [, all]: FileTable['names']): string | undefined {
  const rows = counts.reduce((sum, count) => (count.evidence === 'journal' ? sum + count.rows : sum), 0);
  if (rows === 0) return undefined;
  return `${rowCount(rows)} ${rows === 1 ? 'was' : 'were'} not looked up: ${all} deleted elsewhere, such as in the back office, still count as existing.`;
}

/** That of a row which does not say. */
export const evidenceOf = (row: { readonly evidence?: OutcomeEvidence | undefined } | undefined): OutcomeEvidence =>
  row?.evidence ?? 'none';

/** How many rows have which outcome, known in which way. */
export const evidenceFields = {
  outcome: word('Outcome', ['created', 'existing']),
  evidence: evidenceField,
  rows: count('Rows'),
};

/** An outcome as messages name it. */
export const outcomeWord = (name: OutcomeName): string => rowOutcomes[name]?.word ?? name;

export const outcomeOfState = (state: RowState): OutcomeName => outcomeByState[state];

/** How many rows of a file have each outcome, by its name in JSON. Those with no other are not sent. */
export function countOutcomes(
  rows: number,
  { invalid, excluded, elsewhere }: UnsendableRows,
  countOf: (state: RowState) => number,
) {
  const rowsWith = (name: OutcomeName): number =>
    rowStates.filter((state) => outcomeByState[state] === name).reduce((sum, state) => sum + countOf(state), 0);
  const counts = {
    invalid,
    leftOut: excluded,
    elsewhere,
    created: rowsWith('created'),
    existing: rowsWith('existing'),
    rejected: rowsWith('rejected'),
    uncertain: rowsWith('uncertain'),
    duplicate: rowsWith('duplicate'),
    unplanned: rowsWith('unplanned'),
  };
  return { ...counts, notSent: rows - Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

/** They add up to the rows of the file, but for `notKept`, which are created rows, `unchanged` and `changed`, which are existing ones, and `gone`. */
export const outcomeCounts = {
  leftOut: count(table.leftOut.label),
  invalid: count(table.invalid.label),
  elsewhere: count(table.elsewhere.label),
  created: count(table.created.label),
  notKept: count('of which not as sent'),
  existing: count(table.existing.label),
  unchanged: count('of which unchanged'),
  changed: count('of which changed'),
  rejected: count(table.rejected.label),
  uncertain: count(table.uncertain.label),
  duplicate: count(table.duplicate.label),
  unplanned: count(table.unplanned.label),
  notSent: count(table.notSent.label),
  gone: orNull(count('Gone from the file')),
};
