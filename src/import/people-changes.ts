import { inNumber } from '../text/numbers.ts';
import { firstOf } from '../text/words.ts';
import { changedPeople } from './journal/changed-people.ts';
import type { Journal } from './journal/journal.ts';
import type { ImportOptions } from './options.ts';

/** Says which people are in the file with other values than in their last import: an import leaves them as they are. */
export async function tellChangedPeople({ noun, notice }: ImportOptions, journal: Journal): Promise<void> {
  if (!noun.hashKey) return;
  const [, many] = noun.names;
  const lines = changedPeople(journal, many);
  if (lines.length === 0) return;
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${firstOf(lines.map(String))}`;
  const text = inNumber('{row has|rows have} changed since {its|their} last import', lines.length);
  await notice(
    `${lines.length} ${text} (${where}). An import changes nothing that exists: shop-cli ${many} update --from <file>`,
  );
}
