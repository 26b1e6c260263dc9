import { CliError } from '../errors.ts';

/** An argument or option that has to be there. */
export interface Needed {
  /** `--customer` or `<key>` */
  readonly name: string;
  /** Why, or where to find it. */
  readonly why: string;
}

/** The error that names everything that is missing. */
export function missingOf(needed: readonly Needed[]): CliError {
  return new CliError('usage', needed.map(({ name, why }) => `${name} is required: ${why}.`).join('\n'), { field: needed[0]?.name });
}
