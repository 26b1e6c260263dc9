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
/** The same in a log, where each is a line: CI services end a job that is silent for long. */
const patienceInLog = 5000;
const redrawInLog = 60_000;

interface Waiting {
  readonly storeName: string;
  readonly since: number;
  attempt: number;
  /** Why the attempt before failed. */
  why: string | undefined;
}

/**
 * `Waiting for shop.example … 3 s, attempt 2: status 503` for the request that has waited longest: one line that is redrawn
 * at a terminal, and a line a minute elsewhere.
 */
export function waitingLine({ stderr, clock, every, env }: Context): WaitingLine {
  const requests = new Set<Waiting>();
  let hidden = 0;
  let isShown = false;
  let isTicking = false;
  let nextInLog = patienceInLog;
  const show = (): void => {
    const [oldest] = requests;
    const waited = oldest ? clock.elapsed() - oldest.since : 0;
    if (hidden > 0 || !oldest || waited < patience) return;
    if (stderr.isTerminal && env.TERM !== 'dumb') {
      isShown = true;
      void stderr.status(lineFor(oldest, waited).slice(0, stderr.columns - 1));
    } else if (waited >= nextInLog) {
      nextInLog = waited + redrawInLog;
      void stderr.write(`${lineFor(oldest, waited)}\n`);
    }
  };
  const clear = (): void => {
    if (isShown) void stderr.status('');
    isShown = false;
  };
  return {
    on: (storeName) => () => {
      const request: Waiting = { storeName, since: clock.elapsed(), attempt: 1, why: undefined };
      requests.add(request);
      if (!isTicking) every(redraw, show);
      isTicking = true;
      return {
        attempt: (number, why) => {
          request.attempt = number;
          request.why = why;
        },
        end: () => {
          requests.delete(request);
          if (requests.size > 0) return;
          nextInLog = patienceInLog;
          clear();
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

function lineFor({ storeName, attempt, why }: Waiting, waited: number): string {
  const seconds = Math.floor(waited / 1000);
  const details = [seconds > 0 ? `${seconds} s` : '', attempt > 1 ? `attempt ${attempt}` : '']
    .filter(Boolean)
    .join(', ');
  const reason = why === undefined ? '' : `: ${why}`;
  return escapeText(`Waiting for ${storeName} … ${details}`).trimEnd() + escapeText(reason);
}
