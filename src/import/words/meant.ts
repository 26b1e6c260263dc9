import type { FileTable } from '../../resources/file-table.ts';
import type { RowFault } from '../map/cells/row-fault.ts';

/** How the columns of a file are read. */
interface ReadColumns {
  readonly noun: Pick<FileTable, 'draft'>;
  readonly columns: readonly { readonly heading: string; readonly field: string }[];
}

/** Faults with what their cell may mean, where that is one value: a country of which a letter is missing. */
export function withMeant(faults: readonly RowFault[], { noun, columns }: ReadColumns): Promise<readonly RowFault[]> {
  const fieldOf = new Map(columns.map(({ heading, field }) => [heading, field]));
  return Promise.all(
    faults.map(async (fault) => {
      const kind = noun.draft.fields[fieldOf.get(fault.column ?? '') ?? '']?.kind;
      const [meant, about] = (fault.value && (await kind?.meant?.(fault.value))) || [];
      return meant === undefined ? fault : { ...fault, message: `${fault.message}. Did you mean ${meant} (${about})?` };
    }),
  );
}
