import { defineRecord } from '../../resources/record.ts';
import { text } from '../../resources/record-fields.ts';

/** What a deletion prints. */
export const deletion = defineRecord(['deleted'], { deleted: text('Deleted') }, { isOwn: true });
