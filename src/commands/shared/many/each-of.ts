import { CliError, isAboutOne } from '../../../errors.ts';
import { evidenceOfFailure, type OutcomeEvidence } from '../../../resources/evidence.ts';

/** An item with which everything was done that was asked for. */
export interface DoneItem {
  readonly result: 'done';
  readonly evidence: OutcomeEvidence;
}

/** An item whose record was already gone. */
interface GoneItem {
  readonly result: 'gone';
  readonly evidence: OutcomeEvidence;
}

/** An item that was tried. */
export interface FailedItem {
  readonly result: 'failed';
  readonly evidence: OutcomeEvidence;
  /** Why, without words of the store, which may repeat a value. */
  readonly reason: string;
  /** The same in the words of the store, for the terminal alone; undefined where the store did not refuse anything. */
  readonly error?: CliError;
  /** Whether the work was interrupted meanwhile: its request may have arrived. */
  readonly isCutOff?: boolean;
}

/** An item that nothing was sent about. */
interface UntriedItem {
  readonly result: 'not tried';
  readonly evidence: 'none';
  readonly reason: string;
}

/** What became of one of many items. */
export type ItemResult<D extends DoneItem = DoneItem> = D | GoneItem | FailedItem | UntriedItem;

export const notTried = (reason = 'not tried'): UntriedItem => ({ result: 'not tried', evidence: 'none', reason });

interface Many<I, D extends DoneItem> {
  /** At most so many at a time. */
  readonly atOnce: number;
  /** Whether the first is to end before others begin: it may show what concerns all. */
  readonly isFirstAlone?: boolean;
  readonly interrupted: AbortSignal;
  /** What a failure means for its item: the item has failed, unless said otherwise. */
  readonly resultOf?: (error: CliError) => ItemResult<D>;
  /** Whether a result keeps others from being tried. */
  readonly isLast?: (result: ItemResult<D>) => boolean;
  readonly onResult?: (item: I, result: ItemResult<D>) => void | Promise<void>;
}

interface EndedItems<I, D extends DoneItem> {
  /** Of every item, in their order. */
  readonly results: ReadonlyMap<I, ItemResult<D>>;
  /** The first failure that another item would meet too, or that was cut off: nothing was begun after it. */
  readonly error?: unknown;
}

/**
 * Does the work for each item, in their order. A failure that concerns one item alone (`isAboutOne`) keeps no other from
 * being tried; any other does, and is the error of the result.
 * @param work returns what became of an item, or throws why it is not done
 */
export async function eachOf<I, D extends DoneItem = DoneItem>(
  items: readonly I[],
  work: (item: I) => Promise<ItemResult<D>>,
  { atOnce, isFirstAlone = false, interrupted, resultOf = failedBy, isLast, onResult }: Many<I, D>,
): Promise<EndedItems<I, D>> {
  const results = new Map<I, ItemResult<D>>();
  const stopping: unknown[] = [];
  let isEnding = false;
  const failed = (error: unknown): ItemResult<D> => {
    // Whatever ended because of Ctrl-C says nothing of others, and none is begun any more.
    if (interrupted.aborted || !isOfOne(error)) stopping.push(error);
    if (!(error instanceof CliError)) return { result: 'failed', evidence: 'none', reason: 'fault' };
    const result = error.kind === 'interrupted' ? notTried() : resultOf(error);
    return result.result === 'failed' ? { ...result, isCutOff: interrupted.aborted } : result;
  };
  const takeFrom = async (waiting: Iterable<I>): Promise<void> => {
    for (const item of waiting) {
      if (isEnding || interrupted.aborted) return;
      const result = await work(item).catch(failed);
      isEnding ||= stopping.length > 0 || isLast?.(result) === true;
      results.set(item, result);
      await onResult?.(item, result);
    }
  };
  const alone = isFirstAlone ? 1 : 0;
  await takeFrom(items.slice(0, alone));
  const waiting = items.slice(alone).values();
  await Promise.all(Array.from({ length: atOnce }, () => takeFrom(waiting)));
  const isInterrupted = interrupted.aborted && results.size < items.length;
  return {
    results: new Map(items.map((item) => [item, results.get(item) ?? notTried()])),
    // Before what has merely not begun.
    error:
      stopping.find(mayHaveArrived) ??
      stopping[0] ??
      (isInterrupted ? new CliError('interrupted', 'Stopped.') : undefined),
  };
}

const isOfOne = (error: unknown): boolean => error instanceof CliError && isAboutOne(error);

const mayHaveArrived = (error: unknown): boolean => error instanceof CliError && error.kind === 'outcome-unknown';

const failedBy = (error: CliError): FailedItem => ({
  result: 'failed',
  evidence: evidenceOfFailure(error),
  reason: error.kind,
  error,
});
