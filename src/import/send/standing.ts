import { CliError } from '../../errors.ts';
import type { OutcomeDetails } from '../journal/ledger.ts';
import { type Key, keyOf, keyText, type SendableRow } from '../read/row.ts';
import { isRefusal, Stopped } from './ask.ts';
import { nearMessage, twiceMessage } from './deliver-row.ts';
import type { Desk } from './desk.ts';
import type { FindInStore } from './existing.ts';
import { settle } from './settle.ts';
import type { Found } from './store-keys.ts';

interface Checking {
  readonly find: FindInStore;
  /** Keys that an earlier import could not settle: they are not sent again. */
  readonly stuck: readonly Key[];
  /** Keys that an import created a moment ago: a store that does not show them yet may still do so. */
  readonly recent: readonly Key[];
  /** Told once, when rows are waited for that were created a moment ago. */
  readonly waiting: () => Promise<void>;
}

/** What was found of the rows that were not done yet. */
interface Checked {
  readonly there: number;
  readonly differing: number;
  /** Keys that an import created a moment ago, and that are not there after the settle time. */
  readonly gone: readonly Key[];
}

/**
 * Finishes the rows whose key the store has, and those that must not be sent again. Nothing is sent before this is done.
 * @throws CliError when the store does not answer; Stopped
 */
export async function finishExisting(
  batches: AsyncIterable<readonly SendableRow[]>,
  checking: Checking,
  desk: Desk,
): Promise<Checked> {
  const look = standings(checking, desk);
  const [gone, counts] = [[] as Key[], { there: 0, differing: 0 }];
  const finish = (row: SendableRow, { state, differs, ...details }: Standing): void => {
    const key = keyOf(row.values) as Key;
    if (state === 'existing') counts.there++;
    if (differs) counts.differing++;
    if (state === 'gone') gone.push(key);
    else if (state !== 'ready') desk.ledger.finish({ row, key, attempts: 0 }, state, details);
  };
  for await (const batch of batches) {
    const all = await Promise.all(batch.map(async (row) => ({ row, standing: await look(row) })));
    for (const { row, standing } of all) finish(row, standing);
  }
  desk.ledger.flush();
  return { ...counts, gone };
}

/** How a row stands before anything is sent. */
interface Standing extends OutcomeDetails {
  /** `ready`: to be sent. `gone`: to be sent, and an import created it a moment ago. */
  readonly state: 'existing' | 'stuck' | 'uncertain' | 'duplicate' | 'ready' | 'gone';
  readonly differs?: boolean;
}

function standings({ find, stuck, recent, waiting }: Checking, desk: Desk): (row: SendableRow) => Promise<Standing> {
  const [never, lately] = [new Set(stuck.map(keyText)), new Set(recent.map(keyText))];
  const startedAt = desk.clock.elapsed();
  let told: Promise<void> | undefined;
  return async (row) => {
    const key = keyOf(row.values) as Key;
    const standing = standingOf(await findUnlessRefused(find, row), never.has(keyText(key)));
    if (standing) return standing;
    if (!lately.has(keyText(key))) return { state: 'ready' };
    told ??= waiting();
    await told;
    return await standingOfLate(key, startedAt, desk);
  };
}

/** Undefined where nothing speaks against sending the row. */
function standingOf(found: Found | Unfindable, isStuck: boolean): Standing | undefined {
  if (found.kind === 'there' && found.twice) {
    return { state: 'duplicate', product: found.product, message: twiceMessage(found.twice) };
  }
  if (found.kind === 'there') {
    return {
      state: 'existing',
      product: found.product,
      differs: found.differs,
      ...(found.differs ? { message: differsMessage } : {}),
    };
  }
  if (found.kind === 'near') return { state: 'stuck', message: nearMessage(found.code) };
  if (isStuck) return { state: 'stuck', message: stuckMessage };
  return found.kind === 'refused' ? uncertain(found.message) : undefined;
}

interface Unfindable {
  readonly kind: 'refused';
  readonly message: string;
}

/** A row whose key the store does not let be looked up is not sent; the others are. */
async function findUnlessRefused(find: FindInStore, row: SendableRow): Promise<Found | Unfindable> {
  try {
    return await find(row);
  } catch (error) {
    if (error instanceof CliError && isRefusal(error)) return { kind: 'refused', message: error.message };
    throw error;
  }
}

const uncertain = (why: string): Standing => ({
  state: 'uncertain',
  message: `it is not sent, since the store does not let it be looked up: ${why}`,
});

async function standingOfLate(key: Key, startedAt: number, desk: Desk): Promise<Standing> {
  const settled = await settle(key, startedAt, desk);
  switch (settled.kind) {
    case 'found':
      return { state: 'existing', product: settled.productId };
    case 'twice':
      return { state: 'duplicate', product: settled.productIds.join(' '), message: twiceMessage(settled.productIds) };
    case 'near':
      return { state: 'stuck', message: nearMessage(settled.code) };
    case 'absent':
      return { state: 'gone' };
    case 'refused':
      return uncertain(settled.message);
    case 'unknown':
      throw new CliError('unreachable', settled.message);
    case 'stopped':
      throw new Stopped();
  }
}

const differsMessage = 'the product in the store has another name or price: it stays as it is';
const stuckMessage = 'an earlier import sent it, and it is not certain what became of it: it is not sent again';

/** `--on-existing fail`. @throws CliError `usage` that names the first rows that are there */
export async function refuseExisting(batches: AsyncIterable<readonly SendableRow[]>, find: FindInStore): Promise<void> {
  const found: string[] = [];
  for await (const batch of batches) {
    const all = await Promise.all(batch.map(async (row) => ({ row, found: await find(row) })));
    for (const { row, found: each } of all) if (each.kind === 'there') found.push(isThere(row));
    if (found.length >= mostNamed) break;
  }
  if (found.length === 0) return;
  throw new CliError('usage', `${found.slice(0, mostNamed).join('\n')}\nNothing was sent.`, {
    hint: 'Leave --on-existing fail out to skip such rows.',
  });
}

function isThere({ line, values }: SendableRow): string {
  const { field, code } = keyOf(values) as Key;
  return `line ${line}: ${field} "${code}" is in the store already`;
}

const mostNamed = 20;
