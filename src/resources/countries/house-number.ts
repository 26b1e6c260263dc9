import { countFrom } from '../shop-kinds.ts';

/** A house number as people write it, taken apart. */
interface HouseNumber {
  readonly number: number;
  /** `''` where nothing follows the number. */
  readonly extension: string;
}

/**
 * `12a`, `12 a` and `12-2` are 12 and an extension; of `12/14` the stroke stays, since it says something there.
 * Undefined where it is no house number: `1e3` is a slip of a spreadsheet.
 */
export function houseNumberOf(text: string): HouseNumber | undefined {
  const [, digits = '', extension = ''] =
    /^(\d+)(?![\d.,]|e[\d+-])(?:\s*(?:-\s*)?(\/?[\p{L}\d].*))?$/iu.exec(text) ?? [];
  const number = countFrom(1).typed(digits);
  return number === undefined ? undefined : { number, extension };
}
