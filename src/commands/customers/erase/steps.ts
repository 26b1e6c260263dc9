import { evidenceField, type OutcomeEvidence } from '../../../resources/evidence.ts';
import { defineRecord } from '../../../resources/record.ts';
import {
  count,
  type Fields,
  flag,
  list,
  orNull,
  type StoreRecord,
  text,
  withoutColumns,
  word,
} from '../../../resources/record-fields.ts';
import { formatCount } from '../../../text/numbers.ts';

export const stepResults = ['deleted', 'gone', 'kept', 'failed', 'left'] as const;

/** What became of one record of a person. Nothing in it is about the person but IDs. */
export interface ErasureStep {
  readonly what: string;
  readonly id: string;
  readonly result: (typeof stepResults)[number];
  /** In ISO 8601; null where nothing was sent. */
  readonly at: string | null;
  readonly reason: string | null;
  /** How the result is known. */
  readonly evidence: OutcomeEvidence;
}

/** What became of a person. An ID of which the store has nothing is `not found`: it may never have existed. */
type PersonResult = 'erased' | 'erased before' | 'not erased' | 'not found';

export interface PersonErasure {
  readonly customer: string;
  readonly result: PersonResult;
  /** Of this erasure. */
  readonly steps: readonly ErasureStep[];
  /** When the store was seen to have nothing, in ISO 8601. */
  readonly at: string;
  /** What another person would meet too: nothing was tried after it. */
  readonly error?: unknown;
}

const stepFields: Fields = {
  what: text('What').inTable(1),
  id: text('ID').inTable(2),
  result: text('Result').inTable(3),
  at: orNull(text('At').inTable(5)),
  reason: orNull(text('Reason').inTable(4)),
  evidence: evidenceField.inTable(6),
};

const traits = { isOwn: true, isOfPeople: true } as const;

/** What the erasure of one person prints: each record, and what became of it. */
export const erasureStep = defineRecord(['id'], stepFields, traits);

/** What that of several prints: each person. */
export const erasedPerson = defineRecord(
  ['customer'],
  {
    customer: text('Customer').inTable(1),
    result: word('Result', ['erased', 'erased before', 'not erased', 'not found']).inTable(2),
    evidence: evidenceField.inTable(6),
    complete: flag('Complete'),
    deleted: count('Deleted').inTable(3),
    kept: count('Kept').inTable(5),
    left: count('Left').inTable(4),
    steps: list('Steps', withoutColumns(stepFields)),
  },
  traits,
);

/** A person as it is printed. */
export function recordOf({ customer, result, steps }: PersonErasure): StoreRecord {
  const counted = (...results: readonly ErasureStep['result'][]): number => withResult(steps, ...results).length;
  return {
    customer,
    result,
    evidence: result === 'not erased' ? 'none' : 'read',
    complete: isErased({ result }),
    deleted: counted('deleted', 'gone'),
    kept: counted('kept'),
    left: counted('failed', 'left'),
    steps: steps.map((step) => ({ ...step })),
  };
}

export const isErased = ({ result }: Pick<PersonErasure, 'result'>): boolean =>
  result === 'erased' || result === 'erased before';

export const withResult = (
  steps: readonly ErasureStep[],
  ...results: readonly ErasureStep['result'][]
): readonly ErasureStep[] => steps.filter(({ result }) => results.includes(result));

/** Whether nothing is left but what was to be kept. */
export const isComplete = (steps: readonly ErasureStep[]): boolean => withResult(steps, 'failed', 'left').length === 0;

const names = {
  basket: 'baskets',
  order: 'orders',
  address: 'addresses',
  customer: 'customers',
  'index entry': 'index entries',
  'journal entry': 'journal entries',
} as const;

/** `2 baskets, 3 addresses, 1 customer` */
export function countsOf(all: readonly Pick<ErasureStep, 'what'>[]): string {
  const counts = (Object.keys(names) as (keyof typeof names)[]).map((what) => {
    const count = all.filter((one) => one.what === what).length;
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? what : names[what]}`];
  });
  return counts.flat().join(', ');
}
