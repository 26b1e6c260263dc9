import type { Group, Verb } from '../../src/cli/command.ts';
import { create } from '../../src/client/creation.ts';
import type { Noun } from '../../src/client/endpoints/noun.ts';
import { tree } from '../../src/commands/index.ts';
import { importCommand } from '../../src/commands/shared/import/import.ts';
import { customer, newCustomer } from '../../src/resources/customers.ts';
import type { StoreNoun } from '../../src/resources/file-table.ts';
import * as record from '../../src/resources/record-fields.ts';
import type { TestStore } from '../support/store.ts';

/** What makes a customer out of a row of a file. */
export const importableCustomers: StoreNoun = {
  names: ['customer', 'customers'],
  draft: newCustomer,
  key: ['emailAddress'],
  required: ['firstName', 'lastName'],
  headings: { emailAddress: ['email', 'mail'], firstName: ['voornaam'], lastName: ['achternaam'] },
  digits: {},
  example: { field: 'firstName', column: 'First name', value: 'Ann' },
  isOfPeople: true,
  namesOfPeople: ['firstName', 'lastName'],
  row: {
    emailAddress: record.text('E-mail').inTable(2),
    firstName: record.text('First name').inTable(3),
    lastName: record.text('Last name').inTable(4),
  },
  ids: customer.identifiedBy,
  compared: ['firstName', 'lastName', 'phoneNumber'],
  recognised: [],
  ofFeed: [],
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

/** Gives the program a `customers import` of this noun, which has a secret field, until what it returns is called. */
export function addCustomersImport(traits: Partial<StoreNoun> = {}): () => void {
  const verbs = (tree.customers as Group).verbs as Record<string, Verb>;
  const load = async () => importCommand({ ...customers, ...traits }, { lasting: '', examples: [] });
  const { import: own } = verbs;
  if (!own) throw new Error('Customers have no import.');
  verbs.import = { ...own, load };
  return () => {
    verbs.import = own;
  };
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
