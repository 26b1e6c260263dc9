/**
 * How many products the store counts, compared with what this run can have created. A product that the store keeps
 * under another key shows nowhere else.
 */
export class ProductGrowth {
  #before = Number.NaN;
  /** Products that others may have created just before, and that the count did not show yet. */
  #late = 0;
  /** Rows that were sent, and not rejected. */
  #rows = 0;

  /** @param count before the first row; NaN where it is not known, or where others create products at the same time */
  begin(count: number, late: number): void {
    [this.#before, this.#late] = [count, late];
  }

  rowStarted(): void {
    this.#rows++;
  }

  rowRejected(): void {
    this.#rows--;
  }

  /** Whether one row that is not found must be among the products: all other rows do not explain as many. */
  exceeds(count: number): boolean {
    return count > this.#before + this.#late + this.#rows - 1;
  }

  /** Whether no row at all can be among them. */
  isNone(count: number): boolean {
    return count <= this.#before;
  }
}
