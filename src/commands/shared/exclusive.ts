import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';

/** @throws CliError `usage` where both options were typed */
export function refuseTogether(raw: RawOptions, one: string, other: string): void {
  if (raw[one] === undefined || raw[other] === undefined) return;
  throw new CliError('usage', `Use either --${one} or --${other}, not both.`, { field: `--${one}` });
}
