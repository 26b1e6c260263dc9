import type { Command } from 'commander';
import { CliError } from '../../errors.ts';
import { addOptions, type RawOptions, readOptions } from '../../input/options.ts';
import { idKind } from '../../resources/kinds.ts';

const customerOption = { customer: { flag: '--customer', kind: idKind, about: 'the customer whose address it is; required' } } as const;

/** Adds `--customer`. */
export function addCustomerOption(command: Command): void {
  addOptions(command, customerOption);
}

/** The customer id. @throws CliError `usage` without one. */
export function readCustomer(raw: RawOptions): string {
  const { customer } = readOptions(customerOption, raw);
  if (customer === undefined)
    throw new CliError('usage', '--customer is required: addresses belong to a customer.', { field: '--customer' });
  return String(customer);
}
