import { CliError } from '../../errors.ts';
import type { Journal } from './journal.ts';

/** The outcomes in a journal hold for one store only. @throws CliError `usage` */
export function refuseOtherStore(journal: Journal, store: string): void {
  const other = journal.runs().find((run) => run.store !== '' && run.store !== store);
  if (other === undefined) return;
  throw new CliError('usage', `The journal ${journal.path} belongs to another store, ${other.store}.`, {
    field: '--journal',
    hint: 'Use a separate --journal file for each store. Nothing was sent.',
  });
}
