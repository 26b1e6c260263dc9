import type { Command } from 'commander';
import type { Connection } from '../../client/connection.ts';
import { addressAt } from '../../client/endpoints/addresses.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { getRecord } from '../../client/records.ts';
import { CliError } from '../../errors.ts';
import { type FailedPart, missingParts, type RecordPart } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';

/** Adds `--full`. */
export function addFullOption(command: Command): void {
  command.option('--full', 'add customer, addresses and products');
}

/** What the help of a command with `--full` says about it. */
export const aboutFull =
  '--full adds the fields customer, billingAddress and deliveryAddress and, for an order, products. ' +
  'If a part fails to load, an error appears in its place, in JSON as {"error":{"code","message","status"}}, and the exit code stays 0.';

/**
 * The record with its customer, addresses and products, fetched side by side. Parts that fail to load show an error in
 * place.
 */
export async function withParts(
  connection: Connection,
  record: StoreRecord,
  of: 'basket' | 'order',
): Promise<StoreRecord> {
  const parts = await Promise.all(
    missingParts(record, of).map(
      async (part) => [part.field, await orFailure(fetchPart(connection, part), connection)] as const,
    ),
  );
  return { ...record, ...Object.fromEntries(parts) };
}

async function fetchPart(connection: Connection, part: RecordPart): Promise<unknown> {
  if ('basketKey' in part) return (await getRecord(connection, basketAt(part.basketKey))).products;
  return await ('addressId' in part
    ? getRecord(connection, addressAt(part.customerId, part.addressId))
    : getRecord(connection, customerAt(part.customerId)));
}

/** A part, or why it failed to load. */
export async function orFailure(part: Promise<unknown>, { signal }: Connection): Promise<unknown> {
  try {
    return await part;
  } catch (error) {
    if (!(error instanceof CliError) || signal.aborted) throw error;
    return { error: { code: error.kind, message: error.message, status: error.status ?? null } } satisfies FailedPart;
  }
}
