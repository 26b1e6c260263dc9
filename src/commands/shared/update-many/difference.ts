import type { DraftFields } from '../../../resources/draft-fields.ts';
import { fieldsNotKept } from '../../../resources/kept-fields.ts';
import type { Json } from '../../../resources/kind.ts';
import type { RecordDefinition } from '../../../resources/record.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { withoutEntities } from '../../../text/entities.ts';

/** A body that is sent. */
export type PatchBody = Readonly<Record<string, Json>>;

interface UpdatedFields {
  readonly changes: { readonly fields: DraftFields };
  readonly record: Pick<RecordDefinition, 'fields'>;
}

/** The fields whose values a record does not have. What the record does not show may be anything. */
export function differing({ record }: Pick<UpdatedFields, 'record'>, body: PatchBody, found: StoreRecord): PatchBody {
  const notKept = fieldsNotKept(record.fields, body, found);
  return picked(body, (field) => found[field] === undefined || notKept.includes(field));
}

/**
 * The same, where a text that differs only in case or blanks is another one: to write e-mail addresses in small letters is
 * a change.
 */
export function differingExactly(noun: UpdatedFields, body: PatchBody, found: StoreRecord): PatchBody {
  const differs = differing(noun, body, found);
  return picked(body, (field) => {
    const isText = ['text', 'email'].includes(noun.changes.fields[field]?.kind.name ?? '');
    return field in differs || (isText && isOtherText(body[field], found[field]));
  });
}

function isOtherText(sent: unknown, received: unknown): boolean {
  if (typeof sent !== 'string' || typeof received !== 'string' || sent === '') return false;
  return sent !== received && sent !== withoutEntities(received);
}

const picked = (body: PatchBody, isWanted: (field: string) => boolean): PatchBody =>
  Object.fromEntries(Object.entries(body).filter(([field]) => isWanted(field)));
