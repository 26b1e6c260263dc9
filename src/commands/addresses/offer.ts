import { CliError } from '../../errors.ts';
import { address } from '../../resources/addresses.ts';
import { customer } from '../../resources/customers.ts';
import type { Received } from '../../resources/record.ts';
import { escapeText } from '../../text/escape.ts';
import { createOne } from '../create-one.ts';
import type { Session } from '../session.ts';
import { addressCreation, nameOf } from './creation.ts';

/** Asks whether a customer that was just created shall have an address, and creates it. Whatever happens to that, the customer is there, and it is said. */
export async function offerAddress(session: Session, created: Received): Promise<number> {
  const { prompts, options, context } = session;
  // The fields that were asked for are those of a customer.
  if (!prompts || options.yes || options.fields !== undefined) return 0;
  const id = customer.idOf(created);
  try {
    const { askYesNo } = await import('../../input/prompts.ts');
    if (!(await askYesNo(prompts, 'Add an address now?'))) return 0;
    const source = { raw: {}, context };
    const { record } = await createOne(session, { ...addressCreation(session, id, source), suggest: async () => nameOf(created) });
    await session.show(address, record);
    return 0;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    await session.notice(`Customer ${escapeText(id)} was created, without an address.`);
    // What was printed of the customer has to stay: a failure would take it back from a file.
    if (error.kind === 'interrupted') return error.exitCode;
    if (error.kind === 'usage') return 0;
    throw error;
  }
}
