import { createdBy } from '../journal/begin-run.ts';
import { changesOf, differingIn } from '../journal/feeds.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import { soldForFree } from '../words/check-texts.ts';
import { neverChanged } from '../words/existing-texts.ts';
import { undoCommand } from './undo.ts';

/** A run that has ended. */
interface RunToLookAt {
  readonly options: ImportOptions;
  readonly checked: CheckedFile;
  readonly ledger: Ledger;
}

/** Says what a person may regret: prices of 0, other values in the store, and how what was created is deleted again. */
export async function tellWhatIsLeft(
  { options, checked, ledger }: RunToLookAt,
  results: string | undefined,
): Promise<void> {
  const { noun, hint, invocation } = options;
  const isAny = ledger.tally.count('created') > 0;
  const sold = isAny && checked.free.forSale.size > 0 ? countSold({ checked, ledger }) : 0;
  if (sold > 0) await hint(soldForFree(sold));
  const { differing } = changesOf(ledger.journal, ledger.run.id);
  const inPrice = differing === 0 ? 0 : differingIn(ledger.journal, ledger.run.id, noun.price?.field ?? '');
  if (differing > 0 && noun.comparedBy) await hint(neverChanged({ differing, inPrice }, options));
  const undo = isAny ? undoCommand(noun, results, invocation.options) : undefined;
  if (undo !== undefined) await hint(`To undo this import: ${undo}`);
}

/** A row whose product existed says nothing of the price there. */
function countSold({ checked, ledger }: Pick<RunToLookAt, 'checked' | 'ledger'>): number {
  const created = createdBy(ledger.journal, ledger.run.id);
  let count = 0;
  for (const [first, last] of checked.free.forSale.ranges())
    for (let record = first; record <= last; record++) if (created.has(record)) count++;
  return count;
}
