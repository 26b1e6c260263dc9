/**
 * Which IDs a store has given, and whether they rise: of two rows of which one was answered before the other was sent, the
 * later one must have the higher ID. Only then does an ID that is missing between two others say that nothing was created
 * between them.
 */
export class IdMarks {
  #highest: number | undefined;
  #doubt: string | undefined;
  readonly #onDoubt: (why: string) => void;

  /**
   * @param highest of all that earlier imports created @param doubt what they have shown
   * @param onDoubt called once, so that later imports know it too
   */
  constructor(highest: number | undefined, doubt?: string, onDoubt: (why: string) => void = () => undefined) {
    this.#highest = highest;
    this.#doubt = doubt;
    this.#onDoubt = onDoubt;
  }

  /** The highest ID that is known. */
  get highest(): number | undefined {
    return this.#highest;
  }

  /** Why missing IDs say nothing in this store, to follow a colon. */
  get doubt(): string | undefined {
    return this.#doubt;
  }

  /** Notes the ID that a row got. @param low the highest that was known when it was sent */
  note(id: string, low: number | undefined): void {
    const number = numberOfId(id);
    if (number === undefined) this.#doubtIt(`its IDs are not numbers ("${id}")`);
    if (number === undefined) return;
    if (low !== undefined && number <= low) this.#doubtIt(`its IDs do not rise (${number} came after ${low})`);
    this.#highest = Math.max(number, this.#highest ?? number);
  }

  #doubtIt(why: string): void {
    if (this.#doubt !== undefined) return;
    this.#doubt = why;
    this.#onDoubt(why);
  }
}

/** An ID that a program can count with: decimal digits, at most 2^53 - 1. */
export function numberOfId(id: string): number | undefined {
  if (!/^[1-9]\d*$/.test(id)) return undefined;
  return Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}
