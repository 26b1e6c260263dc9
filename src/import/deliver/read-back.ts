import { CliError } from '../../errors.ts';
import { rowsOfKey } from '../journal/rows.ts';
import { fieldsOfOtherKey } from '../map/rows/key.ts';
import { classOfReply } from './classify.ts';
import { inAnyLanguage, noteFieldsNotKept } from './fields-not-kept.ts';
import { otherwise } from './next.ts';
import type { CheckedRun } from './run-parts.ts';

/**
 * Reads the first row once more that the store says it created as sent: a store may answer with what it was sent, and keep
 * something else. A read that fails shows nothing.
 */
export async function readBack({ ledger, store, options }: CheckedRun): Promise<void> {
  const { sample } = ledger;
  const { noun, rowLookUp } = store;
  const record = sample && (await rowLookUp.readBack(sample).catch(unlessFailure));
  if (!sample || !record) return;
  const isOther = classOfReply(noun, sample, record).kind === 'changed';
  const wrong = isOther
    ? fieldsOfOtherKey(noun, sample.key.field, sample.values, record)
    : noteFieldsNotKept(noun, sample, inAnyLanguage(record, store), ledger.notKept);
  if (wrong.length === 0) return;
  const { recordId, key } = sample;
  ledger.flush();
  const row = rowsOfKey(ledger.journal, ledger.run.id, key).find((one) => one.recordId === recordId);
  if (row) ledger.correct(row, 'created', { recordId, evidence: 'read', ...otherwise(wrong) });
  await options.warn(
    `the store answered with ${noun.names[0]} ${recordId} as it was sent, but shows it with something else when it is read. Check the others, too.`,
  );
}

function unlessFailure(error: unknown): undefined {
  if (!(error instanceof CliError)) throw error;
}
