const failuresInARow = 10;
const answersToResume = 2;
const [firstProbe, probeEvery] = [1000, 30_000];
const longest = 15 * 60_000;

/** Whether the store is gone. Then it is only asked now and then whether it is back: soon at first, since most outages are short. */
export class Outage {
  #failures = 0;
  #failingSince = 0;
  #answers = 0;
  #active = false;
  #gap = firstProbe;
  #nextProbe = 0;

  get isActive(): boolean {
    return this.#active;
  }

  get since(): number | undefined {
    return this.#active ? this.#failingSince : undefined;
  }

  failed(now: number): void {
    if (this.#failures++ === 0) this.#failingSince = now;
    this.#answers = 0;
    if (!this.#active && this.#failures >= failuresInARow) this.#begin(now);
  }

  /** Returns whether this answer ends an outage. */
  answered(now: number): boolean {
    this.#failures = 0;
    if (!this.#active) return false;
    this.#gap = firstProbe;
    this.#nextProbe = now + this.#gap;
    this.#active = ++this.#answers < answersToResume;
    return !this.#active;
  }

  probeStarts(now: number): void {
    this.#nextProbe = now + this.#gap;
    this.#gap = Math.min(probeEvery, this.#gap * 2);
  }

  /** Milliseconds until the next probe. */
  delay(now: number): number {
    return Math.max(0, this.#nextProbe - now);
  }

  isTooLong(now: number): boolean {
    return this.#active && now - this.#failingSince >= longest;
  }

  #begin(now: number): void {
    this.#active = true;
    this.#gap = firstProbe;
    this.#nextProbe = now + this.#gap;
  }
}
