/** What a search reads now, and how much of it. */
export interface SearchProgress {
  readonly unit: 'baskets' | 'customers' | 'customers and orders' | 'customer IDs' | 'addresses';
  readonly done: number;
  /** Undefined where the store does not say. */
  readonly total: number | undefined;
}
