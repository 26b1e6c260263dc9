import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { addressAt } from '../../client/endpoints/addresses.ts';
import type { Prompts } from '../../context.ts';
import { addBodyOptions, addUnsetOption, readChanges } from '../../input/body.ts';
import { address, addressChanges } from '../../resources/addresses.ts';
import type { ChangesOf } from '../../resources/draft.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { textOf } from '../shared/delete.ts';
import { promptsForChanges, updateOne } from '../shared/update.ts';
import { addAddressOptions, addressName, readAddress, splitHouseNumber } from './pick.ts';

/** `shop-cli addresses update`: `PATCH /customers/{customerId}/addresses/{addressBookId}`, sent once. */
export const definition: CommandDefinition = {
  details:
    'Changes only the fields you pass; --unset clears one. At a terminal without an ID, you pick the address from a list, and without ' +
    'any field what to change, each with its present value; only what changed is sent.',
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
    const source = { raw, context: session.context };
    const prompts = promptsForChanges(session, addressChanges, source);
    // What is wrong or missing is said before any question.
    const named = prompts ? undefined : await readChanges(addressChanges, source);
    const [customer, id] = await readAddress(session, raw, typed);
    const at = addressAt(customer, id);
    const changes = prompts ? await asked(session, prompts, [customer, id]) : named;
    const body = addressChanges.toJson(changes ?? {});
    await updateOne(session, at, { record: address, body, unchanged: (record) => extensionThatStays(body, record) });
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
    unchanged: extensionThatStays,
  });
}

/** A PATCH of the number alone leaves the extension: 12a becomes 14a. Without the extension itself, which is personal. */
function extensionThatStays(body: StoreRecord, record: StoreRecord): string | undefined {
  const isNumberAlone = body.houseNumber !== undefined && body.houseNumberExtension === undefined;
  if (!isNumberAlone || textOf(record, 'houseNumberExtension') === '') return undefined;
  return 'Warning: The house number keeps its extension. To clear it, pass --unset house-number-extension.';
}
