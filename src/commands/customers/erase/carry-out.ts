import { RequestShown } from '../../../cli/preview.ts';
import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { deleteIfAny, deleteRecord } from '../../../client/deletion.ts';
import { CliError, isAboutOne } from '../../../errors.ts';
import { evidenceOfFailure, type OutcomeEvidence } from '../../../resources/evidence.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { safe } from '../../../text/escape.ts';
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
export async function carriedOut(
  session: Session,
  connection: Connection,
  { erased, kept }: Plan,
): Promise<CarriedOut> {
  const steps: ErasureStep[] = [];
  const fatal: unknown[] = [];
  for (const one of erased) {
    const mustStay = one.what === 'customer' && steps.some(({ result }) => result === 'failed');
    const reason = fatal.length > 0 ? 'not tried' : mustStay ? 'something of the customer is left' : undefined;
    steps.push(
      reason === undefined
        ? await tried(session, connection, one, fatal)
        : stepOf(one, { ...unsent, result: 'left', reason }),
    );
  }
  steps.push(...keptSteps(kept));
  return { steps, ...(fatal.length === 0 ? {} : { error: fatal[0] }) };
}

/** The steps of a person of whom nothing is tried. */
export const untried = ({ erased, kept }: Plan): readonly ErasureStep[] => [
  ...erased.map((one) => stepOf(one, { ...unsent, result: 'left', reason: 'not tried' })),
  ...keptSteps(kept),
];

const keptSteps = (kept: readonly Belonging[]): readonly ErasureStep[] =>
  kept.map((one) => stepOf(one, { result: 'kept', at: null, reason: reasonOf(one), evidence: 'read' }));

const stepOf = (
  { what, id }: Pick<Belonging, 'what' | 'id'>,
  { result, at, reason, evidence }: Omit<ErasureStep, 'what' | 'id'>,
): ErasureStep => ({ what, id, result, at, reason, evidence });

/** A record that nothing was sent about. */
const unsent = { at: null, evidence: 'none' } as const;

/** @param fatal takes an error that another record would meet too. A reason has no words of the store */
async function tried(
  { context, notice }: Session,
  connection: Connection,
  one: Belonging,
  fatal: unknown[],
): Promise<ErasureStep> {
  const result = await deleteIfAny(connection, one.at, { isProven: true }).catch((cause: unknown) => ({ cause }));
  const at = context.clock.now().toISOString();
  if ('result' in result) return stepOf(one, { ...result, at, reason: null });
  const { cause } = result;
  const reason = cause instanceof CliError ? cause.kind : 'fault';
  if (context.interrupted.aborted || !(cause instanceof CliError && isAboutOne(cause))) fatal.push(cause);
  if (context.interrupted.aborted) return stepOf(one, { result: 'left', at, reason, evidence: 'none' });
  if (cause instanceof CliError) await notice(safe`Not deleted: ${one.what} ${one.id}. ${textOf(cause)}`);
  return stepOf(one, { result: 'failed', at, reason, evidence: evidenceOf(cause) });
}

const evidenceOf = (cause: unknown): OutcomeEvidence => (cause instanceof CliError ? evidenceOfFailure(cause) : 'none');

const textOf = ({ message, hint }: CliError): string => [message, hint ?? []].flat().join(' ');

/** The requests of `--dry-run`, in their order. */
export async function requestsFor(connection: Connection, { erased }: Plan): Promise<readonly StoreRecord[]> {
  const requests: StoreRecord[] = [];
  for (const { at } of erased) {
    const request = await deleteRecord(connection, at).then(() => undefined, shownIn);
    if (request) requests.push(request);
  }
  return requests;
}

function shownIn(error: unknown): StoreRecord | undefined {
  if (error instanceof RequestShown) return error.request;
  throw error;
}
