import type { Clock, Notes } from '../../context.ts';
import { parameters } from './parameters.ts';
import { Peers } from './peers.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestQueue } from './request-queue.ts';

const { sharing } = parameters;

interface Sharing {
  readonly notes: Notes;
  readonly limiter: RateLimiter;
  readonly requests: Pick<RequestQueue, 'admit'>;
  readonly clock: Clock;
  readonly every: (milliseconds: number, tick: () => void) => () => void;
  /** Called once when notes cannot be exchanged: this process then paces itself alone. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Shares the learned rate with the other processes on this machine that import into the store, until the returned
 * function is called. Nothing waits for it.
 */
export function shareRate({ notes, limiter, requests, clock, every, onFailure }: Sharing): () => Promise<void> {
  const peers = new Peers();
  let running: Promise<void> | undefined;
  let hasFailed = false;
  let sharedAt = Number.NEGATIVE_INFINITY;
  const exchange = async (): Promise<void> => {
    try {
      const texts = await notes.read();
      const now = clock.elapsed();
      limiter.share(peers.read(texts, now), now);
      requests.admit();
      await notes.write(peers.write(limiter.report(now)));
      sharedAt = now;
    } catch (error) {
      if (!hasFailed) onFailure(error);
      hasFailed = true;
      const now = clock.elapsed();
      if (now - sharedAt > sharing.silence) limiter.share(new Map(), now);
    }
  };
  // On a slow disk one exchange lasts longer than the interval: the next waits for it.
  const tick = (): void => {
    running ??= exchange().finally(() => {
      running = undefined;
    });
  };
  const stop = every(sharing.interval, tick);
  tick();
  return async () => {
    stop();
    await running;
    await notes.remove();
  };
}
