import type { CommandDefinition } from '../../cli/command.ts';
import { addressAt } from '../../client/endpoints/addresses.ts';
import { addBodyOptions, addUnsetOption, readChanges } from '../../input/body.ts';
import { address, addressChanges } from '../../resources/addresses.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { textOf } from '../shared/delete.ts';
import { updateOne } from '../shared/update.ts';
import { addAddressOptions, readAddress, splitHouseNumber } from './pick.ts';

/** `shop-cli addresses update`: `PATCH /customers/{customerId}/addresses/{addressBookId}`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Changes only the fields you pass; --unset clears one. At a terminal without an ID, you pick the address from a list.',
  examples: [
    ['addresses update 301 --customer 101 --house-number 14', 'Change the house number'],
    ['addresses update 301 --customer 101 --unset company', 'Clear the company'],
  ],
  seeAlso: ['addresses get'],
  result: address,
  isWrite: true,
  options: (command) => {
    addAddressOptions(command);
    splitHouseNumber(command);
    addBodyOptions(command, addressChanges);
    addUnsetOption(command, addressChanges);
  },
  async run(session, raw, [typed]) {
    const changes = await readChanges(addressChanges, { raw, context: session.context });
    const at = addressAt(...(await readAddress(session, raw, typed)));
    const body = addressChanges.toJson(changes);
    await updateOne(session, at, { record: address, body, unchanged: (record) => extensionThatStays(body, record) });
  },
};

/** A PATCH of the number alone leaves the extension: 12a becomes 14a. Without the extension itself, which is personal. */
function extensionThatStays(body: StoreRecord, record: StoreRecord): string | undefined {
  const isNumberAlone = body.houseNumber !== undefined && body.houseNumberExtension === undefined;
  if (!isNumberAlone || textOf(record, 'houseNumberExtension') === '') return undefined;
  return 'Warning: The house number keeps its extension. To clear it, pass --unset house-number-extension.';
}
