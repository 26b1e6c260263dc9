import { setMaxListeners } from 'node:events';
import type { Context } from '../context.ts';

/** How long requests in flight may still take after Ctrl-C, in milliseconds. */
export const gracePeriod = 5000;

/** Aborted a little after Ctrl-C: requests in flight may still get their answers. */
export function abandonAfterInterrupt({ clock, interrupted }: Pick<Context, 'clock' | 'interrupted'>): AbortController {
  const abandon = new AbortController();
  // Every request in flight listens to it.
  setMaxListeners(0, abandon.signal);
  const endSoon = () => void clock.sleep(gracePeriod, abandon.signal).then(() => abandon.abort());
  interrupted.addEventListener('abort', endSoon, { once: true });
  return abandon;
}
