import type { Dispatcher } from 'undici';
import type { VirtualClock } from './virtual-clock.ts';

/** A store in memory that outlives the clients that are killed. */
export abstract class ModelStore {
  readonly #waiting = new Set<() => void>();

  /** How often it was asked, so far. */
  abstract get requests(): number;

  /** @param start called when the request has left @throws what ends the connection */
  protected abstract answer(
    options: Dispatcher.DispatchOptions,
    clock: VirtualClock,
    start: () => void,
  ): Promise<StoreReply>;

  /** Resolves after this many more requests. */
  afterRequests(requests: number): Promise<void> {
    const due = this.requests + requests;
    return new Promise((resolve) => {
      const look = (): void => {
        if (this.requests >= due && (this.#waiting.delete(look) || requests === 0)) resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** What a client on this clock speaks to. */
  wire(clock: VirtualClock): Dispatcher {
    const dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
      if (clock.isFrozen) return true;
      const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
      const answer = this.answer(options, clock, () => handler.onRequestStart?.(controller, {}));
      for (const look of this.#waiting) look();
      answer.then(
        ({ status, text, type }) => {
          const wait = status === 503 ? { 'retry-after': '1' } : {};
          const date = clock.now().toUTCString();
          handler.onResponseStart?.(controller, status, { 'content-type': type, date, ...wait });
          handler.onResponseData?.(controller, Buffer.from(text));
          handler.onResponseEnd?.(controller, {});
        },
        (error: Error) => handler.onResponseError?.(controller, error),
      );
      return true;
    };
    return { dispatch } as unknown as Dispatcher;
  }
}

export const failure = (code: string): Error => Object.assign(new Error(code), { code });

export interface StoreReply {
  readonly status: number;
  readonly text: string;
  readonly type: string;
}

export const reply = (status: number, text: string, type = 'application/json'): StoreReply => ({ status, text, type });
