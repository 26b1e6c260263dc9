import { countFrom } from '../shop-kinds.ts';

/** A house number and its extension. */
interface HouseNumber {
  readonly number: number;
  /** `''` where nothing follows the number. */
  readonly extension: string;
}

/**
 * Splits `12a`, `12 a` and `12-2` into 12 and an extension; `12/14` keeps its stroke. Undefined for anything else, such
 * as `1e3` from a spreadsheet.
 */
export function houseNumberOf(text: string): HouseNumber | undefined {
  const [, digits = '', extension = ''] =
    /^(\d+)(?![\d.,]|e[\d+-])(?:\s*(?:-\s*)?(\/?[\p{L}\d].*))?$/iu.exec(text) ?? [];
  const number = countFrom(1).typed(digits);
  return number === undefined ? undefined : { number, extension };
}
