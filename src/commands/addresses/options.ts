import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { addOptions, type RawOptions, readOptions } from '../../input/options.ts';
import { houseNumberOf } from '../../resources/addresses.ts';
import { idKind } from '../../resources/kinds.ts';
import { askId, missingError } from '../shared/pick.ts';

const customerOption = {
  customer: { flag: '--customer', kind: idKind, about: 'ID of the customer (required)' },
} as const;

/** Adds `--customer`. */
export function addCustomerOption(command: Command): void {
  addOptions(command, customerOption);
}

/** The customer ID from `--customer`, or from a question; undefined without a terminal. */
export async function findCustomer(session: Session, raw: RawOptions): Promise<string | undefined> {
  const { customer } = readOptions(customerOption, raw);
  if (customer !== undefined) return String(customer);
  return await askId(session, raw, { title: 'customer ID', kind: idKind });
}

/** The customer ID. @throws CliError `usage` without one */
export async function readCustomer(session: Session, raw: RawOptions): Promise<string> {
  const customer = await findCustomer(session, raw);
  if (customer === undefined) throw missingError([customerNeeded]);
  return customer;
}

/** What is missing without a customer. */
export const customerNeeded = {
  name: '--customer <id>',
  hint: 'Pass the customer that the address belongs to.',
} as const;

/** Reads `--house-number 12a` as the question does: 12 with the extension `a`. */
export function splitHouseNumber(command: Command): void {
  command.hook('preAction', () => {
    const { houseNumber: typed, houseNumberExtension: extension } =
      command.opts<Readonly<Record<string, string | undefined>>>();
    const split = houseNumberOf((typed ?? '').trim());
    if (!split?.extension) return;
    if (extension !== undefined) throw twoExtensions(typed ?? '', split.number, extension);
    command.setOptionValueWithSource('houseNumber', `${split.number}`, 'cli');
    command.setOptionValueWithSource('houseNumberExtension', split.extension, 'cli');
  });
}

function twoExtensions(typed: string, number: number, extension: string): CliError {
  return new CliError(
    'usage',
    `--house-number "${typed}" already has an extension, but --house-number-extension is "${extension}".`,
    { field: '--house-number', hint: `Use --house-number ${number}, or omit --house-number-extension.` },
  );
}
