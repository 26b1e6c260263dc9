import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { addOptions, type RawOptions, readOptions } from '../../input/options.ts';
import { idKind } from '../../resources/kinds.ts';
import { missingOf } from '../shared/pick.ts';

const customerOption = {
  customer: { flag: '--customer', kind: idKind, about: 'the customer whose address it is; required' },
} as const;

/** Adds `--customer`. */
export function addCustomerOption(command: Command): void {
  addOptions(command, customerOption);
}

/** The customer id, asked for where it was not given and somebody can be asked; undefined where nobody can. */
export async function findCustomer(session: Session, raw: RawOptions): Promise<string | undefined> {
  const { customer } = readOptions(customerOption, raw);
  if (customer !== undefined) return String(customer);
  const prompts = raw.body === '-' ? undefined : session.prompts;
  if (!prompts) return undefined;
  const { askText } = await import('../../input/prompts/prompts.ts');
  const fault = (text: string) =>
    idKind.typed(text.trim()) === undefined ? `The customer must be ${idKind.expects}.` : undefined;
  return (await askText(prompts, { message: 'Customer id:', fault })).trim();
}

/** The customer id. @throws CliError `usage` without one. */
export async function readCustomer(session: Session, raw: RawOptions): Promise<string> {
  const customer = await findCustomer(session, raw);
  if (customer === undefined) throw missingOf([customerFlag]);
  return customer;
}

/** What is missing without a customer. */
export const customerFlag = { name: '--customer', why: 'addresses belong to a customer' } as const;
