import type { Noun } from '../../client/endpoints/noun.ts';
import { nothingBefore, notKept } from '../../resources/kept-fields.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Settled } from '../evidence/settled.ts';
import type { SendableRow } from '../map/rows/key.ts';
import type { Action } from './actions.ts';
import { otherwise } from './next.ts';
import type { Delivery } from './run-parts.ts';

/**
 * The fields of a created record that are not what the row asked for. Counts all that came back otherwise: a store may cut
 * texts, or round prices.
 * @param counts rows by field
 */
export function noteFieldsNotKept(
  noun: Noun,
  { values, key }: Pick<SendableRow, 'values' | 'key'>,
  record: StoreRecord,
  counts: Map<string, number>,
): readonly string[] {
  const { draft, owner, places } = noun;
  const ofOwner = owner && values[owner.id] !== undefined ? { [owner.id]: String(values[owner.id]) } : {};
  const body = { ...noun.body(values, 'taxRate'), ...ofOwner };
  const { wrong, otherwise } = notKept(
    { fields: draft.fields, drafts: draft.fields, body, places },
    record,
    nothingBefore,
  );
  // What another key means is decided elsewhere.
  const isOther = (name: string): boolean => (noun.hashKey ? !noun.key.includes(name) : name !== key.field);
  for (const field of [...wrong, ...otherwise].filter(isOther)) counts.set(field, (counts.get(field) ?? 0) + 1);
  return wrong.filter(isOther);
}

/** What follows for a row that a read shows to be created: it may be there otherwise than the row asked for. */
export function compared(
  row: Pick<SendableRow, 'values' | 'key'>,
  action: Action,
  found: Settled,
  { store, ledger }: Delivery,
): Action {
  if (found.kind !== 'found' || !found.record) return action;
  if (action.do !== 'finish' || action.outcome.state !== 'created') return action;
  const notKept = noteFieldsNotKept(store.noun, row, inAnyLanguage(found.record, store), ledger.notKept);
  return { ...action, outcome: { ...action.outcome, ...otherwise(notKept) } };
}

/** A look-up has no language: the texts that it shows may be those of another one than was sent. */
export const inAnyLanguage = (
  record: StoreRecord,
  { noun: { isTranslated, draft }, language }: Pick<Delivery['store'], 'noun' | 'language'>,
): StoreRecord =>
  isTranslated && language !== undefined
    ? Object.fromEntries(Object.entries(record).filter(([name]) => draft.fields[name]?.kind.name !== 'text'))
    : record;
