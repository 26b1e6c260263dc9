import type { NewProduct } from '../../resources/products.ts';

/** A row that is ready to be sent. */
export interface SendableRow {
  /** 1 is the first after the header. */
  readonly record: number;
  readonly line: number;
  readonly values: NewProduct;
}
