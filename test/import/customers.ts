import type { CommandDefinition, Group, Verb } from '../../src/cli/command.ts';
import { create } from '../../src/client/creation.ts';
import type { Noun } from '../../src/client/endpoints/noun.ts';
import { tree } from '../../src/commands/index.ts';
import { readImport, storeOfImport } from '../../src/commands/products/import.ts';
import { runImport } from '../../src/import/run.ts';
import { customer, newCustomer } from '../../src/resources/customers.ts';
import type { Importable } from '../../src/resources/importable.ts';
import type { TestStore } from '../support/store.ts';

/** What makes a customer out of a row of a file. */
export const importableCustomers: Importable = {
  names: ['customer', 'customers'],
  draft: newCustomer,
  key: ['emailAddress'],
  required: ['firstName', 'lastName'],
  headings: { emailAddress: ['email', 'mail'], firstName: ['voornaam'], lastName: ['achternaam'] },
  digits: {},
  isOfPeople: true,
  ids: customer.identifiedBy,
  compared: ['firstName', 'lastName', 'phoneNumber'],
  recognised: [],
  unread: [],
  places: {},
};

/** The API cannot list customers: there is no look-up. */
const customers: Noun = {
  ...importableCustomers,
  create: (connection, values) =>
    create(
      connection,
      { segments: ['customers'], record: customer, names: ['customer', 'customers'] },
      newCustomer.toJson(values),
    ),
  body: (values) => newCustomer.toJson(values),
};

/** Gives the program `customers import`, with what `products import` does, until what it returns is called. */
export function addCustomersImport(): () => void {
  const verbs = (tree.customers as Group).verbs as Record<string, Verb>;
  const run: CommandDefinition['run'] = async (session, options, [path = '']) => {
    const read = await readImport(session, options, { path, store: storeOfImport(session) });
    return await runImport({ ...read, noun: customers });
  };
  const load = async () => ({ ...(await import('../../src/commands/products/import.ts')).definition, run });
  verbs.import = { summary: 'import customers from a CSV or Excel file', load };
  return () => delete verbs.import;
}

/** A file of customers with these first names. */
export const fileOf = (names: readonly string[]): string =>
  `email,voornaam,achternaam\n${names.map((name) => `${name}@shop.test,${name},Claes\n`).join('')}`;

/** The first names of the customers in a sandbox that was empty, whose IDs begin with 101. */
export async function customersIn(store: TestStore): Promise<readonly string[]> {
  const names: string[] = [];
  for (let id = 101; ; id++) {
    const { code, out } = await store.run(`customers get ${id} --json`);
    if (code !== 0) return names.sort();
    names.push(JSON.parse(out).firstName);
  }
}
