import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { addressAt } from '../../client/endpoints/addresses.ts';
import type { Prompts } from '../../context.ts';
import { addBodyOptions, addUnsetOption, readChanges } from '../../input/body.ts';
import { address, addressChanges } from '../../resources/addresses.ts';
import type { ChangesOf } from '../../resources/draft.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { capitalized } from '../../text/words.ts';
import { ordersKeepAddress } from '../customers/kept-orders.ts';
import { promptsForChanges, updateOne } from '../shared/update.ts';
import { aboutMany, addManyOptions, readManyOptions, someFailed } from '../shared/update-many/options.ts';
import { addressUpdate } from '../shared/update-many/results.ts';
import { clearedWith, keepsExtension, splitHouseNumber, staysWith } from './house-number.ts';
import { addAddressOptions, addressName, doubtfulPostcode, readAddress } from './pick.ts';

/** `shop-cli addresses update`: `PATCH /customers/{customerId}/addresses/{addressBookId}`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Changes only the fields you pass; --unset clears one. A new house number without an extension clears the old extension: if you pass 14, 12 a becomes 14. The same is true of a file, unless it has a column for extensions. ' +
    'A house number at the end of a new street replaces the old one; a street without a number keeps it. ' +
    'Orders that are already placed keep the old address.\n\nAt a terminal, you pick the address from a list if you pass no ID, and the fields to change if you pass ' +
    `none. Each is shown with its current value, and only changes are sent.\n\n${aboutMany('customerId and addressId')}`,
  examples: [
    ['addresses update 301 --customer 101 --house-number 14', 'Change the house number'],
    ['addresses update 301 --customer 101 --unset company', 'Clear the company'],
    ['addresses update --from addresses.csv --dry-run', 'Show what a file would change'],
  ],
  exitCodes: { 7: someFailed, 10: 'outcome unknown or wrong: check with addresses get before retrying' },
  seeAlso: ['addresses get'],
  result: ({ from }) => (from === undefined ? address : addressUpdate),
  prints: ['addresses.update', 'addresses.update.from', 'request'],
  isWrite: true,
  options: (command) => {
    addAddressOptions(command);
    splitHouseNumber(command);
    addBodyOptions(command, addressChanges);
    addUnsetOption(command, addressChanges);
    addManyOptions(command);
  },
  async run(session, raw, [typed]) {
    const many = readManyOptions(session, raw, { id: typed, changes: addressChanges, more: ['--customer'] });
    if (many) return await (await import('./update-many.ts')).updateAddresses(session, many);
    const source = { raw, context: session.context };
    const prompts = promptsForChanges(session, addressChanges, source);
    // What is wrong or missing is said before any question.
    const named = prompts ? undefined : await readChanges(addressChanges, source);
    const [customer, id] = await readAddress(session, raw, typed);
    const at = addressAt(customer, id);
    const changes = prompts ? await asked(session, prompts, [customer, id]) : named;
    const body = addressChanges.toJson(changes ?? {});
    await updateOne(session, at, {
      record: address,
      changes: addressChanges,
      body,
      // A body from elsewhere is sent as it is.
      ...(raw.houseNumber !== undefined && { cleared: clearedWith }),
      stays: staysWith,
      unexpected: warnings,
      about: (connection) => ordersKeepAddress(session, connection, customer),
    });
    return 0;
  },
};

/** The changes of a person who was asked for them. */
async function asked(
  session: Session,
  prompts: Prompts,
  [customer, id]: readonly [string, string],
): Promise<ChangesOf<typeof addressChanges>> {
  const { askChanges } = await import('../shared/revision.ts');
  return await askChanges(session, prompts, {
    changes: addressChanges,
    record: address,
    at: addressAt(customer, id),
    form: async () => (await import('../../resources/countries/address-form.ts')).addressForm,
    command: ['addresses', 'update', id, '--customer', customer],
    nameOf: addressName,
    stays: staysWith,
    unexpected: warnings,
  });
}

/** A PATCH of the number alone leaves the extension. Without the extension and the postcode themselves, which are personal. */
function warnings(body: StoreRecord, record: StoreRecord): string {
  const doubt = doubtfulPostcode(body, record);
  const keeps = 'Warning: The house number keeps its extension. To clear it, pass --unset house-number-extension.';
  return [keepsExtension(body, record) ? keeps : [], doubt === undefined ? [] : `Warning: ${capitalized(doubt)}.`]
    .flat()
    .join('\n');
}
