import { defineDraft } from './draft.ts';
import * as draft from './draft-fields.ts';
import { type FileTable, idNameOf } from './file-table.ts';

/** The columns of results of an import by which what was created is found again. Others, such as messages, are not read. */
export const resultsTable = ({ names }: Pick<FileTable, 'names'>): FileTable => ({
  names,
  draft: defineDraft({
    key: draft.text('what identifies the row'),
    outcome: draft.text('what became of the row'),
    customerId: draft.id('customer ID'),
    addressId: draft.id('address ID'),
    productId: draft.text('product ID'),
    store: draft.text('the store of the import'),
  }),
  // Each row has one: the other cells may be empty.
  key: ['outcome'],
  required: [],
  headings: { customerId: ['customer'], addressId: ['address'], productId: ['product'] },
  isOfPeople: true,
  // A person may be called Null, and so may be what a key begins with.
  namesOfPeople: ['key'],
  digits: {},
  example: { field: idNameOf({ names }), column: idNameOf({ names }), value: '101' },
});
