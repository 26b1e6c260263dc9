import type { Session } from '../../../cli/session.ts';
import { deleteIfAny } from '../../../client/deletion.ts';
import type { CliError } from '../../../errors.ts';
import type { PacedReads } from '../../../pace/paced-reads.ts';
import { safe } from '../../../text/escape.ts';
import { eachOf, type ItemResult, notTried } from '../../shared/many/each-of.ts';
import type { Belonging, Belongings } from './belongings.ts';
import type { ErasureStep } from './steps.ts';

/** What an erasure will do. */
export interface Plan {
  /** In the order in which they are deleted. */
  readonly erased: readonly Belonging[];
  readonly kept: readonly Belonging[];
}

/** Orders are kept unless asked for, and those of somebody else always. */
export function planOf({ baskets, ordered, addresses, customer }: Belongings, withOrders: boolean): Plan {
  const isDeleted = ({ whose }: Belonging): boolean => withOrders && whose === undefined;
  return {
    erased: [...baskets, ...ordered.filter(isDeleted), ...addresses, ...customer],
    kept: ordered.filter((one) => !isDeleted(one)),
  };
}

/** Why it is kept. */
export const reasonOf = ({ whose }: Belonging): string => (whose === undefined ? 'invoice' : `belongs to ${whose}`);

/** What was done. */
interface CarriedOut {
  readonly steps: readonly ErasureStep[];
  /** The first error that another record would meet too: nothing was tried after it. */
  readonly error?: unknown;
}

/** Deletes one after the other; the customer only if nothing else is left. Never fails: see `error`. */
export async function carriedOut(session: Session, reads: PacedReads, { erased, kept }: Plan): Promise<CarriedOut> {
  const { clock, interrupted } = session.context;
  const endedAt = new Map<Belonging, string>();
  let hasFailed = false;
  const erase = async ({ what, at }: Belonging): Promise<ItemResult> =>
    what === 'customer' && hasFailed
      ? notTried('something of the customer is left')
      : await reads.send((connection) => deleteIfAny(connection, at, { isProven: true }));
  const onResult = async (one: Belonging, ended: ItemResult): Promise<void> => {
    endedAt.set(one, clock.now().toISOString());
    if (ended.result !== 'failed') return;
    hasFailed = true;
    if (!ended.isCutOff && ended.error)
      await session.notice(safe`Not deleted: ${one.what} ${one.id}. ${textOf(ended.error)}`);
  };
  const { results, error } = await eachOf(erased, erase, { atOnce: 1, interrupted, onResult });
  const steps = [...results].map(([one, ended]) => stepOf(one, endedStep(ended, endedAt.get(one) ?? null)));
  return { steps: [...steps, ...keptSteps(kept)], error };
}

/** What a deletion has come to. What was cut off may have been deleted: a repetition reads it. */
function endedStep(ended: ItemResult, at: string | null): EndedStep {
  const { evidence } = ended;
  if (ended.result === 'not tried') return { result: 'left', at: null, reason: ended.reason, evidence };
  if (ended.result === 'failed' && ended.isCutOff)
    return { result: 'left', at, reason: ended.reason, evidence: 'none' };
  if (ended.result === 'failed') return { result: 'failed', at, reason: ended.reason, evidence };
  return { result: ended.result === 'done' ? 'deleted' : 'gone', at, reason: null, evidence };
}

/** The steps of a person of whom nothing is tried. */
export const untried = ({ erased, kept }: Plan): readonly ErasureStep[] => [
  ...erased.map((one) => stepOf(one, endedStep(notTried(), null))),
  ...keptSteps(kept),
];

const keptSteps = (kept: readonly Belonging[]): readonly ErasureStep[] =>
  kept.map((one) => stepOf(one, { result: 'kept', at: null, reason: reasonOf(one), evidence: 'read' }));

type EndedStep = Omit<ErasureStep, 'what' | 'id'>;

const stepOf = (
  { what, id }: Pick<Belonging, 'what' | 'id'>,
  { result, at, reason, evidence }: EndedStep,
): ErasureStep => ({ what, id, result, at, reason, evidence });

const textOf = ({ message, hint }: CliError): string => [message, hint ?? []].flat().join(' ');
