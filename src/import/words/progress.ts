import type { Context } from '../../context.ts';
import type { ProgressDisplay, Work } from '../../output/progress.ts';
import { Timeline, type Wait } from '../../pace/measurements.ts';
import type { SettleTime } from '../../pace/settle-time.ts';
import { noteOf, outcomesOf, type ProgressCounts } from './progress-texts.ts';
import { limitText, type Pace, type TimeSpent, timeSpent, timeText } from './time-spent.ts';

interface Progressing extends Pace {
  readonly options: Pace['options'] & {
    readonly context: Pick<Context, 'clock' | 'every'>;
    readonly progress: (work: () => Work) => ProgressDisplay;
    readonly store: { readonly storeLabel: () => string };
  };
  /** The rows, and how many have their outcome. */
  readonly ledger: { readonly finished: number; readonly tally: ProgressCounts };
  readonly settleTime: Pick<SettleTime, 'checking'>;
}

/** Milliseconds between two samples: rows pay nothing for being measured. */
const interval = 100;

/** How far an import is, and what it waits for: for the terminal or a JSON log, and for the report. */
export class Progress {
  readonly timeline = new Timeline();
  /** Products read so far while the store is listed; 0 otherwise. */
  listed = 0;
  readonly #import: Progressing;
  #display: ProgressDisplay | undefined;

  constructor(progressing: Progressing) {
    this.#import = progressing;
  }

  /** Each step has its own display: the speed of one says nothing about the next. */
  async during<T>(step: () => Promise<T>): Promise<T> {
    this.begin();
    try {
      return await step();
    } finally {
      await this.end();
    }
  }

  /** Shows how far the step is: one line that is redrawn at a terminal, a line every ten seconds elsewhere. */
  begin(): void {
    const { options, ledger, limiter, requests, settleTime } = this.#import;
    const { clock } = options.context;
    let before = { finished: ledger.finished, at: clock.elapsed() };
    const work = (): Work => {
      const now = clock.elapsed();
      if (ledger.finished !== before.finished) before = { finished: ledger.finished, at: now };
      const { pausedFor, underWay } = limiter.state(now);
      const { silence, wait } = requests;
      const limit = wait === 'rate' ? limitText(this.#import) : undefined;
      const checking = [...settleTime.checking].map((due) => due());
      const stalledFor = now - before.at;
      return {
        done: ledger.tally.done,
        total: ledger.tally.sendable,
        ...outcomesOf(ledger.tally),
        waiting: { rows: checking.length, longest: Math.max(0, ...checking.map((due) => due - now)) },
        place: `on ${options.store.storeLabel()}`,
        note: noteOf({ now, silence, pausedFor, listed: this.listed, limit, checking, underWay, stalledFor }),
      };
    };
    this.#display = options.progress(work);
  }

  show(): void {
    this.#display?.show();
  }

  async end(): Promise<void> {
    await this.#display?.end();
  }

  /** Measures finished rows and waits over time, from now until the returned function is called. */
  measure(): () => void {
    const { options, ledger, settleTime } = this.#import;
    const { clock, every } = options.context;
    const start = clock.elapsed();
    let finished = ledger.finished;
    const sample = (): void => {
      const wait = this.#wait();
      const { timeline } = this;
      if (wait === 'settle') timeline.maxSettling = Math.max(timeline.maxSettling, settleTime.checking.size);
      timeline.add(clock.elapsed() - start, ledger.finished - finished, wait);
      finished = ledger.finished;
    };
    const stop = every(interval, sample);
    return () => {
      stop();
      sample();
    };
  }

  /** What the import waits for; undefined while requests are under way or rows are read. */
  #wait(): Wait | undefined {
    const { requests, settleTime } = this.#import;
    if (requests.wait) return requests.wait;
    return settleTime.checking.size > 0 && this.underWay === 0 ? 'settle' : undefined;
  }

  /** Requests that wait for their answers. */
  get underWay(): number {
    const { options, limiter } = this.#import;
    return limiter.state(options.context.clock.elapsed()).underWay;
  }

  /** What the time went to. */
  get spent(): TimeSpent {
    return timeSpent(this.timeline, this.#import.requests);
  }

  /** The same in words, if it was long. */
  get time(): string | undefined {
    return timeText(this.spent, this.#import);
  }
}
