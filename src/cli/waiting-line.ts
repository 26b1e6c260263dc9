import type { Connection } from '../client/connection.ts';
import type { Context } from '../context.ts';
import { escapeText } from '../text/escape.ts';

/** Shows which store a silent command waits for. */
export interface WaitingLine {
  /** For `Connection.waiting`: the requests to a store of this name. */
  readonly on: (storeName: string) => NonNullable<Connection['waiting']>;
  /** Hides the line, for example for a progress bar, until the returned function is called. */
  readonly hide: () => () => void;
}

/** Milliseconds until the line appears. */
const patience = 500;
/** Milliseconds between its updates. */
const redraw = 250;

interface Waiting {
  readonly storeName: string;
  readonly since: number;
  attempt: number;
}

/** `Waiting for shop.example … 3 s, attempt 2` for the request that has waited longest; nothing without a terminal. */
export function waitingLine({ stderr, clock, every, env }: Context): WaitingLine {
  const requests = new Set<Waiting>();
  let hidden = stderr.isTerminal && env.TERM !== 'dumb' ? 0 : 1;
  let isShown = false;
  let isTicking = false;
  const show = (): void => {
    const [oldest] = requests;
    const waited = oldest ? clock.elapsed() - oldest.since : 0;
    if (hidden > 0 || !oldest || waited < patience) return;
    isShown = true;
    void stderr.status(lineFor(oldest, waited).slice(0, stderr.columns - 1));
  };
  const clear = (): void => {
    if (isShown) void stderr.status('');
    isShown = false;
  };
  return {
    on: (storeName) => () => {
      const request: Waiting = { storeName, since: clock.elapsed(), attempt: 1 };
      requests.add(request);
      if (!isTicking) every(redraw, show);
      isTicking = true;
      return {
        attempt: (number) => {
          request.attempt = number;
        },
        end: () => {
          requests.delete(request);
          if (requests.size === 0) clear();
        },
      };
    },
    hide: () => {
      hidden++;
      clear();
      return () => {
        hidden--;
      };
    },
  };
}

function lineFor({ storeName, attempt }: Waiting, waited: number): string {
  const seconds = Math.floor(waited / 1000);
  const details = [seconds > 0 ? `${seconds} s` : '', attempt > 1 ? `attempt ${attempt}` : '']
    .filter(Boolean)
    .join(', ');
  return escapeText(`Waiting for ${storeName} … ${details}`).trimEnd();
}
