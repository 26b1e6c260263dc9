const longest = 15 * 60_000;

/** A time in which every answer was 429: the store is there, and lets nobody in. Failures are no answers. */
export class Refusals {
  readonly #maxWait: number;
  #since: number | undefined;
  #saysWhen = false;
  #tooLong = false;

  /** @param maxWait milliseconds that the store may ask to wait: it may do so once, whatever the rest takes */
  constructor(maxWait: number) {
    this.#maxWait = maxWait;
  }

  answered(): void {
    [this.#since, this.#saysWhen] = [undefined, false];
  }

  /** Judged here and not by the time alone: after a wait that was asked for, the next request has its chance. */
  throttled(saysWhen: boolean, now: number): void {
    this.#since ??= now;
    this.#saysWhen ||= saysWhen;
    this.#tooLong = now - this.#since >= (this.#saysWhen ? Math.max(longest, this.#maxWait) : longest);
  }

  /** When the first of them was, once they have gone on for too long. */
  get tooLongSince(): number | undefined {
    return this.#tooLong ? this.#since : undefined;
  }
}
