import type { Draft, DraftOf } from '../../resources/draft.ts';

/**
 * The values of a draft as the tables store them: the JSON of the API, so a field added to the draft needs no column.
 */
export function toStored<M>(draft: Draft<M>, values: DraftOf<Draft<M>>): string {
  return JSON.stringify(draft.toJson(values));
}

/** The values of a draft read back from the database. */
export function fromStored<M>(draft: Draft<M>, json: unknown): DraftOf<Draft<M>> {
  const read = draft.fromJson(JSON.parse(String(json)));
  if (read.ok) return read.value;
  throw new Error(`The database contains an invalid field: ${read.faults.map(({ field }) => field).join(', ')}.`);
}

/** The values after an update: a changed field is replaced, a cleared one (`null`) gone. */
export function withChanges<V extends object>(values: V, changes: { readonly [K in keyof V]?: V[K] | null }): V {
  return Object.fromEntries(Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null)) as V;
}

/** A record, followed by the fields that were sent and are not in it: a field added to a draft comes back. */
export function withOtherFields(
  record: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { ...record, ...Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in record))) };
}

/** UTC, `YYYY-MM-DD HH:MM:SS`. */
export const formatDate = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');
