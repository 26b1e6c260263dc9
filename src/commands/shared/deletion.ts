import { evidenceField } from '../../resources/evidence.ts';
import { defineRecord } from '../../resources/record.ts';
import { optional, text } from '../../resources/record-fields.ts';

/** What the deletion of an import prints. */
export const deletion = defineRecord(['deleted'], { deleted: text('Deleted') }, { isOwn: true });

/** What the deletion of records of the store prints: those that are gone, that could not be deleted, and that were kept. */
export const recordDeletion = defineRecord(
  ['deleted', 'failed', 'kept'],
  {
    deleted: optional(text('Deleted').inTable(1)),
    failed: optional(text('Not deleted').inTable(2)),
    kept: optional(text('Kept').inTable(3)),
    reason: optional(text('Reason').inTable(4)),
    evidence: evidenceField.inTable(5),
  },
  { isOwn: true },
);
