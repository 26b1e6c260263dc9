import { evidenceField } from '../../resources/evidence.ts';
import { defineRecord } from '../../resources/record.ts';
import { optional, text } from '../../resources/record-fields.ts';

/** What the deletion of an import prints. */
export const deletion = defineRecord(['deleted'], { deleted: text('Deleted') }, { isOwn: true });

/** What the deletion of records of the store prints: those that are gone, and those that could not be deleted. */
export const recordDeletion = defineRecord(
  ['deleted', 'failed'],
  {
    deleted: optional(text('Deleted').inTable(1)),
    failed: optional(text('Not deleted').inTable(2)),
    evidence: evidenceField.inTable(3),
  },
  { isOwn: true },
);
