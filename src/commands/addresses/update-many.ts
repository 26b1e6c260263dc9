import type { Session } from '../../cli/session.ts';
import { addressAt } from '../../client/endpoints/addresses.ts';
import { address, addressChanges } from '../../resources/addresses.ts';
import { addressTable } from '../../resources/change-tables.ts';
import { placedOrdersKeep } from '../customers/kept-orders.ts';
import type { ManyOptions } from '../shared/update-many/options.ts';
import { addressUpdate } from '../shared/update-many/results.ts';
import { updateMany } from '../shared/update-many/update-many.ts';
import { clearedWith, keepsExtension, staysWith } from './house-number.ts';
import { addressName, doubtfulPostcode, wrongPostcode } from './pick.ts';

/** `PATCH /customers/{customerId}/addresses/{addressBookId}` for each row of a file that differs. */
export const updateAddresses = (session: Session, options: ManyOptions): Promise<number> =>
  updateMany(session, options, {
    table: addressTable,
    changes: addressChanges,
    record: address,
    result: addressUpdate,
    placeOf: ([customerId = '', id = '']) => addressAt(customerId, id),
    nameOf: addressName,
    about: () => placedOrdersKeep,
    cleared: clearedWith,
    stays: staysWith,
    wrong: wrongPostcode,
    unexpected: (body, record, { houseNumberExtension }) =>
      [
        keepsExtension({ houseNumberExtension, ...body }, record) ? 'the house number keeps its extension' : [],
        doubtfulPostcode(body, record) ?? [],
      ]
        .flat()
        .join('; '),
  });
