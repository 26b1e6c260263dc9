import { CliError } from '../../errors.ts';
import type { StoreNoun } from '../../resources/file-table.ts';
import type { CreatedElsewhere } from './sending-order.ts';

/** Why an import stops that creates what somebody else creates too. @param found at least two of these */
export function anotherImport(
  { names: [, many], isOfPeople }: Pick<StoreNoun, 'names' | 'isOfPeople'>,
  found: readonly CreatedElsewhere[],
): CliError {
  const ids = found.map(({ recordId }) => recordId);
  const named = `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
  const [same, which] = isOfPeople ? ['people', 'who'] : [many, 'that'];
  return new CliError(
    'import-incomplete',
    `Another import of the same ${same} is running, or has its journal elsewhere: someone else has created ${many} of this file in the meantime (IDs ${named}).`,
    {
      hint: `End the other import first, and look in the back office for ${many} ${which} exist twice. Then import with the journal of the other import (--journal), or send only rows that it did not create.`,
    },
  );
}
