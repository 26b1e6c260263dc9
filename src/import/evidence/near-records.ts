import type { OwnedNoun } from '../../client/endpoints/noun.ts';
import type { Values } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { all } from '../../text/words.ts';
import { fieldsOfOtherKey } from '../map/rows/key.ts';
import type { Settled } from './settled.ts';

/** What is no evidence of a row, by its ID. */
interface NoEvidence {
  readonly noun: OwnedNoun;
  /** What is known to be of rows. */
  readonly taken: ReadonlySet<string>;
  /** What the owner had before the row was sent, where that is known. */
  readonly before: ReadonlySet<string> | undefined;
  /** Whether it has the key of another row that is sent, perhaps without an answer yet. */
  readonly isOfSent: (record: StoreRecord) => boolean;
}

/** What a store may have made of a row that was sent, among what its owner has by now. */
export function nearTo(
  sent: Values,
  records: readonly StoreRecord[],
  { noun, taken, before, isOfSent }: NoEvidence,
): Settled {
  const isOther = (id: string): boolean => before?.has(id) === true || taken.has(id);
  const near = records.filter((record) => !isOther(idOf(noun, record)) && noun.isNear(sent, record));
  if (near.length === 0) return { kind: 'absent' };
  const recordIds = near.map((record) => idOf(noun, record));
  const message = messageOn(near, sent, noun, before !== undefined);
  return { kind: 'altered', recordIds, mayBeOther: near.some(isOfSent), message };
}

/** @param isNew whether it is known that the owner did not have them before */
function messageOn(near: readonly StoreRecord[], sent: Values, noun: OwnedNoun, isNew: boolean): string {
  const { names, owner } = noun;
  const [which, differ] = near.length === 1 ? [names[0], 'differs'] : [`${near.length} ${names[1]}`, 'differ'];
  const ids = all(near.map((record) => idOf(noun, record)));
  const fields = near.flatMap((record) =>
    fieldsOfOtherKey(noun, owner.id, sent, { ...record, [owner.id]: sent[owner.id] }),
  );
  const what = isNew ? 'appeared after the row was sent' : 'may be the row';
  const has = `the ${owner.noun.names[0]} has ${which} ${ids}, which ${what} and ${differ} in ${all([...new Set(fields)])}`;
  return `${has}. Look at ${near.length === 1 ? 'it' : 'them'} in the back office`;
}

export const idOf = ({ ids }: OwnedNoun, record: StoreRecord): string =>
  String(ids.map((name) => record[name]).find((id) => id !== undefined && id !== null) ?? '');
