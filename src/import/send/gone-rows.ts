import type { FileKeys } from '../check/row-table.ts';
import type { GoneProducts } from '../import-run.ts';
import type { RememberedRow } from '../journal/feeds.ts';
import { foldedText } from '../read/row.ts';

/** Gone products that are named in the report. */
const mostNamed = 1000;

/** The products of an earlier import that are not in the file any more. */
export class GoneRows implements GoneProducts {
  readonly first: GoneProducts['first'][number][] = [];
  readonly #keys: FileKeys;
  count = 0;

  constructor(keys: FileKeys) {
    this.#keys = keys;
  }

  addIfGone({ key, product }: RememberedRow): void {
    if (this.#keys.has(foldedText(key))) return;
    if (++this.count <= mostNamed) this.first.push({ key: key.code, productId: product });
  }
}
