/** A shop of people: how many, and which. */
export interface PeopleOptions {
  /** Customers, those who are gone included. */
  readonly count: number;
  readonly seed: number;
}

/** The seed without `--seed`: the same people each time. */
export const usualSeed = 1;

/** How many baskets there are for so many customers. */
export const basketsOf = (customers: number): number => Math.floor(customers * basketsPerCustomer);

export const basketsPerCustomer = 2.5;
