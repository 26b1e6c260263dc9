import type { CliError } from '../errors.ts';
import { word } from './record-fields.ts';

/**
 * How an outcome is known: by the answer to the request, by a read that showed it, by words of the store that showed no
 * record, by what the journal has of earlier imports, or not at all.
 */
export const outcomeEvidence = ['answered', 'read', 'said', 'journal', 'none'] as const;

export type OutcomeEvidence = (typeof outcomeEvidence)[number];

/** How an outcome is known, in results and reports. */
export const evidenceField = word('Evidence', outcomeEvidence);

/** How it is known that a write was not done: in words of the store that refuses it, or not at all where no answer is clear. */
export const evidenceOfFailure = ({ kind }: CliError): OutcomeEvidence =>
  kind === 'refused' || kind === 'not-found' || kind === 'auth' ? 'said' : 'none';
